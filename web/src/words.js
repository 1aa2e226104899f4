// Values in words. A tone is the name of a colour in style.css; words and symbols always say the same.

import { isExact, negate } from "./knowledge.js";
import { castlingRights, sideToMove } from "./fen.js";
import { texts } from "./texts.js";

/** "wk" as "White king". */
export const pieceName = ([side, type]) => texts.piece(texts.sides[side], texts.pieces[type]);

/** Turns bounds for the side to move to White's view, so that the scale does not flip with every move. */
export const seenByWhite = (bounds, side) => (side === "w" ? bounds : negate(bounds));

const verdicts = {
  "1,1": [texts.verdict.whiteWins, "white"],
  "0,0": [texts.verdict.draw, "draw"],
  "-1,-1": [texts.verdict.blackWins, "black"],
  "0,1": [texts.verdict.whiteCannotLose, "open"],
  "-1,0": [texts.verdict.blackCannotLose, "open"],
  "-1,1": [texts.verdict.open, "open"],
};

/** The headline for bounds in White's view. */
export function verdictOf(bounds) {
  const [text, tone] = verdicts[bounds];
  return { text, tone };
}

const groups = {
  "1,1": [texts.moves.winning, "win"],
  "0,1": [texts.moves.winOrDraw, "open"],
  "0,0": [texts.moves.drawing, "draw"],
  "-1,1": [texts.moves.open, "open"],
  "-1,0": [texts.moves.drawOrLoss, "open"],
  "-1,-1": [texts.moves.losing, "loss"],
};

/** The moves in groups of equal value, the best group first. */
export function groupMoves(moves) {
  return Object.entries(groups)
    .map(([bounds, [title, tone]]) => ({ title, tone, moves: moves.filter((move) => String(move.bounds) === bounds) }))
    .filter((group) => group.moves.length > 0);
}

/** The remark below the headline. */
export function remarkOn(fen, knowledge) {
  const remarks = [];
  if (knowledge.end) return texts.verdict[knowledge.end];
  const rights = castlingRights(fen);
  if (rights !== "-") remarks.push(texts.verdict.castling(rights));
  if (knowledge.isZugzwang) remarks.push(texts.verdict.zugzwang);
  const keeping = knowledge.moves.filter((move) => isExact(move.bounds) && move.bounds[0] === knowledge.bounds[0]);
  const isOnly = keeping.length === 1 && knowledge.moves.length > 1 && knowledge.moves.every((m) => isExact(m.bounds));
  if (isOnly && knowledge.bounds[0] >= 0) {
    const { onlyWin, onlyDraw } = texts.verdict;
    remarks.push((knowledge.bounds[0] === 1 ? onlyWin : onlyDraw)(keeping[0].san));
  }
  if (knowledge.stoppedBy) remarks.push(texts.solving.stoppedBy[knowledge.stoppedBy]);
  return remarks.join(" ") || texts.verdict.toMove(texts.sides[sideToMove(fen)]);
}

/** 433922048 as "434 million". */
export function amount(number) {
  const units = [
    [1e9, texts.solving.billion],
    [1e6, texts.solving.million],
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
