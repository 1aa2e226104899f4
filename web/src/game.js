// The moves that were played from a position, and the place where we stand.

import { Chess } from "chess.js";

export class Game {
  constructor(fen) {
    this.root = fen;
    this.moves = []; // {uci, san, fen}: the FEN is that after the move
    this.ply = 0;
  }

  /** A game after so many plies, with its moves as far as they are legal. */
  static takenUp(fen, moves, ply) {
    const game = new Game(fen);
    for (const move of moves) {
      if (!game.play(move)) break;
    }
    game.go(ply);
    return game;
  }

  /** The position after so many plies. */
  fenAt(ply) {
    return ply === 0 ? this.root : this.moves[ply - 1].fen;
  }

  get fen() {
    return this.fenAt(this.ply);
  }

  /** Plays a move in UCI or SAN; what followed is forgotten, unless it is the move that followed. False if illegal. */
  play(text) {
    const chess = new Chess(this.fen);
    const move = makeMove(chess, text);
    if (!move) return false;
    if (this.moves[this.ply]?.uci !== move.lan) {
      this.moves.length = this.ply;
      this.moves.push({ uci: move.lan, san: move.san, fen: chess.fen() });
    }
    this.ply += 1;
    return true;
  }

  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
  }
}

function makeMove(chess, text) {
  const uci = /^([a-h][1-8])([a-h][1-8])([qrbn]?)$/.exec(text);
  try {
    return chess.move(uci ? { from: uci[1], to: uci[2], promotion: uci[3] || undefined } : text);
  } catch {
    return null; // chess.js throws for what is illegal
  }
}

/** "1.", "1…" or "" before the move that leads from this position. */
export function moveNumber(fen, isFirst) {
  const [, side, , , , number] = fen.split(" ");
  if (side === "w") return `${number}.`;
  return isFirst ? `${number}…` : "";
}
