// Positions as text. Legality is left to the rules (chess.js) and the server.

import { validateFen } from "chess.js";
import { texts } from "./texts.js";

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

/** What chess.js complains about, by the words that it uses. */
const faults = {
  "six space": "fields",
  "'/'-delimited": "rows",
  "consecutive number": "rank",
  "too many squares": "rank",
  "invalid piece": "piece",
  "edge rows": "edgePawns",
  "missing white king": "kings",
  "missing black king": "kings",
  "white kings": "kings",
  "black kings": "kings",
  "side-to-move": "side",
  castling: "castling",
  "en-passant": "enPassant",
  number: "counters",
};

function faultOf(error) {
  const words = Object.keys(faults).find((found) => error.includes(found));
  return texts.input.fenFaults[faults[words]] ?? texts.input.fenFaults.other;
}

/** The complete FEN, with spaces and all six fields. Throws if it is not a position. */
export function normalizeFen(text) {
  const given = text.trim().split(/[ _]+/);
  const defaults = ["", "w", "-", "-", "0", "1"];
  const fen = defaults.map((value, index) => given[index] ?? value).join(" ");
  const { ok, error } = validateFen(fen);
  if (!ok) throw new Error(texts.input.wrongFen(faultOf(error), quoted(text)));
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
