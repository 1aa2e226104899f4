// The board: shows a position, takes moves from mouse, touch and keyboard, and draws shapes over the squares.

import { BORDER_TYPE, Chessboard, COLOR, INPUT_EVENT_TYPE } from "cm-chessboard/src/Chessboard.js";
import "cm-chessboard/assets/chessboard.css";
import piecesUrl from "cm-chessboard/assets/pieces/standard.svg?url";
import { BoardCursor } from "./board_cursor.js";
import { listenToGestures } from "./board_gestures.js";
import { BoardShapes } from "./board_shapes.js";
import { BoardWords } from "./board_words.js";
import { PromotionChoice } from "./promotion_choice.js";

/** The colours of drawings, by their letters in a PGN. */
const brushes = { G: "green", R: "red", Y: "yellow", B: "blue" };

const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /**
   * Calls back:
   *   targetsOf(square)       where the piece on it can go: {square, isPromotion, tone}
   *   onMove(uci)             a legal move was made
   *   onEdit()                a piece was placed, moved or removed while editing
   *   onStep(count)           the wheel was turned or the board swiped: 1 is a move on, -1 a move back
   *   onDraw(drawing)         a circle or an arrow was drawn: {brush, from, to}
   *   onErase()               the drawings are no longer wanted
   *   onPoint(square | null)  the square under the pointer or the cursor changed
   */
  constructor(container, callbacks) {
    this.callbacks = callbacks;
    this.isEditing = false;
    this.brush = null; // what a tap places while editing; "" removes a piece, null moves one
    this.layer = [];
    this.hints = [];
    this.marks = []; // the last move and the best one
    this.drawings = []; // the user's circles and arrows
    this.chessboard = new Chessboard(container, {
      assetsUrl: "",
      style: {
        cssClass: "philidor",
        borderType: BORDER_TYPE.none,
        pieces: { file: new URL(piecesUrl, document.baseURI).href },
        animationDuration: prefersStillness.matches ? 0 : 220,
      },
      extensions: [
        { class: BoardShapes },
        { class: PromotionChoice, props: { language: "en" } },
        { class: BoardWords },
      ],
    });
    const { view } = this.chessboard;
    view.piecesLayer.before(view.coordinatesGroup); // so that no colour on a square covers its letter
    this.shapes = this.chessboard.getExtension(BoardShapes);
    this.words = this.chessboard.getExtension(BoardWords);
    this.cursor = new BoardCursor(this);
    this.chessboard.enableMoveInput((event) => this.#onInput(event));
    container.addEventListener("pointerdown", (event) => this.#onTap(event));
    container.addEventListener("pointermove", (event) => this.#point(event.target.dataset?.square ?? null));
    container.addEventListener("pointerleave", () => this.#point(null));
    listenToGestures(container, {
      isEditing: () => this.isEditing,
      isMovable: (square) => this.hints.some((hint) => hint.square === square) || callbacks.targetsOf(square).length > 0,
      onStep: callbacks.onStep,
      onDraw: callbacks.onDraw,
      onErase: callbacks.onErase,
    });
  }

  /** Shows the pieces of a FEN. */
  show(fen, { animated = true } = {}) {
    this.fen = fen;
    this.#hint([]);
    return this.chessboard.setPosition(fen, animated);
  }

  /** The board as it looks, for pictures of it. */
  get picture() {
    return this.chessboard.view.svg;
  }

  get placement() {
    return this.chessboard.getPosition();
  }

  /** Draws shapes that stay until the next layer is drawn. */
  drawLayer(shapes) {
    this.layer = shapes;
    this.#draw();
  }

  /** Marks the last move: {uci, san, isFault}, or null; and draws an arrow for the best one: {uci, tone}, or null. */
  mark(last, best) {
    this.words.announce(last?.san);
    const squares = last ? [last.uci.slice(0, 2), last.uci.slice(2, 4)] : [];
    this.marks = squares.map((square) => ({ square, tint: "last" }));
    if (last?.isFault) this.marks.push({ square: squares[1], tint: "fault", symbol: "?" });
    if (best) this.marks.push({ from: best.uci.slice(0, 2), to: best.uci.slice(2, 4), tone: best.tone });
    this.#draw();
  }

  /** Shows the user's circles and arrows. */
  showDrawings(drawings) {
    this.drawings = drawings;
    this.#draw();
  }

  /** Draws an arrow for a move that is pointed at in a panel; none for null. */
  pointOut(uci, tone) {
    this.#hint(uci ? [{ from: uci.slice(0, 2), to: uci.slice(2, 4), tone }] : []);
  }

  flip() {
    const isWhite = this.chessboard.getOrientation() === COLOR.white;
    this.chessboard.setOrientation(isWhite ? COLOR.black : COLOR.white);
  }

  /** Picks up a piece. Returns whether it can move. */
  pickUp(square) {
    if (this.isEditing) return Boolean(this.chessboard.getPiece(square)) && this.brush === null;
    const targets = this.callbacks.targetsOf(square);
    this.#hint(targets.map(({ square: to, tone }) => ({ square: to, dot: tone })));
    return targets.length > 0;
  }

  /** Moves a piece, for the keyboard. Returns whether it may go there. */
  putDown(from, to) {
    if (!this.#mayGo(from, to)) return false;
    this.chessboard.movePiece(from, to, true);
    this.#moved(from, to);
    return true;
  }

  letGo() {
    this.#hint([]);
  }

  /** Places a piece on a square, or removes it. */
  put(square, piece) {
    this.chessboard.setPiece(square, piece || null);
    this.callbacks.onEdit();
  }

  /** Removes all pieces. */
  async clear() {
    await this.chessboard.setPosition("8/8/8/8/8/8/8/8");
    this.callbacks.onEdit();
  }

  #hint(shapes) {
    this.hints = shapes;
    this.#draw();
  }

  #draw() {
    const drawings = this.drawings.map(({ brush, from, to }) =>
      to ? { from, to, tone: brushes[brush] } : { square: from, ring: brushes[brush] },
    );
    const onGame = this.isEditing ? [] : [...this.marks, ...drawings];
    this.shapes.show([...onGame, ...this.layer, ...this.hints]);
  }

  #mayGo(from, to) {
    if (this.isEditing) return from !== to;
    return this.callbacks.targetsOf(from).some(({ square }) => square === to);
  }

  /** Reports a move that the board already shows. */
  #moved(from, to) {
    this.#hint([]);
    if (this.isEditing) return this.callbacks.onEdit();
    const { isPromotion } = this.callbacks.targetsOf(from).find(({ square }) => square === to);
    if (!isPromotion) return this.callbacks.onMove(from + to);
    const color = to[1] === "8" ? COLOR.white : COLOR.black;
    this.chessboard.showPromotionDialog(to, color, ({ piece }) => {
      if (piece) this.callbacks.onMove(from + to + piece[1]);
      else this.show(this.fen);
    });
  }

  #onInput({ type, squareFrom, squareTo, reason }) {
    switch (type) {
      case INPUT_EVENT_TYPE.moveInputStarted:
        return this.pickUp(squareFrom);
      case INPUT_EVENT_TYPE.validateMoveInput: {
        const isAllowed = Boolean(squareTo) && this.#mayGo(squareFrom, squareTo);
        if (isAllowed) queueMicrotask(() => this.#moved(squareFrom, squareTo)); // after the piece has moved
        else this.letGo();
        return isAllowed;
      }
      case INPUT_EVENT_TYPE.moveInputCanceled:
        this.letGo();
        if (this.isEditing && reason === "movedOutOfBoard") this.put(squareFrom, null);
        return true;
      default:
        return true;
    }
  }

  #onTap(event) {
    const square = event.target.dataset?.square;
    if (!square) return;
    this.#point(square);
    if (this.isEditing && this.brush !== null) this.put(square, this.brush);
  }

  #point(square) {
    if (square === this.pointed) return;
    this.pointed = square;
    this.callbacks.onPoint(square);
  }
}
