// The board in words, for who cannot see it: the pieces of each side and their squares, and the last move.

import { Extension, EXTENSION_POINT } from "cm-chessboard/src/model/Extension.js";
import { element } from "./dom.js";
import { texts } from "./texts.js";

/** The pieces of a side, as in "King a1, pawn d4". `placement` is the first field of a FEN. */
export function piecesOf(side, placement) {
  const rows = placement.replace(/\d/g, (count) => " ".repeat(count)).split("/");
  const men = rows.flatMap((row, down) => [...row].map((man, file) => ({ man, square: "abcdefgh"[file] + (8 - down) })));
  const own = men.filter(({ man }) => man !== " " && (man === man.toUpperCase()) === (side === "w"));
  const found = Object.entries(texts.pieces).flatMap(([type, name]) =>
    own.filter(({ man }) => man.toLowerCase() === type).map(({ square }) => `${name} ${square}`),
  );
  return `${texts.sides[side]}: ${found.join(", ")}`;
}

export class BoardWords extends Extension {
  constructor(chessboard) {
    super(chessboard);
    this.list = element("ul", { className: "unseen", id: "pieces", ariaLabel: texts.board.pieces });
    this.news = element("p", { className: "unseen", id: "last-move", role: "status" });
    chessboard.context.append(this.list, this.news);
    this.registerExtensionPoint(EXTENSION_POINT.positionChanged, () => this.tell());
    this.tell();
  }

  tell() {
    const placement = this.chessboard.getPosition();
    this.list.replaceChildren(...["w", "b"].map((side) => element("li", {}, piecesOf(side, placement))));
  }

  /** Announces a move; none for null. */
  announce(san) {
    const text = san ? texts.board.lastMove(san) : "";
    if (this.news.textContent !== text) this.news.textContent = text;
  }
}
