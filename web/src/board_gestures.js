// Gestures over the board: the wheel and a swipe step through the moves, and the right button draws.

const farEnough = 40; // pixels, for a swipe

/** The drawing's colour by the keys that are held, as on other sites: see pgn.js. */
export function brushOf({ shiftKey, ctrlKey, altKey }) {
  if (altKey) return shiftKey || ctrlKey ? "Y" : "B";
  return shiftKey || ctrlKey ? "R" : "G";
}

/** 1 for a swipe to the left, which leads on, -1 for one to the right, 0 if it was none. */
export function swipeOf(from, to) {
  const [aside, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
  if (Math.abs(aside) < farEnough || Math.abs(aside) < 2 * Math.abs(down)) return 0;
  return aside < 0 ? 1 : -1;
}

/** The drawings with another one; one that is drawn again disappears, or takes the other colour. */
export function withDrawing(drawings, drawing) {
  const isSame = ({ from, to }) => from === drawing.from && to === drawing.to;
  const others = drawings.filter((other) => !isSame(other));
  const isAgain = drawings.some((other) => isSame(other) && other.brush === drawing.brush);
  return isAgain ? others : [...others, drawing];
}

/** An arrow, or a circle if it ends where it begins. */
export const drawingOf = (brush, from, to) => (from === to ? { brush, from } : { brush, from, to });

/**
 * Listens to a board. Asks isEditing() and isMovable(square), and calls back: onStep(count), onDraw(drawing) when one is
 * complete, onErase() for a click that does nothing else.
 */
export function listenToGestures(container, { isEditing, isMovable, onStep, onDraw, onErase }) {
  const squareAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.dataset.square;
  let drawn = null; // the square where a drawing began
  let touch = null; // where a swipe began

  container.addEventListener("contextmenu", (event) => event.preventDefault());
  container.addEventListener("pointerdown", (event) => {
    const { square } = event.target.dataset;
    touch = null;
    if (isEditing() || !square) return;
    if (event.button === 2) drawn = square;
    else if (event.pointerType === "touch" && event.isPrimary && !isMovable(square)) touch = event;
    else if (event.button === 0 && !isMovable(square)) onErase();
  });
  addEventListener("pointerup", (event) => {
    const square = squareAt(event);
    if (drawn && square) onDraw(drawingOf(brushOf(event), drawn, square));
    drawn = null;
    const count = touch ? swipeOf(touch, event) : 0;
    touch = null;
    if (count !== 0) onStep(count);
  });
  container.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || isEditing() || event.deltaY === 0) return; // with Ctrl it zooms
      event.preventDefault();
      onStep(Math.sign(event.deltaY));
    },
    { passive: false },
  );
}
