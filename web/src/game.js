// A game: a position, the moves played from it, and the current place among them.

import { Chess } from "chess.js";

export class Game {
  constructor(fen) {
    this.root = fen;
    this.moves = []; // {uci, san, fen}, with the FEN after the move
    this.ply = 0;
  }

  /** A game with these moves, up to the first that is illegal, at the given ply. */
  static takenUp(fen, moves, ply) {
    const game = new Game(fen);
    for (const move of moves) {
      if (!game.play(move)) break;
    }
    game.go(ply);
    return game;
  }

  /** The position at the given ply. */
  fenAt(ply) {
    return ply === 0 ? this.root : this.moves[ply - 1].fen;
  }

  get fen() {
    return this.fenAt(this.ply);
  }

  /**
   * Plays a move in UCI or SAN. A new move replaces those that followed; the same move keeps them. Returns false if the
   * move is illegal.
   */
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
    return null; // chess.js throws on an illegal move
  }
}

/** What stands before a move from this position: "1.", "1…" or "". */
export function moveNumber(fen, isFirst) {
  const [, side, , , , number] = fen.split(" ");
  if (side === "w") return `${number}.`;
  return isFirst ? `${number}…` : "";
}

/** The whole game as PGN. */
export function pgnOf({ root, moves }) {
  const chess = new Chess(root); // writes the tags SetUp and FEN where the game does not begin at the beginning
  for (const { san } of moves) chess.move(san);
  return chess.pgn();
}
