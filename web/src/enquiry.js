// What is known about the position on the board, and how the server is asked for more.

import { canShow, sourceOf } from "./layers.js";
import { isExact } from "./knowledge.js";
import { Library } from "./library.js";
import { analyze, solve } from "./source.js";
import { texts } from "./texts.js";

const beforeAsking = 150; // milliseconds: after quick steps through a line, only its last position is asked about

export class Enquiry {
  #library = new Library();
  #fen = null;
  #layer = "none";
  #asking = null; // an AbortController while the server is asked about the position
  #solving = null; // {controller, progress} while the position is solved
  #analyzing = new AbortController(); // for the engine
  #drawing = new AbortController(); // for the question about the layer
  #isServerBusy = false; // it refused a question, which is being repeated
  #key = "";
  #engineLines = []; // what the engine thinks where nothing is proved
  #complaint = "";
  #callbacks;

  /**
   * Calls back:
   *   onNews()                    `knowledge`, `line` or `work` has changed
   *   onLayer(answer, complaint)  the answer to draw; null while there is none, with the reason if it is known
   */
  constructor(callbacks) {
    this.#callbacks = callbacks;
  }

  /** The value and the moves of the position: see knowledge.js. */
  get knowledge() {
    return this.#library.about(this.#fen);
  }

  /** What is known about another position. */
  about(fen) {
    return this.#library.about(fen);
  }

  /** Best play from the position. */
  get line() {
    return this.#library.lineFrom(this.#fen);
  }

  /** The work in progress, its complaint if it failed, and the key of the position. */
  get work() {
    return {
      isAsking: this.#asking !== null,
      isSolving: this.#solving !== null,
      progress: this.#solving?.progress ?? null,
      isServerBusy: this.#isServerBusy,
      key: this.#key,
      engineLines: this.#engineLines,
      complaint: this.#complaint,
    };
  }

  /** Turns to a position and a layer over it. All work on the last position ends. */
  turnTo(fen, layer) {
    this.#asking?.abort();
    this.#analyzing.abort();
    this.#analyzing = new AbortController();
    this.#stopSolving();
    this.#stopDrawing();
    this.#fen = fen;
    this.#layer = layer;
    this.#key = "";
    this.#engineLines = [];
    this.#complaint = "";
    this.#recallLayer();
    this.#ask();
  }

  // The value, the moves and the line.

  async #ask() {
    const controller = new AbortController();
    const { signal } = controller;
    this.#asking = controller;
    const fen = this.#fen;
    const manner = this.#mannerOf(signal);
    try {
      await new Promise((resolve) => setTimeout(resolve, beforeAsking));
      if (signal.aborted) return;
      this.#askForLayer();
      this.#key = (await this.#library.fetch("key", fen, manner)).key;
      this.#callbacks.onNews();
      await this.#library.lookUp(fen, manner);
      if (signal.aborted) return;
      this.#callbacks.onNews();
      await this.#library.lookUpLine(fen, manner);
    } catch (error) {
      if (signal.aborted) return;
      this.#complaint = error.message;
    }
    if (this.#asking === controller) this.#asking = null;
    this.#callbacks.onNews();
    if (!isExact(this.knowledge.bounds) && !this.#complaint) this.#analyze(fen, this.#analyzing.signal);
  }

  /** Judgement where there is no proof. It is no loss if the browser has no engine. */
  async #analyze(fen, signal) {
    const onLines = ({ lines }) => {
      if (signal.aborted || fen !== this.#fen) return;
      this.#engineLines = lines;
      this.#callbacks.onNews();
    };
    await analyze(fen, onLines, { signal }).catch(() => {});
  }

  /** How the server is asked about the position: see server.js. */
  #mannerOf(signal) {
    const onBusy = (isBusy) => {
      if (signal.aborted) return;
      this.#isServerBusy = isBusy;
      this.#callbacks.onNews();
    };
    return { signal, onBusy };
  }

  async toggleSolve() {
    if (this.#solving) {
      this.#stopSolving();
      return this.#callbacks.onNews();
    }
    const fen = this.#fen;
    const job = { controller: new AbortController(), progress: null };
    const { signal } = job.controller;
    this.#solving = job;
    this.#complaint = "";
    this.#callbacks.onNews();
    const onProgress = (progress) => {
      job.progress = progress;
      if (this.#solving === job) this.#callbacks.onNews();
    };
    try {
      this.#library.learnSolution(fen, await solve(fen, onProgress, this.#mannerOf(signal)));
      if (this.#solving === job) this.#callbacks.onNews();
      await this.#library.lookUpLine(fen, this.#mannerOf(signal));
    } catch (error) {
      if (!signal.aborted) this.#complaint = error.message;
    }
    if (this.#solving !== job) return;
    this.#solving = null;
    this.#callbacks.onNews();
    if (sourceOf(this.#layer) === "map") this.#askForLayer(); // the proof may have settled more of it
  }

  #stopSolving() {
    this.#solving?.controller.abort();
    this.#solving = null;
    this.#isServerBusy = false;
  }

  // The layer over the board.

  chooseLayer(layer) {
    if (sourceOf(layer) !== sourceOf(this.#layer)) this.#stopDrawing();
    this.#layer = layer;
    this.#askForLayer();
  }

  #stopDrawing() {
    this.#drawing.abort();
    this.#drawing = new AbortController();
  }

  #recallLayer() {
    this.#callbacks.onLayer(this.#library.recall(sourceOf(this.#layer), this.#fen), "");
  }

  async #askForLayer() {
    const fen = this.#fen;
    const layer = this.#layer;
    const source = sourceOf(layer);
    const { signal } = this.#drawing;
    const tell = (answer, complaint) => {
      const isCurrent = fen === this.#fen && layer === this.#layer;
      if (isCurrent) this.#callbacks.onLayer(answer, complaint);
    };
    this.#recallLayer();
    if (!source || !canShow(layer, fen)) return;
    const onBusy = (isBusy) => isBusy && tell(null, texts.solving.serverBusy);
    try {
      tell(await this.#library.fetch(source, fen, { signal, onBusy }), "");
    } catch (error) {
      if (!signal.aborted) tell(null, error.message);
    }
  }
}
