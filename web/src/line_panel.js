// The moves that were played, and the best line from here, which can be stepped through or played.

import { element } from "./dom.js";
import { moveNumber } from "./game.js";

export class LinePanel {
  /** Calls back: onGo(ply) in the game, onFollow(count) moves of the line, onToggle() playing it. */
  constructor(container, callbacks) {
    this.callbacks = callbacks;
    this.moves = element("p", { className: "notation" });
    this.note = element("p", { className: "quiet" });
    this.button = element("button", { id: "play", title: "P", onclick: callbacks.onToggle });
    const head = element("div", { className: "row" }, element("h3", { id: "line-title" }, "Line"), this.button);
    container.append(head, this.moves, this.note);
    container.setAttribute("aria-labelledby", "line-title");
  }

  /** `line` is what best play goes on with from here: {san, fen, isZugzwang}, the FEN before the move. */
  show(game, line, isPlaying) {
    const state = JSON.stringify([game, line, isPlaying]);
    if (state === this.state) return; // whoever is about to press a button finds it still there
    this.state = state;
    const played = game.moves.map((move, index) => this.#played(game, move, index));
    // What was played and lies ahead comes first; the line would go on from here.
    const best = game.ply === game.moves.length ? line.map((move, index) => this.#best(game, move, index)) : [];
    this.moves.replaceChildren(...played, ...best);
    const hasZugzwang = best.length > 0 && line.some((move) => move.isZugzwang);
    this.note.textContent = hasZugzwang ? "⊙ mutual zugzwang" : "";
    if (played.length + best.length === 0) this.note.textContent = "Play a move, or solve to see the best line.";
    this.button.textContent = isPlaying ? "Pause" : "Play the line";
    this.button.disabled = best.length === 0 && game.ply === game.moves.length;
  }

  #played(game, move, index) {
    const isCurrent = index + 1 === game.ply;
    return this.#move(game.fenAt(index), move.san, index === 0, {
      className: "played",
      ariaCurrent: isCurrent ? "step" : null,
      onclick: () => this.callbacks.onGo(index + 1),
    });
  }

  #best(game, move, index) {
    const san = move.san + (move.isZugzwang ? "⊙" : "");
    return this.#move(move.fen, san, index === 0 && game.moves.length === 0, {
      className: "best",
      onclick: () => this.callbacks.onFollow(index + 1),
    });
  }

  #move(fen, san, isFirst, properties) {
    const number = moveNumber(fen, isFirst);
    const button = element("button", properties, san);
    return element("span", {}, number ? element("small", {}, number) : null, button);
  }
}
