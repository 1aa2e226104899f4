// Values in words. A tone is the name of a colour in style.css; words and symbols always say the same.

import { isExact, negate } from "./knowledge.js";
import { castlingRights, sideToMove } from "./fen.js";

export const sideName = (side) => (side === "w" ? "White" : "Black");

/** Turns bounds for the side to move to White's view, so that the scale does not flip with every move. */
export const seenByWhite = (bounds, side) => (side === "w" ? bounds : negate(bounds));

const verdicts = {
  "1,1": ["White wins", "white"],
  "0,0": ["Draw", "draw"],
  "-1,-1": ["Black wins", "black"],
  "0,1": ["White cannot lose", "open"],
  "-1,0": ["Black cannot lose", "open"],
  "-1,1": ["Not solved yet", "open"],
};

/** The headline for bounds in White's view. */
export function verdictOf(bounds) {
  const [text, tone] = verdicts[bounds];
  return { text, tone };
}

const groups = {
  "1,1": ["Winning", "win"],
  "0,1": ["Win or draw", "open"],
  "0,0": ["Drawing", "draw"],
  "-1,1": ["Not solved yet", "open"],
  "-1,0": ["Draw or loss", "open"],
  "-1,-1": ["Losing", "loss"],
};

/** The moves in groups of equal value, the best group first. */
export function groupMoves(moves) {
  return Object.entries(groups)
    .map(([bounds, [title, tone]]) => ({ title, tone, moves: moves.filter((move) => String(move.bounds) === bounds) }))
    .filter((group) => group.moves.length > 0);
}

const stops = {
  time: "The time was not enough for a proof. Solve again to go on, or use the program: philidor solve.",
  memory: "The memory was not enough for a proof. The program with more memory can do it: philidor solve.",
  pieces: "A proof needs tables with more pieces.",
  interrupted: "The proof was interrupted.",
};

/** The remark below the headline. */
export function remarkOn(fen, knowledge) {
  const remarks = [];
  if (knowledge.end) return `${capitalized(knowledge.end)}.`;
  const rights = castlingRights(fen);
  if (rights !== "-") remarks.push(`Castling rights (${rights}) are not supported; replace them with -.`);
  if (knowledge.isZugzwang) remarks.push("Mutual zugzwang: the side to move would rather pass.");
  const keeping = knowledge.moves.filter((move) => isExact(move.bounds) && move.bounds[0] === knowledge.bounds[0]);
  const isOnly = keeping.length === 1 && knowledge.moves.length > 1 && knowledge.moves.every((m) => isExact(m.bounds));
  if (isOnly && knowledge.bounds[0] >= 0) {
    remarks.push(`${keeping[0].san} is the only move${knowledge.bounds[0] === 1 ? " that wins" : " that draws"}.`);
  }
  if (knowledge.stoppedBy) remarks.push(stops[knowledge.stoppedBy]);
  return remarks.join(" ") || `${sideName(sideToMove(fen))} to move.`;
}

const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

/** 433922048 as "434 million". */
export function amount(number) {
  const units = [
    [1e9, "billion"],
    [1e6, "million"],
  ];
  for (const [size, name] of units) {
    if (number >= size) return `${(number / size).toPrecision(3)} ${name}`;
  }
  return number.toLocaleString("en");
}

/** Bytes as "702 MB". */
export function bytes(number) {
  return number >= 1e9 ? `${(number / 1e9).toFixed(1)} GB` : `${Math.ceil(number / 1e6)} MB`;
}

export const seconds = (number) => `${number < 10 ? number.toFixed(1) : Math.round(number)} s`;
