// Draws over the board. A shape is an object with a square and one or more of
//   tint, symbol    a coloured square, and a character in its middle
//   ring            a circle around the square
//   dot             a mark where a piece can go
//   caption, tone   a word at the foot of the square
// or an arrow {from, to, tone}. Tints, rings and tones are named in style.css.

import { Extension, EXTENSION_POINT } from "cm-chessboard/src/model/Extension.js";
import { Svg } from "cm-chessboard/src/lib/Svg.js";

export class BoardShapes extends Extension {
  constructor(chessboard) {
    super(chessboard);
    this.shapes = [];
    this.below = Svg.addElement(chessboard.view.markersLayer, "g", { class: "shapes" });
    this.above = Svg.addElement(chessboard.view.markersTopLayer, "g", { class: "shapes" });
    this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, () => this.draw());
    this.registerExtensionPoint(EXTENSION_POINT.positionChanged, () => this.draw());
  }

  show(shapes) {
    this.shapes = shapes;
    this.draw();
  }

  draw() {
    this.below.replaceChildren();
    this.above.replaceChildren();
    for (const shape of this.shapes) {
      if (shape.from) this.#drawArrow(shape);
      else this.#drawOnSquare(shape);
    }
  }

  #drawOnSquare({ square, tint, symbol, ring, dot, caption, tone }) {
    const { x, y } = this.chessboard.view.squareToPoint(square);
    const size = this.chessboard.view.squareWidth;
    const isTaken = Boolean(this.chessboard.getPiece(square));
    const middle = { cx: x + size / 2, cy: y + size / 2 };
    const add = (group, name, attributes, text) => {
      const node = Svg.addElement(group, name, { "data-shape": square, ...attributes });
      if (text) node.textContent = text;
    };
    if (tint) {
      const gap = size * 0.04;
      const box = { x: x + gap, y: y + gap, width: size - 2 * gap, height: size - 2 * gap, rx: size * 0.1 };
      add(this.below, "rect", { ...box, class: `tint tint-${tint}` });
    }
    if (symbol) {
      // A piece would hide it, so it moves to the corner.
      const place = isTaken
        ? { x: x + size * 0.84, y: y + size * 0.18, "font-size": size * 0.26 }
        : { x: middle.cx, y: middle.cy, "font-size": size * 0.38 };
      add(isTaken ? this.above : this.below, "text", { ...place, class: `symbol tint-${tint}` }, symbol);
    }
    if (ring) add(this.above, "circle", { ...middle, r: size * 0.44, class: `ring ring-${ring}` });
    if (dot) {
      const radius = isTaken ? 0.44 : 0.16;
      add(this.above, "circle", { ...middle, r: size * radius, class: `${isTaken ? "ring ring" : "dot dot"}-${dot}` });
    }
    if (caption) {
      const place = { x: middle.cx, y: y + size * 0.93, "font-size": Math.max(8, size * 0.17) };
      add(this.above, "text", { ...place, class: `caption caption-${tone}` }, caption);
    }
  }

  #drawArrow({ from, to, tone }) {
    const size = this.chessboard.view.squareWidth;
    const middleOf = (square) => {
      const { x, y } = this.chessboard.view.squareToPoint(square);
      return [x + size / 2, y + size / 2];
    };
    const [x1, y1] = middleOf(from);
    const [x2, y2] = middleOf(to);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    const half = size * 0.06;
    const head = size * 0.3;
    const tip = length - size * 0.1;
    const points = [
      [size * 0.2, -half],
      [tip - head, -half],
      [tip - head, -head / 2],
      [tip, 0],
      [tip - head, head / 2],
      [tip - head, half],
      [size * 0.2, half],
    ];
    Svg.addElement(this.above, "polygon", {
      points: points.join(" "),
      transform: `translate(${x1} ${y1}) rotate(${angle})`,
      class: `arrow arrow-${tone}`,
    });
  }
}
