// Reads and writes PGN, with variations, comments, signs such as "!?", and drawings.

import { Chess } from "chess.js";
import { normalizeFen, quoted } from "./fen.js";
import { Game, grow, moveNumber } from "./game.js";
import { texts } from "./texts.js";

const initial = new Chess().fen();

/** The signs of moves, by their numbers in a PGN (NAG). */
export const signs = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⊙", 23: "⊙" };

// The parts of a PGN. What is none of them is a fault.
const parts = {
  space: /\s+|^%.*|e\.p\./,
  tag: /\[(?<name>\w+)\s+"(?<value>(?:\\.|[^"\\])*)"\s*\]/,
  comment: /\{(?<inBraces>[^}]*)\}|;(?<toLineEnd>.*)/,
  open: /\(/,
  close: /\)/,
  sign: /\$(?<nag>\d+)|(?<mark>!!|\?\?|!\?|\?!|!|\?)/,
  result: /1-0|0-1|1\/2-1\/2|\*/,
  move: /(?:[KQRBNP]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[QRBN])?|[O0]-[O0](?:-[O0])?)[+#]*/,
  number: /\d+\s*[.…]*|[.…]+/,
};
const anyPart = new RegExp(Object.entries(parts).map(([name, { source }]) => `(?<${name}>${source})`).join("|"), "my");

/** The games of a PGN. Throws at the first fault, and says which move or place is wrong. */
export const readPgn = (text) => new PgnReader(text).read();

class PgnReader {
  #text;
  #games = [];
  #tags = {}; // of the next game
  #game = null;
  #node = null; // the last move
  #branches = []; // where the open variations depart: {node, place}
  #introduction = null; // the comment before the first move of a variation; null behind that move

  constructor(text) {
    this.#text = text;
  }

  read() {
    const text = this.#text;
    for (let place = 0; place < text.length; place = anyPart.lastIndex) {
      anyPart.lastIndex = place;
      const found = anyPart.exec(text)?.groups;
      if (!found) throw this.#faultAt(place);
      if (found.tag) this.#takeTag(found);
      else if (!found.space) this.#takePart(found, place);
    }
    if (Object.keys(this.#tags).length > 0) this.#begin();
    this.#finish();
    return this.#games;
  }

  #begin() {
    const { FEN: fen, SetUp: _, ...tags } = this.#tags;
    this.#game = Object.assign(new Game(fen ? normalizeFen(fen) : initial), { tags });
    this.#games.push(this.#game);
    this.#node = this.#game.start;
    this.#tags = {};
  }

  #finish() {
    if (this.#branches.length > 0) throw this.#faultAt(this.#branches.at(-1).place);
    this.#game?.returnToStart();
    this.#game = null;
  }

  /** A tag after moves belongs to another game. */
  #takeTag({ name, value }) {
    this.#finish();
    this.#tags[name] = value.replace(/\\(.)/g, "$1");
  }

  #takePart(found, place) {
    if (!this.#game) this.#begin();
    if (found.move) this.#takeMove(found.move);
    else if (found.comment) this.#takeComment(found.inBraces ?? found.toLineEnd);
    else if (found.sign) this.#takeSign(found);
    else if (found.open) this.#open(place);
    else if (found.close) this.#close(place);
    else if (found.result) this.#takeResult(found.result);
  }

  #takeMove(text) {
    const node = grow(this.#node, text.replaceAll("0", "O"));
    if (!node) throw new Error(texts.input.illegal(moveNumber(this.#node.fen, true), quoted(text)));
    node.introduction = joined(node.introduction, this.#introduction);
    this.#introduction = null;
    this.#node = node;
  }

  #takeComment(text) {
    const { words, drawings } = readComment(text);
    if (this.#introduction !== null) {
      this.#introduction = joined(this.#introduction, words);
    } else {
      this.#node.comment = joined(this.#node.comment, words);
      this.#node.drawings.push(...drawings);
    }
  }

  #takeSign({ nag, mark }) {
    const number = nag ?? Object.keys(signs).find((known) => signs[known] === mark);
    this.#node.nags.push(Number(number));
  }

  #open(place) {
    if (!this.#node.parent) throw this.#faultAt(place);
    this.#branches.push({ node: this.#node, place });
    this.#node = this.#node.parent;
    this.#introduction = "";
  }

  #close(place) {
    if (this.#branches.length === 0) throw this.#faultAt(place);
    this.#node = this.#branches.pop().node;
    this.#introduction = null;
  }

  #takeResult(result) {
    this.#game.tags.Result ??= result;
    if (this.#branches.length === 0) this.#finish();
  }

  #faultAt(place) {
    const before = this.#text.slice(0, place).split("\n");
    const near = quoted(this.#text.slice(Math.max(0, place - 10), place + 10));
    return new Error(texts.input.unreadableAt(before.length, before.at(-1).length + 1, near));
  }
}

const joined = (...comments) => comments.filter(Boolean).join(" ");

/** Green, red, yellow and blue. */
const brushes = ["G", "R", "Y", "B"];

/** The words of a comment, and its circles and arrows: {brush, from, to}, a circle without `to`. */
function readComment(text) {
  const drawings = [];
  const words = text.replace(/\[%c[sa]l\s+([^\]]*)\]/g, (_, list) => {
    for (const [, brush, from, to] of list.matchAll(/([A-Z])([a-h][1-8])([a-h][1-8])?/g)) {
      drawings.push({ brush: brushes.includes(brush) ? brush : "G", from, ...(to && { to }) });
    }
    return " ";
  });
  return { words: words.replace(/\s+/g, " ").trim(), drawings };
}

/** A comment without what is meant for programs, such as [%clk 0:01:00]. */
export const wordsOf = (comment) => comment.replace(/\[%[^\]]*\]/g, " ").replace(/\s+/g, " ").trim();

const width = 80;

/** The whole game as PGN. */
export function writePgn({ root, tags, start }) {
  const usual = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };
  const all = { ...usual, ...tags, ...(root !== initial && { SetUp: "1", FEN: root }) };
  const head = Object.entries(all).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`);
  const words = [...commentOf(start), ...movesAfter(start, true), all.Result].join(" ").split(" ");
  const lines = [""];
  for (const word of words) {
    if (lines.at(-1).length + word.length >= width) lines.push("");
    lines.push([lines.pop(), word].filter(Boolean).join(" "));
  }
  return `${head.join("")}\n${lines.join("\n")}\n`;
}

/** The main move after a node, then the others in brackets, then what follows the main one. */
function movesAfter(node, isNumbered) {
  const words = [];
  let isFirst = isNumbered;
  for (let { next } = node; next.length > 0; { next } = next[0]) {
    const [main, ...others] = next;
    const said = commentOf(main);
    words.push(...moveWords(main, isFirst), ...said);
    for (const other of others) {
      const rest = [...moveWords(other, true), ...commentOf(other)];
      const inside = [...rest, ...movesAfter(other, commentOf(other).length > 0)].join(" ");
      words.push(`(${inside})`);
    }
    isFirst = said.length > 0 || others.length > 0;
  }
  return words;
}

function moveWords({ introduction, parent, san, nags }, isFirst) {
  const number = moveNumber(parent.fen, isFirst).replace("…", "...");
  return [introduction && `{ ${introduction} }`, number, san, ...nags.map((nag) => `$${nag}`)].filter(Boolean);
}

function commentOf({ comment, drawings }) {
  const list = (name, found) => found.length > 0 && `[%${name} ${found.map(({ brush, from, to = "" }) => brush + from + to).join(",")}]`;
  const circles = list("csl", drawings.filter(({ to }) => !to));
  const arrows = list("cal", drawings.filter(({ to }) => to));
  const text = joined(circles, arrows, comment.replaceAll("}", ")"));
  return text ? [`{ ${text} }`] : [];
}
