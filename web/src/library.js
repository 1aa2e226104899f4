// Everything the page has learned from the server, by position.

import { Chess } from "chess.js";
import { positionKey } from "./fen.js";
import { Game } from "./game.js";
import { combine, fromSolve, fromStandard, isExact, negate, unknown } from "./knowledge.js";
import { ask } from "./source.js";

export class Library {
  #knowledge = new Map();
  #lines = new Map(); // best play: {moves, index, bounds, isWhole}, the line and the position's place in it
  #lineTold = {}; // the last line returned, since the page asks for it at every change
  #answers = new Map(); // of the server, by path and position
  #guesses = new Set(); // positions that have not been looked up

  /** What is known; at first only the legal moves. */
  about(fen) {
    const key = positionKey(fen);
    if (!this.#knowledge.has(key)) {
      const bounds = this.#lines.get(key)?.bounds ?? unknown;
      this.#knowledge.set(key, { bounds, moves: legalMoves(fen) });
      this.#guesses.add(key);
    }
    return this.#knowledge.get(key);
  }

  /** The line of best play from here: {uci, san, fen, isZugzwang}, with the FEN before the move. */
  lineFrom(fen) {
    const place = this.#lines.get(positionKey(fen));
    if (!place) return [];
    if (this.#lineTold.fen !== fen || this.#lineTold.place !== place) {
      this.#lineTold = { fen, place, line: followed(fen, place.moves.slice(place.index)) };
    }
    return this.#lineTold.line;
  }

  /** Looks up a position, once. `manner` is how the server is asked: see server.js. */
  async lookUp(fen, manner) {
    const key = positionKey(fen);
    this.about(fen);
    if (this.#guesses.has(key)) {
      this.#learn(key, fromStandard(await ask("standard", fen, manner)));
      this.#guesses.delete(key);
    }
  }

  /** Looks up the line of best play where one side wins. */
  async lookUpLine(fen, manner) {
    const { bounds, moves } = this.about(fen);
    const isKnown = () => this.lineFrom(fen).length > 0 && this.#lines.get(positionKey(fen)).isWhole;
    if (!isExact(bounds) || bounds[0] === 0 || moves.length === 0 || isKnown()) return;
    const { mainline } = await ask("standard/mainline", fen, manner);
    if (!isKnown()) this.#learnLine(fen, bounds, longer(mainline, this.lineFrom(fen))); // a solve may have told one meanwhile
  }

  /** Takes in the result of a solve. */
  learnSolution(fen, result) {
    this.about(fen);
    const key = positionKey(fen);
    this.#learn(key, fromSolve(result));
    this.#guesses.delete(key);
    this.#answers.delete(`map ${key}`); // the proof may have settled more of it
    const { bounds } = this.about(fen);
    if (isExact(bounds)) this.#learnLine(fen, bounds, result.line, result.line_end !== "won");
  }

  /** The answer to one of key, eval and map, which is asked once. */
  async fetch(path, fen, manner) {
    const name = `${path} ${positionKey(fen)}`;
    if (!this.#answers.has(name)) this.#answers.set(name, await ask(path, fen, manner));
    return this.#answers.get(name);
  }

  /** The same answer if it is already known, or null. */
  recall(path, fen) {
    return this.#answers.get(`${path} ${positionKey(fen)}`) ?? null;
  }

  #learn(key, news) {
    this.#knowledge.set(key, combine(this.#knowledge.get(key), news));
  }

  /** Best play keeps the value, so each position of a line has that of the first. A proof's line ends where all doubt does. */
  #learnLine(fen, bounds, moves, isWhole = true) {
    const game = new Game(fen);
    let value = bounds;
    for (let index = 0; index <= moves.length; index += 1) {
      const key = positionKey(game.fen);
      this.#lines.set(key, { moves, index, bounds: value, isWhole });
      const known = this.#knowledge.get(key);
      if (known) this.#knowledge.set(key, { ...known, bounds: value });
      if (index < moves.length) game.play(moves[index].uci);
      value = negate(value);
    }
  }
}

const longer = (mainline, known) =>
  mainline.length >= known.length ? mainline : known.map(({ uci, isZugzwang }) => ({ uci, mutual_zugzwang: isZugzwang }));

function followed(fen, moves) {
  const game = new Game(fen);
  return moves.map(({ uci, mutual_zugzwang: isZugzwang = false }) => {
    const before = game.fen;
    game.play(uci);
    return { uci, san: game.moves.at(-1).san, fen: before, isZugzwang };
  });
}

function legalMoves(fen) {
  const moves = new Chess(fen).moves({ verbose: true });
  return moves.map(({ lan, san }) => ({ uci: lan, san, bounds: unknown, plies: null }));
}
