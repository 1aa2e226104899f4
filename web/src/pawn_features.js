// What the evaluation says about pawns: captions on the board, and a table of terms.

import { texts } from "./texts.js";

/** In order of importance: a pawn is captioned with its first feature. The others are in the table. */
const tones = {
  "connected passer": "good",
  "protected passer": "good",
  passed: "good",
  candidate: "good",
  backward: "bad",
  doubled: "bad",
  isolated: "bad",
  supported: "good",
  phalanx: "good",
  connected: "good",
  "chain base": "plain",
  blocked: "plain",
};

/** A caption on each pawn with one of these features. */
export function captionShapes(pawns) {
  return pawns.flatMap(({ square, features }) => {
    const feature = Object.keys(tones).find((name) => features.includes(name));
    return feature ? [{ square, caption: texts.layers.captions[feature] ?? feature, tone: tones[feature] }] : [];
  });
}

/** A tint on the squares of one term. */
export const termShapes = (term) => term.squares.map((square) => ({ square, tint: `${term.color}-term` }));

const wholePhase = 24; // as in pawn_term.hpp; with nothing but pawns the phase is 0

/** The terms by name, largest first: {name, white, black}, in pawns from White's view, each with its squares. */
export function termTable({ terms, phase }) {
  const rows = new Map();
  for (const term of terms) {
    const share = Math.min(phase, wholePhase) / wholePhase;
    const value = (term.middlegame * share + term.endgame * (1 - share)) / 100;
    const row = rows.get(term.name) ?? { name: term.name };
    row[term.color] = { ...term, value };
    rows.set(term.name, row);
  }
  const weight = (row) => Math.abs(row.white?.value ?? 0) + Math.abs(row.black?.value ?? 0);
  const isWorthTelling = (row) => weight(row) >= 0.01;
  return [...rows.values()].filter(isWorthTelling).sort((a, b) => weight(b) - weight(a));
}

/** 0.45 as "+0.45". */
export const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
