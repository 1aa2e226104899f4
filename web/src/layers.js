// What can be drawn over the board, and what the server is asked for to draw it.

import { isPawnEnding } from "./fen.js";

/** The layers, in the order of their keys. */
export const layers = ["none", "white", "black", "pairs", "pawns"];

/** The question to the server that a layer needs; null if it needs none. */
export const sourceOf = (layer) => ({ white: "map", black: "map", pairs: "map", pawns: "eval" })[layer] ?? null;

/** Only pawn endings have maps. */
export const canShow = (layer, fen) => sourceOf(layer) !== "map" || isPawnEnding(fen);
