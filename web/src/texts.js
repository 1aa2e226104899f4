// The texts of the page that are not part of a single element.

export const texts = {
  solverMissing: "The solver could not be loaded. Reload the page to try again.",
  tabMemory:
    "This needs more memory than a browser tab has. The program can do it: philidor solve, or philidor serve for this page.",
  turn: { w: "White to move", b: "Black to move" },
  pliesNote: "The number beside a move counts the plies to the next capture, pawn move or mate.",
  engineTitle: "Engine, a judgement and not a proof",
  engineDepth: (depth) => `depth ${depth}`,
  threwAway: {
    win: (san) => `${san}? throws away the win.`,
    draw: (san) => `${san}? throws away the draw.`,
  },
  layerHints: {
    white: "Each square shows the result with the white king there and the other king where it stands.",
    black: "Each square shows the result with the black king there and the other king where it stands.",
    pairs:
      "When the kings stand on squares with the same number, the side to move is in zugzwang. Point at one to see its partners.",
    pawns: "Each pawn is named by its most important feature; the table says what the engine thinks it is worth.",
  },
};
