// Setting up a position: by hand on the board, or from text.

import { normalizeFen, placementOf, sideToMove } from "./fen.js";
import { readStudy } from "./study.js";

export class Editor {
  #board;
  #callbacks;
  #before = ""; // the position on the board before it was edited
  #side = null; // whose move it will be, while the board is edited

  /**
   * Calls back:
   *   onSetUp(fen)       a position was set up by hand
   *   onStudy(chapters)  text was read: see study.js
   *   onEdit()           the position being set up has changed
   *   onCancel()         editing was cancelled, and the board should show the game again
   *   onComplaint(text)  a complaint about wrong input; "" withdraws it
   */
  constructor(board, callbacks) {
    this.#board = board;
    this.#callbacks = callbacks;
  }

  get isEditing() {
    return this.#side !== null;
  }

  get side() {
    return this.#side;
  }

  /** The position being set up, legal or not. */
  get fen() {
    return `${this.#board.placement} ${this.#side} - - 0 1`;
  }

  begin(fen) {
    this.#before = fen;
    this.#side = sideToMove(fen);
    this.#board.isEditing = true;
  }

  chooseSide(side) {
    this.#side = side;
    this.#callbacks.onEdit();
  }

  /** Sets up the edited position, if it is legal and differs from the one before. */
  finish() {
    this.#tryTo(() => {
      const fen = normalizeFen(this.fen);
      const before = this.#before;
      const isChanged = placementOf(fen) !== placementOf(before) || sideToMove(fen) !== sideToMove(before);
      if (isChanged) this.#callbacks.onSetUp(fen);
      else this.cancel();
    });
  }

  cancel() {
    this.leave();
    this.#callbacks.onComplaint("");
    this.#callbacks.onCancel();
  }

  /** Ends editing; the board takes moves again. */
  leave() {
    this.#side = null;
    this.#board.isEditing = false;
  }

  /** Reads a FEN, a PGN or a study. */
  read(text) {
    this.#tryTo(() => this.#callbacks.onStudy(readStudy(text)));
  }

  /** Wrong input changes nothing. */
  #tryTo(action) {
    try {
      this.#callbacks.onComplaint("");
      action();
    } catch (error) {
      this.#callbacks.onComplaint(error.message);
    }
  }
}
