// The verdict: who wins, as an interval that narrows while the proof goes on.

import { element } from "./dom.js";
import { menOf, sideToMove } from "./fen.js";
import { isSettled } from "./knowledge.js";
import { signed } from "./pawn_features.js";
import { texts } from "./texts.js";
import { amount, bytes, remarkOn, seconds, seenByWhite, verdictOf } from "./words.js";

const ends = [texts.verdict.blackWins, texts.verdict.draw, texts.verdict.whiteWins];

export class VerdictPanel {
  /** Calls back when the button is pressed, to solve or to stop. */
  constructor(container, onSolve) {
    this.title = element("h2", { id: "headline" });
    this.remark = element("p", { className: "remark" });
    this.span = element("div", { className: "span" });
    this.scale = element(
      "div",
      { className: "interval", role: "img" },
      element("div", { className: "track" }, this.span),
      element("div", { className: "ends", ariaHidden: "true" }, ...ends.map((end) => element("span", {}, end))),
    );
    this.bar = element("progress", { max: 1, ariaLabel: texts.solving.progress });
    this.work = element("p", { className: "work" });
    this.button = element("button", { id: "solve", className: "primary", title: texts.solving.solveKey, onclick: onSolve });
    this.engine = element("section", { id: "engine", ariaLabel: texts.engine.title, hidden: true });
    const head = element("div", { className: "head", ariaLive: "polite" }, this.title, this.remark);
    container.append(head, this.scale, this.bar, element("div", { className: "row" }, this.work, this.button), this.engine);
    container.setAttribute("aria-labelledby", "headline");
  }

  /** Shows what is known, and the work of the enquiry on knowing more. */
  show(fen, knowledge, work, fault = "") {
    const { engineLines, progress, isSolving, isAsking, isServerBusy, key, complaint } = work;
    const side = sideToMove(fen);
    const bounds = seenByWhite(progress ? narrower(progress, knowledge) : knowledge.bounds, side);
    const { text, tone } = verdictOf(bounds);
    this.title.textContent = text;
    this.title.dataset.tone = tone;
    this.#showEngine(engineLines, side);
    this.remark.textContent = complaint || fault || this.#remark(fen, knowledge, isAsking || isSolving, isServerBusy);
    this.remark.classList.toggle("complaint", complaint !== "");
    this.#showInterval(bounds, tone, isSolving || isAsking);
    this.bar.classList.toggle("idle", !isSolving);
    if (progress) this.bar.value = progress.share;
    else this.bar.removeAttribute("value");
    this.work.textContent = isSolving ? workText(progress) : resultText(fen, knowledge, key);
    this.work.title = !isSolving && knowledge.positions ? texts.solving.positions(amount(knowledge.positions)) : "";
    this.button.textContent = isSolving ? texts.solving.stop : isSettled(knowledge) ? texts.solving.solved : texts.solving.solve;
    this.button.classList.toggle("quiet", !isSolving && isSettled(knowledge));
  }

  /** Judgement stands apart from proof, in a section of its own. */
  #showEngine(lines, side) {
    this.engine.hidden = lines.length === 0;
    const items = lines.map((line) => {
      const moves = line.moves.slice(0, 8).map(({ san }) => san).join(" ");
      return element("li", {}, element("strong", {}, scoreOf(line, side)), ` ${moves}`);
    });
    const depth = lines.length > 0 ? texts.engine.depth(lines[0].depth) : "";
    this.engine.replaceChildren(element("h3", {}, `${texts.engine.title} (${depth})`), element("ul", {}, ...items));
  }

  #remark(fen, knowledge, isWaiting, isServerBusy) {
    if (!isWaiting) return remarkOn(fen, knowledge);
    return isServerBusy ? texts.solving.serverBusy : texts.verdict.waiting(texts.sides[sideToMove(fen)]);
  }

  #showInterval([low, high], tone, isBusy) {
    const place = (value) => (value + 1) / 2;
    this.span.style.setProperty("--low", place(low));
    this.span.style.setProperty("--high", place(high));
    this.span.dataset.tone = tone;
    this.span.classList.toggle("busy", isBusy && low !== high);
    const text = low === high ? ends[low + 1] : texts.verdict.between(ends[low + 1], ends[high + 1]);
    this.scale.setAttribute("aria-label", texts.verdict.proved(text));
    this.scale.dataset.low = low;
    this.scale.dataset.high = high;
  }
}

/** In pawns, or moves to mate, from White's view. */
function scoreOf({ centipawns, mate }, side) {
  const sign = side === "w" ? 1 : -1;
  if (mate !== null) return `#${sign * mate}`.replace("-", "−");
  return signed((sign * centipawns) / 100);
}

function narrower({ worst, best }, { bounds: [low, high] }) {
  return [Math.max(low, worst), Math.min(high, best)];
}

function workText(progress) {
  if (!progress) return texts.solving.starting;
  const { tables, memory_bytes: memory, seconds: time } = progress;
  const parts = [texts.solving.tables(amount(tables)), memory > 0 && bytes(memory), seconds(time)];
  return parts.filter(Boolean).join(" · ");
}

function resultText(fen, knowledge, key) {
  if (!knowledge.tables) return [texts.solving.men(menOf(fen)), key].filter(Boolean).join(" · ");
  return texts.solving.effort(amount(knowledge.tables), seconds(knowledge.seconds));
}
