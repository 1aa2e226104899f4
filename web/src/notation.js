// The moves of a game as text to click on: the main moves in a row, variations in blocks of their own, comments between.

import { element } from "./dom.js";
import { moveNumber } from "./game.js";
import { signs, wordsOf } from "./pgn.js";
import { texts } from "./texts.js";

/** A move with its number, if it needs one. `fen` is the position before it. */
export function moveButton(fen, text, isNumbered, properties) {
  const number = moveNumber(fen, isNumbered);
  return element("span", {}, number ? element("small", {}, number) : null, element("button", properties, text));
}

const remark = (text) => (wordsOf(text) ? [element("span", { className: "comment" }, wordsOf(text))] : []);

/**
 * The parts of a game. `faultOf(fen, move)` says what a move threw away, or ""; `onGo(node)` is called for a move that is
 * clicked.
 */
export function notationOf(game, faultOf, onGo) {
  const onLine = new Set(game.moves);

  function button(node, isNumbered) {
    const fault = faultOf(node.parent.fen, node);
    const sign = node.nags.map((nag) => signs[nag] ?? "").join("");
    const text = node.san + (fault && !/\?/.test(sign) ? "?" : "") + sign;
    const kind = onLine.has(node) ? "played" : "aside";
    return moveButton(node.parent.fen, text, isNumbered, {
      className: fault ? `${kind} fault` : kind,
      title: fault,
      ariaCurrent: node === game.node ? "step" : null,
      onclick: () => onGo(node),
    });
  }

  /** A variation, whose first move is given. */
  function variation(first) {
    const parts = [...remark(first.introduction), button(first, true), ...remark(first.comment)];
    return element("div", { className: "variation", role: "group", ariaLabel: texts.line.variation }, ...parts, ...after(first, parts.length > 1));
  }

  /** All moves after a node. */
  function after(node, isNumbered) {
    const parts = [];
    for (let { next } = node; next.length > 0; { next } = next[0]) {
      const [main, ...others] = next;
      const said = [...remark(main.comment), ...others.map(variation)];
      parts.push(...remark(main.introduction), button(main, isNumbered), ...said);
      isNumbered = said.length > 0;
    }
    return parts;
  }

  return [...remark(game.start.comment), ...after(game.start, true)];
}

/** Whether a game is one row of moves, without variations and comments. */
export function isPlain(game) {
  if (game.start.comment) return false;
  for (let { next } = game.start; next.length > 0; { next } = next[0]) {
    if (next.length > 1 || next[0].comment) return false;
  }
  return true;
}
