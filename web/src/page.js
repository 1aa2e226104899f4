// A game on a board, what is known about its position, and the way to find out more.

import { Board } from "./board.js";
import { byId, element } from "./dom.js";
import { examples } from "./examples.js";
import { normalizeFen, placementOf, sideToMove } from "./fen.js";
import { Game } from "./game.js";
import { canShow, LayersPanel, sourceOf } from "./layers_panel.js";
import { Library } from "./library.js";
import { LinePanel } from "./line_panel.js";
import { MovesPanel } from "./moves_panel.js";
import { Palette } from "./palette.js";
import { readLink, writeLink } from "./permalink.js";
import { solve } from "./server.js";
import { readStudy } from "./study.js";
import { targetsOf } from "./targets.js";
import { VerdictPanel } from "./verdict_panel.js";

const beforeAsking = 150; // milliseconds: who steps through a line quickly asks for its end only
const betweenMoves = 900;

export class Page {
  library = new Library();
  game = new Game(examples[0].fen);
  layer = "none";
  chapters = []; // of the study that was read last
  study = 0; // when that was: what the browser's history knows it by
  chapter = -1; // which of them is on the board
  asking = null; // an AbortController while the server is asked about this position
  isServerBusy = false; // it refused, and is asked again and again
  solving = null; // {controller, progress} while it is solved
  playing = null; // a timer while the line is played
  drawing = new AbortController(); // for what is fetched to be drawn over this position
  editingSide = null; // whose move it will be, while a position is set up
  complaint = "";
  key = "";

  constructor() {
    this.board = new Board(byId("board"), {
      targetsOf: (square) => targetsOf(square, this.library.about(this.fen).moves),
      onMove: (uci) => this.play(uci),
      onEdit: () => this.#showText(),
      onPoint: (square) => this.layersPanel?.point(square),
    });
    this.palette = new Palette(byId("palette"), this.board, {
      onSide: (side) => this.#editSide(side),
      onClear: () => this.board.chessboard.setPosition("8/8/8/8/8/8/8/8").then(() => this.#showText()),
      onCancel: () => this.cancelEditing(),
    });
    this.verdictPanel = new VerdictPanel(byId("verdict"), () => this.toggleSolve());
    this.movesPanel = new MovesPanel(byId("moves"), {
      onPlay: (uci) => this.play(uci),
      onPoint: (uci, tone) => this.board.pointOut(uci, tone),
    });
    this.linePanel = new LinePanel(byId("line"), {
      onGo: (ply) => this.go(ply),
      onFollow: (count) => this.followLine(count),
      onToggle: () => this.togglePlay(),
    });
    this.layersPanel = new LayersPanel(byId("layers"), {
      onChoose: (layer) => this.choose(layer),
      onDraw: (shapes) => this.board.drawLayer(this.isEditing ? [] : shapes),
    });
  }

  get fen() {
    return this.game.fen;
  }

  get isEditing() {
    return this.editingSide !== null;
  }

  // Where we are.

  setUp(fen) {
    this.#begin(new Game(normalizeFen(fen)));
  }

  /** Goes on with another game; the browser's Back leads to what was before. */
  #begin(game, chapter = -1) {
    this.game = game;
    this.chapter = chapter;
    this.#moved("pushState");
  }

  /** Reads what somebody pasted. */
  read(text) {
    this.#tryTo(() => {
      this.chapters = readStudy(text);
      this.study = Date.now();
      this.openChapter(0);
    });
  }

  openChapter(index) {
    const { fen, moves } = this.chapters[index];
    const isWholeGame = placementOf(fen) === "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    const ply = isWholeGame ? moves.length : 0; // the ending is what we know something about
    this.#begin(Game.takenUp(fen, moves, ply), index);
  }

  play(uci) {
    this.game.play(uci);
    this.#moved();
  }

  go(ply) {
    this.#step(() => this.game.go(ply));
  }

  /** So many moves further: of the game, or of best play. */
  follow(count) {
    if (this.game.ply < this.game.moves.length) this.go(this.game.ply + count);
    else this.followLine(count);
  }

  /** So many moves of best play, whatever the game went on with. */
  followLine(count) {
    this.#step(() => {
      for (const { uci } of this.library.lineFrom(this.fen).slice(0, count)) this.game.play(uci);
    });
  }

  /** Where this leads nowhere else, whatever the server is doing goes on. */
  #step(action) {
    const { ply } = this.game;
    action();
    if (this.game.ply !== ply) this.#moved();
  }

  togglePlay() {
    if (this.playing) {
      this.#pause();
      return this.#render();
    }
    const step = () => {
      const before = this.fen;
      const timer = this.playing;
      this.playing = null; // `follow` would stop it
      this.follow(1);
      if (this.fen === before) clearInterval(timer);
      else this.playing = timer;
      this.#render();
    };
    this.playing = setInterval(step, betweenMoves);
    step();
  }

  #pause() {
    clearInterval(this.playing);
    this.playing = null;
  }

  /** Shows where we are now. `keep` is how the browser's history keeps it: in place of the last entry, or after it. */
  #moved(keep = "replaceState") {
    this.#pause();
    this.#leaveEditing();
    this.solving?.controller.abort();
    this.solving = null;
    this.#stopDrawing();
    this.isServerBusy = false;
    this.complaint = "";
    this.key = "";
    this.#showComplaint("");
    this.board.show(this.fen);
    this.layersPanel.show(this.fen, this.layer, this.library.recall(sourceOf(this.layer), this.fen));
    this.#showText();
    this.#showChapters();
    this.#writeLink(keep);
    this.#ask();
    this.#render();
  }

  // What is known.

  async #ask() {
    this.asking?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    this.asking = controller;
    const { fen } = this;
    const manner = this.#mannerOf(signal);
    try {
      await new Promise((resolve) => setTimeout(resolve, beforeAsking));
      if (signal.aborted) return;
      this.#showLayer();
      this.key = (await this.library.fetch("key", fen, manner)).key;
      this.#render();
      await this.library.lookUp(fen, manner);
      if (signal.aborted) return;
      this.#render();
      await this.library.lookUpLine(fen, manner);
    } catch (error) {
      if (signal.aborted) return;
      this.complaint = error.message;
    }
    if (this.asking === controller) this.asking = null;
    this.#render();
  }

  /** How the server is asked for the verdict, which says so while it is busy. */
  #mannerOf(signal) {
    const onBusy = (isBusy) => {
      if (signal.aborted) return;
      this.isServerBusy = isBusy;
      this.#render();
    };
    return { signal, onBusy };
  }

  async toggleSolve() {
    if (this.solving) {
      this.solving.controller.abort();
      this.solving = null;
      this.isServerBusy = false;
      return this.#render();
    }
    const { fen } = this;
    const job = { controller: new AbortController(), progress: null };
    this.solving = job;
    this.complaint = "";
    this.#render();
    const onProgress = (progress) => {
      job.progress = progress;
      if (this.solving === job) this.#render();
    };
    try {
      this.library.learnSolution(fen, await solve(fen, onProgress, this.#mannerOf(job.controller.signal)));
    } catch (error) {
      if (!job.controller.signal.aborted) this.complaint = error.message;
    }
    if (this.solving !== job) return;
    this.solving = null;
    this.#render();
    if (sourceOf(this.layer) === "map") this.#showLayer();
  }

  // What is drawn over the board.

  choose(layer) {
    if (sourceOf(layer) !== sourceOf(this.layer)) this.#stopDrawing();
    this.layer = layer;
    this.#writeLink();
    this.#showLayer();
  }

  #stopDrawing() {
    this.drawing.abort();
    this.drawing = new AbortController();
  }

  async #showLayer() {
    const { fen, layer } = this;
    const { signal } = this.drawing;
    const source = sourceOf(layer);
    const isCurrent = () => fen === this.fen && layer === this.layer;
    this.layersPanel.show(fen, layer, this.library.recall(source, fen));
    if (!source || !canShow(layer, fen)) return;
    const onBusy = (isBusy) => {
      if (isBusy && isCurrent()) this.layersPanel.show(fen, layer, null, "The server is busy …");
    };
    try {
      const answer = await this.library.fetch(source, fen, { signal, onBusy });
      if (isCurrent()) this.layersPanel.show(fen, layer, answer);
    } catch (error) {
      if (isCurrent() && !signal.aborted) this.layersPanel.show(fen, layer, null, error.message);
    }
  }

  // Setting up a position.

  toggleEditing() {
    if (this.isEditing) return this.#finishEditing();
    this.#pause();
    this.editingSide = sideToMove(this.fen);
    this.board.isEditing = true;
    this.board.drawLayer([]);
    this.#render();
  }

  #editSide(side) {
    this.editingSide = side;
    this.#showText();
    this.#render();
  }

  #finishEditing() {
    this.#tryTo(() => {
      const fen = normalizeFen(this.#editedFen());
      const isChanged = placementOf(fen) !== placementOf(this.fen) || sideToMove(fen) !== sideToMove(this.fen);
      if (isChanged) this.setUp(fen);
      else this.cancelEditing();
    });
  }

  /** Back to the position that was there; whatever the server is doing about it goes on. */
  cancelEditing() {
    this.#leaveEditing();
    this.#showComplaint("");
    this.board.show(this.fen);
    this.layersPanel.draw();
    this.#showText();
    this.#render();
  }

  #leaveEditing() {
    this.editingSide = null;
    this.board.isEditing = false;
  }

  #editedFen() {
    return `${this.board.placement} ${this.editingSide} - - 0 1`;
  }

  // What the page shows.

  #render() {
    const knowledge = this.library.about(this.fen);
    this.verdictPanel.show(this.fen, knowledge, {
      progress: this.solving?.progress,
      isSolving: Boolean(this.solving),
      isAsking: Boolean(this.asking),
      isServerBusy: this.isServerBusy,
      key: this.key,
      complaint: this.complaint,
    });
    this.movesPanel.show(knowledge.moves);
    const line = this.library.lineFrom(this.fen);
    this.linePanel.show(this.game, line, Boolean(this.playing));
    const { isEditing } = this;
    this.palette.show(isEditing, this.editingSide);
    byId("edit").setAttribute("aria-pressed", String(isEditing));
    byId("edit").textContent = isEditing ? "Done" : "Edit";
    const isAtEnd = this.game.ply === this.game.moves.length && line.length === 0;
    for (const id of ["first", "back"]) byId(id).disabled = isEditing || this.game.ply === 0;
    for (const id of ["forward", "last"]) byId(id).disabled = isEditing || isAtEnd;
    document.body.classList.toggle("editing", isEditing);
  }

  #showText() {
    byId("text").value = this.isEditing ? this.#editedFen() : this.fen;
  }

  #showChapters() {
    const titles = this.chapters.map(({ title }, number) => title || `Position ${number + 1}`);
    byId("chapters").replaceChildren(...titles.map((title, value) => element("option", { value }, title)));
    byId("chapters").hidden = this.chapter < 0 || this.chapters.length < 2;
    byId("chapters").value = this.chapter;
  }

  #writeLink(keep = "replaceState") {
    const { root: fen, moves, ply } = this.game;
    const link = writeLink({ fen, moves: moves.map((move) => move.uci), ply, layer: this.layer });
    const isThere = link === location.hash;
    const { study, chapter } = this;
    history[isThere ? "replaceState" : keep]({ study, chapter }, "", location.pathname + link);
  }

  /** Goes where the address leads. If that is nowhere, the address is made to lead here again. */
  openLink() {
    let complaint = "";
    try {
      const link = readLink(location);
      if (link) {
        this.game = Game.takenUp(link.fen, link.moves, link.ply);
        const illegal = link.moves[this.game.moves.length];
        if (illegal !== undefined) complaint = `The moves of this link end before “${illegal}”, which is not legal.`;
        this.layer = link.layer;
        this.chapter = this.#chapterFrom(link.fen);
      }
    } catch (error) {
      complaint = error.message;
    }
    this.#moved();
    this.#showComplaint(complaint);
  }

  /** The chapter that the browser's history remembers, if its study is still there; for a link, the first from its root. */
  #chapterFrom(root) {
    if (history.state) return history.state.study === this.study ? history.state.chapter : -1;
    return this.chapters.findIndex(({ fen }) => fen === root);
  }

  /** Bad input is complained about, and changes nothing. */
  #tryTo(action) {
    try {
      this.#showComplaint("");
      action();
    } catch (error) {
      this.#showComplaint(error.message);
      this.#render();
    }
  }

  #showComplaint(text) {
    byId("complaint").textContent = text;
    byId("complaint").hidden = text === "";
    if (text) byId("complaint").scrollIntoView({ block: "nearest" });
  }

  async share() {
    try {
      await navigator.clipboard.writeText(location.href);
      byId("share").textContent = "Copied";
      setTimeout(() => (byId("share").textContent = "Link"), 2000);
    } catch {
      this.#showComplaint("Only secure pages may copy: take the link from the address bar.");
    }
  }
}
