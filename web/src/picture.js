// Pictures of the board, with everything that is drawn over it: SVG, which stands alone, and PNG.

const pixels = 1080; // of a PNG, each way

/** What style.css says about a shape, and a picture has to say itself. */
const styled = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linejoin", "opacity", "paint-order"];
const lettered = ["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];

/** The board as SVG. `board` is its element in the page. */
export function svgOf(board) {
  const copy = board.cloneNode(true);
  const originals = board.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((node, index) => copyStyle(originals[index], node));
  for (const aside of copy.querySelectorAll(".cursor, .interactive-top-layer")) aside.remove();
  const pieces = new Set([...copy.querySelectorAll("use")].map((use) => use.getAttribute("href")));
  const definitions = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  for (const piece of pieces) definitions.append(document.querySelector(piece).cloneNode(true));
  copy.prepend(definitions);
  const { width, height } = board.getBoundingClientRect();
  for (const name of copy.getAttributeNames()) copy.removeAttribute(name);
  const attributes = { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` };
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

/** Copies the style of a shape; a group has none, and what a piece looks like is in its definition. */
function copyStyle(original, node) {
  if (!original.matches("rect, circle, polygon, text, path")) return;
  const style = getComputedStyle(original);
  for (const name of original.matches("text") ? [...styled, ...lettered] : styled) {
    node.style.setProperty(name, style.getPropertyValue(name));
  }
}

/** The board as PNG. */
export async function pngOf(board) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svgOf(board))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(pixels, pixels);
  canvas.getContext("2d").drawImage(image, 0, 0, pixels, pixels);
  return canvas.convertToBlob({ type: "image/png" });
}
