// Pasted text: a FEN, a list of FENs, a link with one, or the PGN of games and studies.

import { Chess } from "chess.js";
import { fenPattern, normalizeFen, quoted } from "./fen.js";
import { texts } from "./texts.js";

/** The chapters of a text: {title, fen, moves}, the moves in SAN. Throws if there are none, or if one is wrong. */
export function readStudy(text) {
  const chapters = /^\s*\[\w+\s+"/m.test(text) ? readGames(text) : readFens(text);
  if (chapters.length > 0) return chapters;
  if (/\b1\.\s*[a-hKQRBNO]/.test(text)) return [readGame(text)];
  if (!/^\s*[pnbrqk\d]+\/[pnbrqk\d/]*(?:[\s_]|$)/i.test(text)) {
    throw new Error(texts.input.unknown(quoted(text)));
  }
  return [{ title: "", fen: normalizeFen(text), moves: [] }]; // completes it, or says what is wrong
}

function readFens(text) {
  const chapters = [];
  for (const line of text.split("\n")) {
    for (const [found] of line.matchAll(fenPattern)) {
      const title = line.replace(found, "").replace(/\S+:\/\/\S*/, "").replace(/^[\s,;:|"-]+|[\s,;:|"-]+$/g, "");
      chapters.push({ title, fen: normalizeFen(found), moves: [] });
    }
  }
  return chapters;
}

/** A game begins where a tag follows a line without one. */
function readGames(text) {
  const games = text.split(/(?<=^(?!\s*\[)[^\n]*\n)(?=\s*\[\w+\s+")/m).filter((game) => game.trim() !== "");
  return games.map(readGame);
}

/** Says which move or place of a PGN is wrong, from what the parser says and the moves that were played before. */
function explained({ message, location }, chess, pgn) {
  const [, illegal] = /^Invalid move in PGN: (.*)$/.exec(message) ?? [];
  if (illegal) {
    const number = `${chess.moveNumber()}${chess.turn() === "w" ? "." : "…"}`;
    return texts.input.illegal(number, quoted(illegal));
  }
  if (!location) return texts.input.unreadable(quoted(pgn));
  const { line, column, offset } = location.start;
  const near = quoted(pgn.slice(Math.max(0, offset - 10), offset + 10));
  return texts.input.unreadableAt(line, column, near);
}

function readGame(pgn) {
  const chess = new Chess();
  try {
    chess.loadPgn(pgn.trim());
  } catch (error) {
    throw new Error(explained(error, chess, pgn.trim()));
  }
  const tags = chess.getHeaders();
  const moves = chess.history();
  const names = [tags.White, tags.Black].filter((name) => name && name !== "?").join(" – ");
  const event = tags.ChapterName ?? tags.Event;
  const title = names || (event && event !== "?" ? event : "");
  const fen = tags.FEN ? normalizeFen(tags.FEN) : new Chess().fen();
  return { title, fen, moves };
}
