// The moves of the game and the best line from here, to step through or to have played.

import { element } from "./dom.js";
import { moveNumber } from "./game.js";
import { texts } from "./texts.js";

/** Whether the moves ahead in a game are those of a line, as far as both go. */
export const goTogether = (ahead, line) =>
  line.slice(0, ahead.length).every((move, index) => move.uci === ahead[index].uci);

export class LinePanel {
  /** Calls back: onGo(ply) in the game, onFollow(count) moves of the best line, onToggle() playing. */
  constructor(container, callbacks) {
    this.callbacks = callbacks;
    this.moves = element("p", { className: "notation" });
    this.better = element("p", { className: "notation" });
    this.note = element("p", { className: "quiet" });
    this.button = element("button", { id: "play", title: texts.line.playKey, onclick: callbacks.onToggle });
    const head = element("div", { className: "row" }, element("h3", { id: "line-title" }, texts.line.title), this.button);
    container.append(head, this.moves, this.better, this.note);
    container.setAttribute("aria-labelledby", "line-title");
  }

  /**
   * `line` is best play from here: {uci, san, fen, isZugzwang}, with the FEN before the move. thrownAwayBy(fen, move) says
   * what a move threw away, or "".
   */
  show(game, line, isPlaying, thrownAwayBy = () => "") {
    const faults = game.moves.map((move, index) => thrownAwayBy(game.fenAt(index), move));
    const state = JSON.stringify([game, line, isPlaying, faults]);
    if (state === this.state) return; // a button about to be pressed must stay
    this.state = state;
    const ahead = game.moves.slice(game.ply);
    const played = game.moves.map((move, index) => this.#played(game, move, index, faults[index]));
    // If the game goes on with best play, the line is its continuation; otherwise both are shown.
    const isOne = goTogether(ahead, line);
    const shown = isOne ? line.slice(ahead.length) : line;
    const isFirst = !isOne || game.moves.length === 0;
    const best = shown.map((move, index) => this.#best(move, line.indexOf(move) + 1, isFirst && index === 0));
    this.moves.replaceChildren(...played, ...(isOne ? best : []));
    this.better.replaceChildren(...(isOne ? [] : best));
    if (this.better.hasChildNodes()) this.better.prepend(element("small", {}, texts.line.label));
    this.note.textContent = shown.some((move) => move.isZugzwang) ? texts.line.zugzwang : "";
    if (played.length + best.length === 0) this.note.textContent = texts.line.none;
    const isBest = isOne && ahead.length <= line.length; // all that will be played is best play
    this.button.textContent = isPlaying ? texts.line.pause : isBest ? texts.line.playLine : texts.line.playMoves;
    this.button.disabled = best.length + ahead.length === 0;
  }

  #played(game, move, index, fault) {
    const isCurrent = index + 1 === game.ply;
    return this.#move(game.fenAt(index), fault ? `${move.san}?` : move.san, index === 0, {
      className: fault ? "played fault" : "played",
      title: fault,
      ariaCurrent: isCurrent ? "step" : null,
      onclick: () => this.callbacks.onGo(index + 1),
    });
  }

  #best(move, count, isFirst) {
    const san = move.san + (move.isZugzwang ? "⊙" : "");
    return this.#move(move.fen, san, isFirst, {
      className: "best",
      onclick: () => this.callbacks.onFollow(count),
    });
  }

  #move(fen, san, isFirst, properties) {
    const number = moveNumber(fen, isFirst);
    const button = element("button", properties, san);
    return element("span", {}, number ? element("small", {}, number) : null, button);
  }
}
