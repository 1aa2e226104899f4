// The whole page: where we are (navigation), what is known about it (enquiry), the position being set up (editor), and
// the board and panels that show all three.

import { Board } from "./board.js";
import { withDrawing } from "./board_gestures.js";
import { byId, element } from "./dom.js";
import { Editor } from "./editor.js";
import { Enquiry } from "./enquiry.js";
import { examples } from "./examples.js";
import { sideToMove } from "./fen.js";
import { bestMove, thrownAway } from "./judgement.js";
import { LayersPanel } from "./layers_panel.js";
import { LinePanel } from "./line_panel.js";
import { MovesPanel } from "./moves_panel.js";
import { Navigation } from "./navigation.js";
import { Palette } from "./palette.js";
import { writePgn } from "./pgn.js";
import { pngOf, svgOf } from "./picture.js";
import { Practice } from "./practice.js";
import { targetsOf } from "./targets.js";
import { texts } from "./texts.js";
import { VerdictPanel } from "./verdict_panel.js";

const beforeAnswer = 500; // milliseconds, so that the user sees it

export class Page {
  practice = new Practice();
  answering = null; // the position in which the page is about to move

  constructor() {
    this.enquiry = new Enquiry({
      onNews: () => this.#render(),
      onLayer: (answer, complaint) => this.#showLayer(answer, complaint),
    });
    this.navigation = new Navigation(examples[0].fen, window, {
      bestLine: () => this.enquiry.line,
      onArrive: (complaint) => this.#arrive(complaint),
      onPlayback: () => this.#render(),
    });
    this.verdictPanel = new VerdictPanel(byId("verdict"), () => this.enquiry.toggleSolve());
    this.movesPanel = new MovesPanel(byId("moves"), {
      onPlay: (uci) => this.navigation.play(uci),
      onPoint: (uci, tone) => this.board.pointOut(uci, tone),
    });
    this.linePanel = new LinePanel(byId("line"), {
      onGo: (node) => this.navigation.goTo(node),
      onFollow: (count) => this.navigation.followLine(count),
      onToggle: () => this.navigation.togglePlaying(),
      onPromote: () => this.#change(() => this.navigation.promote()),
      onRemove: () => this.#change(() => this.navigation.remove()),
    });
    this.layersPanel = new LayersPanel(byId("layers"), {
      onChoose: (layer) => this.#chooseLayer(layer),
      onDraw: (shapes) => this.board.drawLayer(this.editor.isEditing ? [] : shapes),
    });
    this.board = new Board(byId("board"), {
      targetsOf: (square) => targetsOf(square, this.enquiry.knowledge.moves),
      onMove: (uci) => this.navigation.play(uci),
      onEdit: () => this.#showEdit(),
      onStep: (count) => (count > 0 ? this.navigation.goOn(1) : this.navigation.goBack()),
      onDraw: (drawing) => this.#draw(withDrawing(this.navigation.game.node.drawings, drawing)),
      onErase: () => this.navigation.game.node.drawings.length > 0 && this.#draw([]),
      onPoint: (square) => this.layersPanel.point(square),
    });
    this.editor = new Editor(this.board, {
      onSetUp: (fen) => this.navigation.setUp(fen),
      onStudy: (chapters) => this.navigation.openStudy(chapters),
      onEdit: () => this.#showEdit(),
      onCancel: () => this.#resume(),
      onComplaint: (text) => this.#complain(text),
    });
    this.palette = new Palette(byId("palette"), this.board, {
      onSide: (side) => this.editor.chooseSide(side),
      onCancel: () => this.editor.cancel(),
    });
  }

  /** Shows where we are now. */
  #arrive(complaint) {
    const { fen, layer } = this.navigation;
    this.editor.leave();
    this.board.show(fen);
    this.board.showDrawings(this.navigation.game.node.drawings);
    this.enquiry.turnTo(fen, layer);
    this.#showText();
    this.#showChapters();
    this.#render();
    this.#complain(complaint);
  }

  #chooseLayer(layer) {
    this.navigation.choose(layer);
    this.enquiry.chooseLayer(layer);
  }

  /** Keeps drawings with the move on the board. */
  #draw(drawings) {
    this.navigation.game.node.drawings = drawings;
    this.navigation.noteChange();
    this.board.showDrawings(drawings);
  }

  #change(action) {
    action();
    this.#render();
    byId("line").querySelector("[aria-current]")?.focus(); // what was pressed may be gone
  }

  /** The user plays the side that is to move, or no longer. */
  togglePractice() {
    this.practice.toggle(this.navigation.fen);
    this.#render();
  }

  /** Makes the page's move while the user practises. */
  #answer(knowledge, work) {
    const { fen } = this.navigation;
    const uci = this.editor.isEditing ? null : this.practice.reply(fen, knowledge, work);
    if (!uci || this.answering === fen) return;
    this.answering = fen;
    setTimeout(() => {
      if (this.navigation.fen === fen && this.practice.isOn) this.navigation.play(uci);
      this.answering = null;
    }, beforeAnswer);
  }

  toggleEditing() {
    if (this.editor.isEditing) return this.editor.finish();
    this.navigation.pause();
    this.editor.begin(this.navigation.fen);
    this.layersPanel.draw();
    this.#render();
  }

  /** Shows the game again after editing was cancelled; the server's work on it was not interrupted. */
  #resume() {
    this.board.show(this.navigation.fen);
    this.layersPanel.draw();
    this.#showEdit();
  }

  /** Copies the FEN, the PGN, a link, or a picture of the board as SVG or PNG. */
  async copy(what) {
    const { navigation, board } = this;
    const copies = {
      fen: () => navigation.fen,
      pgn: () => writePgn(navigation.game),
      link: () => location.href,
      svg: () => svgOf(board.picture),
    };
    try {
      if (what === "png") await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(board.picture) })]);
      else await navigator.clipboard.writeText(copies[what]());
      byId("copied").textContent = texts.copy.done;
      setTimeout(() => (byId("copied").textContent = ""), 2000);
    } catch {
      this.#complain(texts.copy.refused);
    }
  }

  // What is shown.

  #render() {
    const { navigation, enquiry, editor } = this;
    const { knowledge, line, work } = enquiry;
    const { isEditing } = editor;
    const { game } = navigation;
    const thrownAwayBy = (fen, move) => thrownAway(enquiry.about(fen), move);
    const last = game.ply > 0 ? game.moves[game.ply - 1] : null;
    const judged = this.practice.isOn ? this.practice.ownLast(game) : game.ply - 1;
    const fault = judged >= 0 ? thrownAwayBy(game.fenAt(judged), game.moves[judged]) : "";
    const isFault = fault !== "" && judged === game.ply - 1;
    this.board.mark(last && { uci: last.uci, san: last.san, isFault }, this.practice.isOn ? null : bestMove(knowledge, line));
    this.#answer(knowledge, work);
    byId("practise").setAttribute("aria-pressed", String(this.practice.isOn));
    document.body.classList.toggle("practising", this.practice.isOn);
    byId("turn").textContent = texts.turn[sideToMove(isEditing ? editor.fen : navigation.fen)];
    byId("turn").dataset.side = sideToMove(isEditing ? editor.fen : navigation.fen);
    this.verdictPanel.show(navigation.fen, knowledge, work, fault);
    this.movesPanel.show(knowledge.moves);
    this.linePanel.show(game, line, navigation.isPlaying, thrownAwayBy);
    this.palette.show(isEditing, editor.side);
    byId("edit").setAttribute("aria-pressed", String(isEditing));
    byId("edit").textContent = isEditing ? texts.editor.finish : texts.editor.begin;
    for (const id of ["first", "back"]) byId(id).disabled = isEditing || !navigation.canGoBack;
    for (const id of ["forward", "last"]) byId(id).disabled = isEditing || !navigation.canGoOn;
    document.body.classList.toggle("editing", isEditing);
  }

  #showLayer(answer, complaint) {
    this.layersPanel.show(this.navigation.fen, this.navigation.layer, answer, complaint);
  }

  #showEdit() {
    this.#showText();
    this.#render();
  }

  #showText() {
    byId("text").value = this.editor.isEditing ? this.editor.fen : this.navigation.fen;
  }

  #showChapters() {
    const { chapters, chapter } = this.navigation;
    const titles = chapters.map(({ title }, number) => title || texts.input.chapter(number + 1));
    byId("chapters").replaceChildren(...titles.map((title, value) => element("option", { value }, title)));
    byId("chapters").hidden = chapter < 0 || chapters.length < 2;
    byId("chapters").value = chapter;
  }

  #complain(text) {
    byId("complaint").textContent = text;
    byId("complaint").hidden = text === "";
    if (text) byId("complaint").scrollIntoView({ block: "nearest" });
  }
}
