// The gallery: famous endings with a diagram, and a sentence on what to look for.

import { element } from "./dom.js";
import { examples } from "./examples.js";
import { placementOf } from "./fen.js";
import { texts } from "./texts.js";

const side = 40; // of a square; the pieces are drawn for it

/** A small picture of a position. It refers to the pieces that the board has put into the page. */
function diagram(fen) {
  const parts = [`<rect class="light" width="${8 * side}" height="${8 * side}"/>`];
  for (let square = 0; square < 64; square += 1) {
    const [file, rank] = [square % 8, Math.floor(square / 8)];
    if ((file + rank) % 2 === 0) continue;
    parts.push(`<rect class="dark" x="${file * side}" y="${rank * side}" width="${side}" height="${side}"/>`);
  }
  const rows = placementOf(fen).replace(/\d/g, (count) => " ".repeat(count)).split("/");
  rows.forEach((row, rank) =>
    [...row].forEach((man, file) => {
      if (man === " ") return;
      const piece = (man === man.toUpperCase() ? "w" : "b") + man.toLowerCase();
      parts.push(`<use href="#${piece}" x="${file * side}" y="${rank * side}"/>`);
    }),
  );
  return `<svg viewBox="0 0 ${8 * side} ${8 * side}" aria-hidden="true">${parts.join("")}</svg>`;
}

/** Fills the gallery. Calls back with the position that is chosen. */
export function showGallery(container, onChoose) {
  const items = examples.map(({ title, fen, about }) => {
    const picture = element("div", { className: "diagram" });
    picture.innerHTML = diagram(fen);
    const button = element("button", { onclick: () => onChoose(fen) }, picture, element("strong", {}, title));
    return element("li", {}, button, element("p", { className: "quiet" }, about));
  });
  container.append(element("h2", { id: "gallery-title" }, texts.gallery.title), element("ul", {}, ...items));
}
