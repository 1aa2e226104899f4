// Where we are: a place in a game, its chapter in a study, and the layer over the board. The address and the browser's
// history follow, and lead back there.

import { placementOf } from "./fen.js";
import { Game } from "./game.js";
import { readLink, writeLink } from "./permalink.js";
import { readPgn, writePgn } from "./pgn.js";
import { texts } from "./texts.js";

const betweenMoves = 900; // milliseconds
const initialPlacement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

export class Navigation {
  layer = "none";
  chapters = []; // of the study that was read last
  chapter = -1; // the chapter on the board; -1 for a game outside the study
  #study = 0; // when the study was read; identifies it in the browser's history
  #timer = null; // until the next move, while moves are played
  #browser;
  #callbacks;

  /**
   * Begins at a position. `browser` has a `location` and a `history`. Calls back:
   *   bestLine()           asks for the line of best play from here: {uci}
   *   onArrive(complaint)  tells that we are somewhere else; the complaint is about the link that led here, or ""
   *   onPlayback()         tells that playing the moves has begun or ended
   */
  constructor(fen, browser, callbacks) {
    this.game = new Game(fen);
    this.#browser = browser;
    this.#callbacks = callbacks;
  }

  get fen() {
    return this.game.fen;
  }

  get isPlaying() {
    return this.#timer !== null;
  }

  get canGoBack() {
    return this.game.ply > 0;
  }

  get canGoOn() {
    return this.#hasMovesAhead || this.#callbacks.bestLine().length > 0;
  }

  get #hasMovesAhead() {
    return this.game.ply < this.game.moves.length;
  }

  // Other games.

  setUp(fen) {
    this.#begin(new Game(fen));
  }

  openStudy(chapters) {
    this.chapters = chapters;
    this.#study = Date.now();
    this.openChapter(0);
  }

  /** Opens a study at its beginning, but a whole game at its end, since only endings can be solved. */
  openChapter(index) {
    const { game } = this.chapters[index];
    game.go(placementOf(game.root) === initialPlacement ? Infinity : 0);
    this.#begin(game, index);
  }

  /** Goes to another game; the browser's Back returns to the last one. */
  #begin(game, chapter = -1) {
    this.game = game;
    this.chapter = chapter;
    this.#arrive({ isNewEntry: true });
  }

  /** Goes where the address leads. If the address is wrong, we stay where we are, and it is corrected. */
  openLink() {
    let complaint = "";
    try {
      const link = readLink(this.#browser.location);
      if (link) complaint = this.#follow(link);
    } catch (error) {
      complaint = error.message;
    }
    this.#arrive({ complaint });
  }

  /** Returns a complaint if one of the moves is illegal. */
  #follow({ fen, moves, ply, layer }) {
    this.layer = layer;
    this.chapter = this.#chapterFrom(fen);
    this.game = this.#gameFrom(fen);
    const illegal = moves[this.game.playAll(moves)];
    this.game.go(ply);
    return illegal === undefined ? "" : texts.input.illegalLink(illegal);
  }

  /** The chapter in the browser's history, if its study is still open; for a link, the first chapter with this root. */
  #chapterFrom(root) {
    const { state } = this.#browser.history;
    if (state) return state.study === this.#study ? state.chapter : -1;
    return this.chapters.findIndex(({ game }) => game.root === root);
  }

  /** The game that began here, with its variations: that of the chapter, or that in the browser's history. */
  #gameFrom(root) {
    if (this.chapter >= 0) return this.chapters[this.chapter].game;
    const { state } = this.#browser.history;
    const [game] = state?.pgn ? readPgn(state.pgn) : [];
    return game?.root === root ? game : new Game(root);
  }

  // Moves.

  play(uci) {
    this.game.play(uci);
    this.#arrive();
  }

  /** Goes to a move of the game, in its variations, too. */
  goTo(node) {
    this.#step(() => this.game.goTo(node));
  }

  /** Goes to another variation in place of the last move. */
  goAside(count) {
    this.#step(() => this.game.goAside(count));
  }

  /** Removes the last move and what follows it. */
  remove() {
    this.#step(() => this.game.remove());
  }

  /** Puts the variation before the one that it departs from; the position stays. */
  promote() {
    this.game.promote();
    this.noteChange();
  }

  go(ply) {
    this.#step(() => this.game.go(ply));
  }

  goBack() {
    this.go(this.game.ply - 1);
  }

  /** Goes on by a number of moves: those of the game, or else those of best play. */
  goOn(count) {
    if (this.#hasMovesAhead) this.go(this.game.ply + count);
    else this.followLine(count);
  }

  /** Plays a number of moves of best play, in place of those that follow in the game. */
  followLine(count) {
    this.#step(() => {
      for (const { uci } of this.#callbacks.bestLine().slice(0, count)) this.game.play(uci);
    });
  }

  /** A step that leads nowhere is no arrival, so the server's work goes on. */
  #step(action) {
    const { node } = this.game;
    action();
    if (this.game.node !== node) this.#arrive();
  }

  togglePlaying() {
    if (!this.isPlaying) return this.#playOn();
    this.pause();
    this.#callbacks.onPlayback();
  }

  /** Plays a move, and after a while another, until there are no more. */
  #playOn() {
    const before = this.fen;
    this.goOn(1);
    this.#timer = this.fen === before ? null : setTimeout(() => this.#playOn(), betweenMoves);
    this.#callbacks.onPlayback();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  // The address.

  choose(layer) {
    this.layer = layer;
    this.#writeLink();
  }

  /** Something in the game has changed, but not the position. */
  noteChange() {
    this.#writeLink();
  }

  #arrive({ isNewEntry = false, complaint = "" } = {}) {
    this.pause();
    this.#writeLink(isNewEntry);
    this.#callbacks.onArrive(complaint);
  }

  /** Writes where we are into the address, as a new entry of the browser's history or in place of the last one. */
  #writeLink(isNewEntry = false) {
    const { location, history } = this.#browser;
    const { root: fen, moves, ply } = this.game;
    const link = writeLink({ fen, moves: moves.map((move) => move.uci), ply, layer: this.layer });
    const write = isNewEntry && link !== location.hash ? "pushState" : "replaceState";
    history[write]({ study: this.#study, chapter: this.chapter, pgn: writePgn(this.game) }, "", location.pathname + link);
  }
}
