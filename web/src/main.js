// What the buttons, keys and fields of the page do.

import { byId, element } from "./dom.js";
import { examples } from "./examples.js";
import { showGallery } from "./gallery.js";
import { layers } from "./layers.js";
import { Page } from "./page.js";
import { listenToKeys } from "./shortcuts.js";
import "./style.css";

const page = new Page();
const { board, editor, enquiry, navigation } = page;

const clicks = {
  first: () => navigation.go(0),
  back: () => navigation.goBack(),
  forward: () => navigation.goOn(1),
  last: () => navigation.goOn(Infinity),
  flip: () => board.flip(),
  practise: () => page.togglePractice(),
  edit: () => page.toggleEditing(),
};
for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener("click", action);

const whileEditing = {
  e: clicks.edit,
  f: clicks.flip,
  b: () => board.cursor.focus(),
  Escape: () => editor.cancel(),
};
const usually = {
  ArrowLeft: clicks.back,
  ArrowRight: clicks.forward,
  Home: clicks.first,
  End: clicks.last,
  s: () => enquiry.toggleSolve(),
  t: clicks.practise,
  p: () => navigation.togglePlaying(),
  e: clicks.edit,
  f: clicks.flip,
  b: () => board.cursor.focus(),
  ...Object.fromEntries(layers.map((layer, index) => [index, () => byId(`layer-${layer}`).click()])),
};
const amongVariations = {
  ...usually,
  ArrowUp: () => navigation.goAside(-1),
  ArrowDown: () => navigation.goAside(1), // otherwise these keys scroll
};
listenToKeys(() => {
  if (editor.isEditing) return whileEditing;
  return navigation.game.isAtVariation ? amongVariations : usually;
});

const submit = () => {
  editor.read(byId("text").value);
  byId("text").blur(); // so that keys reach the page again
};
byId("source").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
byId("text").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  submit();
});
addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea") && event.target !== byId("text")) return;
  event.preventDefault();
  editor.read(event.clipboardData.getData("text"));
});
byId("text").addEventListener("focus", () => byId("text").select());
byId("chapters").addEventListener("change", () => navigation.openChapter(Number(byId("chapters").value)));

byId("examples").append(...examples.map(({ title }, value) => element("option", { value }, title)));
byId("examples").addEventListener("change", () => {
  navigation.setUp(examples[byId("examples").value].fen);
  byId("examples").value = "";
});

// Afterwards the page works offline.
if (import.meta.env?.PROD) navigator.serviceWorker?.register("./service_worker.js").catch(() => {});

const copying = byId("copying");
byId("copies").addEventListener("click", ({ target }) => {
  if (target.value) page.copy(target.value);
  copying.open = false;
  byId("copy").focus();
});
copying.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !copying.open) return;
  event.stopPropagation();
  copying.open = false;
  byId("copy").focus();
});
addEventListener("pointerdown", ({ target }) => !copying.contains(target) && (copying.open = false));
showGallery(byId("gallery"), (fen) => {
  navigation.setUp(fen);
  byId("board").scrollIntoView({ block: "nearest" });
});

addEventListener("hashchange", () => navigation.openLink());
navigation.openLink();
