// The choice of what is drawn over the board: the kings' key squares, corresponding squares, or the pawns' features.

import { element } from "./dom.js";
import { correspondenceShapes, kingShapes, legendOf, partnersOf, tones } from "./key_squares.js";
import { canShow, layers } from "./layers.js";
import { captionShapes, signed, termShapes, termTable } from "./pawn_features.js";
import { texts } from "./texts.js";

export class LayersPanel {
  /** Calls back: onChoose(layer), onDraw(shapes). */
  constructor(container, { onChoose, onDraw }) {
    this.onDraw = onDraw;
    this.layer = "none";
    this.answer = null;
    this.pointed = null;
    this.term = null;
    this.inputs = layers.map((value) => {
      const onchange = () => onChoose(value);
      return element("input", { type: "radio", name: "layer", id: `layer-${value}`, value, onchange });
    });
    const choices = this.inputs.flatMap((input) => [
      input,
      element("label", { htmlFor: input.id }, texts.layers[input.value]),
    ]);
    this.legend = element("div", { className: "legend", ariaLive: "polite" });
    container.append(
      element("h3", { id: "layers-title" }, texts.layers.title),
      element("div", { className: "choices", role: "radiogroup", "aria-labelledby": "layers-title" }, ...choices),
      this.legend,
    );
    container.setAttribute("aria-labelledby", "layers-title");
  }

  /** Shows a layer of a position. The server's answer is null until it comes; a complaint says why it does not. */
  show(fen, layer, answer, complaint = "") {
    this.layer = layer;
    this.answer = answer;
    this.term = null;
    for (const input of this.inputs) {
      input.checked = input.value === layer;
      input.disabled = !canShow(input.value, fen);
    }
    this.#describe(canShow(layer, fen) ? complaint : texts.layers.pawnEndingsOnly);
    this.draw();
  }

  /** Takes the square that is pointed at, or null. */
  point(square) {
    this.pointed = square;
    if (!this.answer || this.layer === "none") return;
    if (this.layer === "pairs") this.draw();
    const text = this.#textFor(square);
    if (this.hint) this.hint.textContent = text || this.hint.dataset.usual;
  }

  draw() {
    this.onDraw(this.answer ? this.#shapes() : []);
  }

  #shapes() {
    if (this.term) return termShapes(this.term);
    switch (this.layer) {
      case "white":
        return kingShapes(this.answer.white_king);
      case "black":
        return kingShapes(this.answer.black_king);
      case "pairs":
        return correspondenceShapes(this.answer.corresponding, this.pointed);
      case "pawns":
        return captionShapes(this.answer.pawns);
      default:
        return [];
    }
  }

  #describe(complaint) {
    this.hint = null;
    if (this.layer === "none") return this.legend.replaceChildren();
    if (!this.answer) {
      return this.legend.replaceChildren(element("p", { className: "quiet" }, complaint || texts.layers.waiting));
    }
    const usual = texts.layers.hints[this.layer];
    this.hint = element("p", { className: "quiet", "data-usual": usual }, usual);
    if (this.layer === "pawns") return this.legend.replaceChildren(this.#termTable(), this.hint);
    this.legend.replaceChildren(this.#swatches(), this.hint);
  }

  #swatches() {
    const item = (tone, text) =>
      element("li", {}, element("span", { className: `swatch tint-${tone}`, ariaHidden: "true" }), text);
    if (this.layer === "pairs") {
      return element("ul", {}, item("white-number", texts.layers.whiteNumber), item("black-number", texts.layers.blackNumber));
    }
    const found = legendOf(this.answer[`${this.layer}_king`]);
    return element("ul", {}, ...found.map((name) => item(tones[name], texts.layers.squares[name])));
  }

  #textFor(square) {
    if (!square) return "";
    if (this.layer === "pairs") {
      const partners = partnersOf(this.answer.corresponding, square);
      return partners.length > 0 ? texts.layers.partners(square, partners.join(", ")) : "";
    }
    const verdict = this.answer[`${this.layer}_king`]?.[square];
    return verdict ? texts.layers.square(square, texts.layers.squares[verdict]) : "";
  }

  #termTable() {
    const rows = termTable(this.answer);
    const cell = (term) => element("td", {}, term ? this.#termButton(term) : "");
    const body = rows.map((row) =>
      element("tr", {}, element("th", { scope: "row" }, row.name), cell(row.white), cell(row.black)),
    );
    const head = [texts.layers.pawnTable, texts.sides.w, texts.sides.b].map((text) => element("th", { scope: "col" }, text));
    const total = element("td", { colSpan: 2 }, signed(this.answer.total / 100));
    return element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...body),
      element("tfoot", {}, element("tr", {}, element("th", { scope: "row" }, texts.layers.total), total)),
    );
  }

  #termButton(term) {
    const choose = (chosen) => () => {
      this.term = chosen;
      this.draw();
    };
    return element(
      "button",
      {
        ariaLabel: texts.layers.term(term.name, term.color, signed(term.value), term.squares.join(" ")),
        onpointerenter: choose(term),
        onpointerleave: choose(null),
        onfocus: choose(term),
        onblur: choose(null),
      },
      signed(term.value),
    );
  }
}
