// A cursor for the keyboard: arrow keys move it, Enter picks up a piece and puts it down, A draws. While a position is set
// up, letters place pieces. A live region announces the square.

import { COLOR } from "cm-chessboard/src/Chessboard.js";
import { Svg } from "cm-chessboard/src/lib/Svg.js";
import { EXTENSION_POINT } from "cm-chessboard/src/model/Extension.js";
import { drawingOf } from "./board_gestures.js";
import { element } from "./dom.js";
import { texts } from "./texts.js";
import { pieceName } from "./words.js";

const steps = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] };

export class BoardCursor {
  constructor(board) {
    this.board = board;
    this.square = "e4";
    this.from = null;
    this.drawn = null; // where an arrow begins
    const { view, context } = board.chessboard;
    this.frame = Svg.addElement(view.markersTopLayer, "rect", { class: "cursor", visibility: "hidden" });
    this.news = element("p", { className: "unseen", id: "cursor-words", ariaLive: "polite" });
    context.append(this.news);
    this.svg = view.svg;
    this.svg.setAttribute("tabindex", "0");
    this.svg.setAttribute("role", "application");
    this.svg.setAttribute("aria-label", texts.board.keyboard);
    this.svg.addEventListener("keydown", (event) => this.#onKey(event));
    this.svg.addEventListener("focus", () => this.#draw());
    this.svg.addEventListener("blur", () => this.#hide());
    board.shapes.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, () => this.#isShown() && this.#draw());
  }

  focus() {
    this.svg.focus();
  }

  #isShown() {
    return this.frame.getAttribute("visibility") === "visible";
  }

  #draw() {
    // A click focuses the board, too, but needs no cursor.
    if (!this.svg.matches(":focus-visible")) return;
    const { view } = this.board.chessboard;
    const { x, y } = view.squareToPoint(this.square);
    const inset = view.squareWidth * 0.04;
    const size = view.squareWidth - 2 * inset;
    const box = { x: x + inset, y: y + inset, width: size, height: size };
    for (const [name, value] of Object.entries(box)) this.frame.setAttribute(name, value);
    this.frame.setAttribute("visibility", "visible");
    this.frame.classList.toggle("holding", (this.from ?? this.drawn) !== null);
    this.news.textContent = this.#describe();
    this.board.callbacks.onPoint(this.square);
  }

  #hide() {
    this.frame.setAttribute("visibility", "hidden");
    if (this.from) this.board.letGo();
    this.from = null;
    this.drawn = null;
  }

  #describe() {
    const piece = this.board.chessboard.getPiece(this.square);
    return texts.board.square(this.square, piece ? pieceName(piece) : texts.board.empty);
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { isEditing } = this.board;
    const isHandled =
      this.#walk(event.key) || this.#act(event.key) || (isEditing ? this.#place(event.key) : this.#sketch(event));
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
    this.#draw();
  }

  #walk(key) {
    if (!(key in steps)) return false;
    const turn = this.board.chessboard.getOrientation() === COLOR.white ? 1 : -1;
    const [file, rank] = steps[key].map((step, index) => {
      const place = this.square.charCodeAt(index) - "a1".charCodeAt(index) + step * turn;
      return Math.max(0, Math.min(7, place));
    });
    this.square = "abcdefgh"[file] + (rank + 1);
    return true;
  }

  #act(key) {
    if (key === "Escape" && (this.from || this.drawn)) {
      this.board.letGo();
      this.from = null;
      this.drawn = null;
      return true;
    }
    if (key !== "Enter" && key !== " ") return false;
    if (this.board.isEditing && this.board.brush !== null) {
      this.board.put(this.square, this.board.brush);
    } else if (this.from && this.board.putDown(this.from, this.square)) {
      this.from = null;
    } else {
      this.from = this.board.pickUp(this.square) ? this.square : null;
    }
    return true;
  }

  /** The first A begins an arrow, and the second ends it; on the same square they make a circle. */
  #sketch({ key, shiftKey }) {
    if (key.toLowerCase() === "x") {
      this.board.callbacks.onErase();
      return true;
    }
    if (key.toLowerCase() !== "a") return false;
    if (this.drawn) this.board.callbacks.onDraw(drawingOf(shiftKey ? "R" : "G", this.drawn, this.square));
    this.drawn = this.drawn ? null : this.square;
    return true;
  }

  #place(key) {
    if (key === "Delete" || key === "Backspace") {
      this.board.put(this.square, null);
      return true;
    }
    if (!/^[pnbrqk]$/i.test(key)) return false;
    this.board.put(this.square, (key === key.toUpperCase() ? "w" : "b") + key.toLowerCase());
    return true;
  }
}
