// Positions as text. Legality is left to the rules (chess.js) and the server.

import { validateFen } from "chess.js";

const row = "[pnbrqkPNBRQK1-8]{1,8}";
const board = `(?:${row}/){7}${row}`;
const fields = "(?:[ _]+(?:-|[KQkq]{1,4})(?:[ _]+(?:-|[a-h][36])(?:[ _]+\\d+[ _]+\\d+)?)?)?";

/** Finds FENs in any text; underscores may stand for spaces, as in links, and trailing fields may be missing. */
export const fenPattern = new RegExp(`${board}[ _]+[wb]${fields}`, "g");

/** Quotes input in a complaint; a long text is cut short. */
export function quoted(text) {
  const given = text.trim();
  return given.length > 60 ? `“${given.slice(0, 60)}…”` : `“${given}”`;
}

/** The complete FEN, with spaces and all six fields. Throws if it is not a position. */
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

/** As in a FEN: "KQkq" or a part of it, "-" for none. */
export const castlingRights = (fen) => fen.split(" ")[2];

/** Only kings and pawns: such endings have a map of key squares. */
export const isPawnEnding = (fen) => !/[qrbn]/i.test(placementOf(fen));

export const menOf = (fen) => placementOf(fen).replace(/[^a-z]/gi, "").length;

/** What identifies a position: its FEN without the move counters. */
export const positionKey = (fen) => fen.split(" ").slice(0, 4).join(" ");
