// A game: a position, the moves played from it with their variations, and the current place among them.
//
// The moves are a tree. Its nodes are {uci, san, fen, introduction, comment, nags, drawings, parent, next}: the move, the
// FEN after it, what was said before and after it, its signs, what was drawn over the board (see pgn.js), and the moves
// that go on from here, the main one first. The root has no move.

import { Chess } from "chess.js";

const bare = () => ({ introduction: "", comment: "", nags: [], drawings: [], next: [] });

export class Game {
  tags = {}; // of its PGN, without the position

  constructor(fen) {
    this.start = { uci: null, san: null, fen, parent: null, ...bare() };
    this.node = this.start;
    this.moves = []; // the nodes from the root through the current one, and on along the main moves
  }

  /** A game with these moves, up to the first that is illegal, at the given ply. */
  static takenUp(fen, moves, ply) {
    const game = new Game(fen);
    game.playAll(moves);
    game.go(ply);
    return game;
  }

  /** The position before the first move. */
  get root() {
    return this.start.fen;
  }

  get fen() {
    return this.node.fen;
  }

  get ply() {
    return pathTo(this.node).length;
  }

  /** The position at the given ply. */
  fenAt(ply) {
    return ply === 0 ? this.root : this.moves[ply - 1].fen;
  }

  /** Plays a move in UCI or SAN. A new one becomes a variation. Returns false if the move is illegal. */
  play(text) {
    const known = this.node.next.find(({ uci }) => uci === text);
    const node = known ?? grow(this.node, text);
    if (!node) return false;
    this.goTo(node);
    return true;
  }

  /** Plays these moves from the first position. Returns how many of them were legal. */
  playAll(moves) {
    this.node = this.start;
    const illegal = moves.findIndex((move) => !this.play(move));
    return illegal < 0 ? moves.length : illegal;
  }

  go(ply) {
    this.node = ply <= 0 ? this.start : (this.moves[Math.min(ply, this.moves.length) - 1] ?? this.start);
  }

  /** Goes to the first position, with the main moves ahead. */
  returnToStart() {
    this.node = this.start;
    this.#follow(this.node);
  }

  /** Goes to any node of the tree. */
  goTo(node) {
    this.node = node;
    if (node === this.start || this.moves.includes(node)) return; // the moves that followed stay
    this.#follow(node);
  }

  /** Whether other moves could have been chosen in place of the last one. */
  get isAtVariation() {
    return this.node.parent?.next.length > 1;
  }

  /** Goes to the next move of those in place of the one that led here, or to the one before it. */
  goAside(count) {
    const moves = this.node.parent?.next ?? [];
    const place = moves.indexOf(this.node) + count;
    if (moves[place]) this.goTo(moves[place]);
  }

  /** Whether a move beside the main ones led here. */
  get isVariation() {
    return pathTo(this.node).some((node) => node.parent.next[0] !== node);
  }

  /** Removes the move that led here, and all that follow. */
  remove() {
    const { node } = this;
    if (!node.parent) return;
    node.parent.next = node.parent.next.filter((other) => other !== node);
    this.node = node.parent;
    this.#follow(this.node);
  }

  /** Puts the variation that we are in before the one that it departs from. */
  promote() {
    const node = pathTo(this.node).findLast((move) => move.parent.next[0] !== move);
    const { next } = node.parent;
    const place = next.indexOf(node);
    next.splice(place, 1);
    next.splice(place - 1, 0, node);
    this.#follow(this.node);
  }

  /** Makes the moves those that lead through a node. */
  #follow(node) {
    this.moves = pathTo(node);
    for (let last = node.next[0]; last; last = last.next[0]) this.moves.push(last);
  }
}

function pathTo(node) {
  const path = [];
  for (let place = node; place.parent; place = place.parent) path.unshift(place);
  return path;
}

/** Adds a move, in UCI or SAN, to those that follow a node. Returns its node, or null if it is illegal. */
export function grow(parent, text) {
  const chess = new Chess(parent.fen);
  const move = makeMove(chess, text);
  if (!move) return null;
  const known = parent.next.find(({ uci }) => uci === move.lan);
  if (known) return known;
  const node = { uci: move.lan, san: move.san, fen: chess.fen(), parent, ...bare() };
  parent.next.push(node);
  return node;
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
