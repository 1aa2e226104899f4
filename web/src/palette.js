// The pieces for setting up a position: tap one and then squares, or drag it to the board.

import { element } from "./dom.js";
import { texts } from "./texts.js";
import { pieceName } from "./words.js";

export class Palette {
  /** Calls back: onSide(side), onCancel(). */
  constructor(container, board, { onSide, onCancel }) {
    this.board = board;
    this.container = container;
    const rows = ["w", "b"].map((color) => {
      const men = Object.keys(texts.pieces).map((type) => this.#man(color + type));
      return element("div", { className: "men" }, ...men);
    });
    this.buttons = rows.flatMap((row) => [...row.children]);
    this.sides = ["w", "b"].map((side) =>
      element("button", { type: "button", onclick: () => onSide(side) }, texts.turn[side]),
    );
    this.eraser = element("button", { type: "button", onclick: () => this.#choose("") }, texts.editor.eraser);
    const clear = element("button", { type: "button", onclick: () => board.clear() }, texts.editor.clear);
    const cancelling = { type: "button", className: "cancel", title: texts.editor.cancelKey, onclick: onCancel };
    const cancel = element("button", cancelling, texts.editor.cancel);
    container.append(
      element("h3", { id: "palette-title" }, texts.editor.title),
      ...rows,
      element("div", { className: "tools" }, ...this.sides),
      element("div", { className: "tools" }, this.eraser, clear, cancel),
    );
    container.setAttribute("aria-labelledby", "palette-title");
  }

  show(isEditing, side) {
    this.container.hidden = !isEditing;
    this.sides.forEach((button, index) => button.setAttribute("aria-pressed", String("wb"[index] === side)));
    if (!isEditing) this.#choose(null);
  }

  /** Choosing the same piece again unselects it; then a tap moves the piece on the board. */
  #choose(piece) {
    this.board.brush = piece !== null && piece === this.board.brush ? null : piece;
    for (const button of this.buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.piece === this.board.brush));
    }
    this.eraser.setAttribute("aria-pressed", String(this.board.brush === ""));
  }

  #man(piece) {
    const button = element("button", { type: "button", "data-piece": piece, ariaLabel: pieceName(piece), ariaPressed: "false" });
    button.innerHTML = picture(piece);
    button.addEventListener("click", () => this.#choose(piece));
    button.addEventListener("pointerdown", (event) => this.#drag(event, piece));
    return button;
  }

  /** A ghost follows the pointer; the piece is placed where it is dropped. */
  #drag(start, piece) {
    const ghost = element("div", { className: "ghost" });
    ghost.innerHTML = picture(piece);
    const follow = (event) => {
      if (!ghost.isConnected) document.body.append(ghost);
      ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    };
    const drop = (event) => {
      removeEventListener("pointermove", follow);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      ghost.remove();
      const square = document.elementFromPoint(event.clientX, event.clientY)?.dataset.square;
      if (square && event.type === "pointerup") this.board.put(square, piece);
    };
    start.target.releasePointerCapture?.(start.pointerId);
    addEventListener("pointermove", follow);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }
}

/** Refers to the pieces that the board has put into the page. */
const picture = (piece) => `<svg viewBox="0 0 40 40" aria-hidden="true"><use href="#${piece}"></use></svg>`;
