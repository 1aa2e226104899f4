// The moves of the game with its variations, and the best line from here, to step through or to have played.

import { element } from "./dom.js";
import { isPlain, moveButton, notationOf } from "./notation.js";
import { texts } from "./texts.js";

/** Whether the moves ahead in a game are those of a line, as far as both go. */
export const goTogether = (ahead, line) =>
  line.slice(0, ahead.length).every((move, index) => move.uci === ahead[index].uci);

export class LinePanel {
  /**
   * Calls back: onGo(node) in the game, onFollow(count) moves of the best line, onToggle() playing, onPromote() the
   * variation, onRemove() the last move and what follows it.
   */
  constructor(container, callbacks) {
    this.callbacks = callbacks;
    this.shown = new Map(); // what the containers show: {game, html}
    this.moves = element("div", { className: "notation" });
    this.better = element("div", { className: "notation" });
    this.note = element("p", { className: "quiet" });
    this.button = element("button", { id: "play", title: texts.line.playKey, onclick: callbacks.onToggle });
    this.promote = element("button", { id: "promote", onclick: callbacks.onPromote }, texts.line.promote);
    this.remove = element("button", { id: "remove", onclick: callbacks.onRemove }, texts.line.remove);
    this.changes = element("div", { className: "tools changes" }, this.promote, this.remove);
    const head = element("div", { className: "row" }, element("h3", { id: "line-title" }, texts.line.title), this.button);
    container.append(head, this.moves, this.better, this.note, this.changes);
    container.setAttribute("aria-labelledby", "line-title");
  }

  /**
   * `line` is best play from here: {uci, san, fen, isZugzwang}, with the FEN before the move. thrownAwayBy(fen, move) says
   * what a move threw away, or "".
   */
  show(game, line, isPlaying, thrownAwayBy = () => "") {
    const ahead = game.moves.slice(game.ply);
    // If the game goes on with best play, the line is its continuation; otherwise both are shown.
    const isOne = isPlain(game) && goTogether(ahead, line);
    const shown = isOne ? line.slice(ahead.length) : line;
    const isFirst = !isOne || game.moves.length === 0;
    const played = notationOf(game, thrownAwayBy, this.callbacks.onGo);
    const best = shown.map((move, index) => this.#best(move, line.indexOf(move) + 1, isFirst && index === 0));
    const isBest = goTogether(ahead, line) && ahead.length <= line.length; // all that will be played is best play
    this.button.textContent = isPlaying ? texts.line.pause : isBest ? texts.line.playLine : texts.line.playMoves;
    this.button.disabled = best.length + ahead.length === 0;
    this.promote.hidden = !game.isVariation;
    this.remove.hidden = !game.node.parent;
    this.#put(this.moves, game, [...played, ...(isOne ? best : [])]);
    this.#put(this.better, game, isOne || best.length === 0 ? [] : [element("small", {}, texts.line.label), ...best]);
    this.note.textContent = shown.some((move) => move.isZugzwang) ? texts.line.zugzwang : "";
    if (played.length + best.length === 0) this.note.textContent = texts.line.none;
  }

  /** Shows parts of a game, unless they are there already: a button about to be pressed must stay. */
  #put(container, game, parts) {
    const html = parts.map((part) => part.outerHTML).join("");
    const shown = this.shown.get(container);
    if (shown?.game === game && shown.html === html) return;
    this.shown.set(container, { game, html });
    container.replaceChildren(...parts);
    const current = container.querySelector("[aria-current]");
    if (current) container.scrollTop = current.offsetTop - container.clientHeight / 2; // the page itself must not scroll
  }

  #best(move, count, isFirst) {
    const san = move.san + (move.isZugzwang ? "⊙" : "");
    return moveButton(move.fen, san, isFirst, { className: "best", onclick: () => this.callbacks.onFollow(count) });
  }
}
