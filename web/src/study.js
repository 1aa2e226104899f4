// Pasted text: a FEN, a list of FENs, a link with one, or the PGN of games and studies.

import { fenPattern, normalizeFen, quoted } from "./fen.js";
import { Game } from "./game.js";
import { readPgn } from "./pgn.js";
import { texts } from "./texts.js";

/** The chapters of a text: {title, game}. Throws if there are none, or if one is wrong. */
export function readStudy(text) {
  if (/^\s*\[\w+\s+"/m.test(text)) return readGames(text);
  const chapters = readFens(text);
  if (chapters.length > 0) return chapters;
  if (/\b1\.\s*(?:\.\.\s*)?[a-hKQRBNO]/.test(text)) return readGames(text);
  if (!/^\s*[pnbrqk\d]+\/[pnbrqk\d/]*(?:[\s_]|$)/i.test(text)) {
    throw new Error(texts.input.unknown(quoted(text)));
  }
  return [{ title: "", game: new Game(normalizeFen(text)) }]; // completes it, or says what is wrong
}

function readFens(text) {
  const chapters = [];
  for (const line of text.split("\n")) {
    for (const [found] of line.matchAll(fenPattern)) {
      const title = line.replace(found, "").replace(/\S+:\/\/\S*/, "").replace(/^[\s,;:|"-]+|[\s,;:|"-]+$/g, "");
      chapters.push({ title, game: new Game(normalizeFen(found)) });
    }
  }
  return chapters;
}

const readGames = (text) => readPgn(text).map((game) => ({ title: titleOf(game.tags), game }));

function titleOf({ White: white, Black: black, ChapterName: chapter, Event: event }) {
  const names = [white, black].filter((name) => name && name !== "?").join(" – ");
  return names || [chapter, event].find((name) => name && name !== "?") || "";
}
