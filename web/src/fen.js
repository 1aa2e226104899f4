// Positions as text. Whether a position is legal is for the rules (chess.js) and the server to say.

import { validateFen } from "chess.js";

const row = "[pnbrqkPNBRQK1-8]{1,8}";
const board = `(?:${row}/){7}${row}`;
const fields = "(?:[ _]+(?:-|[KQkq]{1,4})(?:[ _]+(?:-|[a-h][36])(?:[ _]+\\d+[ _]+\\d+)?)?)?";

/** Finds FENs in any text; underscores may stand for spaces, as in links, and trailing fields may be missing. */
export const fenPattern = new RegExp(`${board}[ _]+[wb]${fields}`, "g");

/** What was given, to be shown in a complaint about it; of a long text the beginning. */
export function quoted(text) {
  const given = text.trim();
  return given.length > 60 ? `“${given.slice(0, 60)}…”` : `“${given}”`;
}

/** The whole FEN, with spaces and all six fields. Throws if it describes no position. */
export function normalizeFen(text) {
  const given = text.trim().split(/[ _]+/);
  const defaults = ["", "w", "-", "-", "0", "1"];
  const fen = defaults.map((value, index) => given[index] ?? value).join(" ");
  const { ok, error } = validateFen(fen);
  if (!ok) throw new Error(`${error.replace(/^Invalid FEN: /, "")}: ${quoted(text)}`);
  return fen;
}

export const placementOf = (fen) => fen.split(" ")[0];

export const sideToMove = (fen) => fen.split(" ")[1];

export const mayCastle = (fen) => fen.split(" ")[2] !== "-";

/** Kings and pawns only: the endings that have a map of key squares. */
export const isPawnEnding = (fen) => !/[qrbn]/i.test(placementOf(fen));

export const menOf = (fen) => placementOf(fen).replace(/[^a-z]/gi, "").length;

/** The key of a position for what is known of it: the move counters do not matter there. */
export const positionKey = (fen) => fen.split(" ").slice(0, 4).join(" ");
