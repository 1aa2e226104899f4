// The legal moves, grouped and coloured by their value for the side to move.

import { element } from "./dom.js";
import { texts } from "./texts.js";
import { groupMoves } from "./words.js";

export class MovesPanel {
  /** Calls back: onPlay(uci) for a move that is chosen, onPoint(uci, tone) for one that is pointed at, or null. */
  constructor(container, { onPlay, onPoint }) {
    this.onPlay = onPlay;
    this.onPoint = onPoint;
    this.list = element("div", { className: "groups" });
    this.note = element("p", { id: "plies-note", className: "quiet" }, texts.moves.plies);
    container.append(element("h3", { id: "moves-title" }, texts.moves.title), this.list, this.note);
    container.setAttribute("aria-labelledby", "moves-title");
  }

  show(moves) {
    if (moves === this.moves) return; // a move that is pointed at must stay
    this.moves = moves;
    const groups = groupMoves(moves);
    this.list.replaceChildren(...groups.map((group) => this.#group(group)));
    this.note.hidden = !moves.some(({ plies }) => plies);
    if (groups.length === 0) this.list.append(element("p", { className: "quiet" }, texts.moves.none));
  }

  #group({ title, tone, moves }) {
    const items = moves.map((move) => element("li", {}, this.#button(move, title, tone)));
    return element("section", {}, element("h4", { "data-tone": tone }, title), element("ul", {}, ...items));
  }

  #button(move, title, tone) {
    const plies = move.plies ? element("small", {}, ` ${move.plies}`) : null;
    const distance = move.plies ? `; ${texts.moves.pliesOf(move.plies)}` : "";
    return element(
      "button",
      {
        className: "move",
        "data-tone": tone,
        "data-uci": move.uci,
        title: `${title}${distance}`,
        onclick: () => this.onPlay(move.uci),
        onpointerenter: () => this.onPoint(move.uci, tone),
        onpointerleave: () => this.onPoint(null),
        onfocus: () => this.onPoint(move.uci, tone),
        onblur: () => this.onPoint(null),
      },
      move.san,
      plies,
      element("span", { className: "unseen" }, texts.moves.spoken(title, plies !== null)),
    );
  }
}
