// The map of a pawn ending as shapes over the board: where each king should stand, and which squares correspond.

/** The verdicts on a square for one king, with the other king where it is, and their colours. */
export const tones = {
  white_wins: "white",
  white_wins_to_move: "white-to-move",
  drawn: "draw",
  black_wins_to_move: "black-to-move",
  black_wins: "black",
  mover_wins: "mover",
  mutual_zugzwang: "zugzwang",
  open: "open",
};

/** A tint for each square where this king could stand. */
export function kingShapes(squares) {
  return Object.entries(squares).map(([square, verdict]) => ({
    square,
    tint: tones[verdict],
    symbol: { mutual_zugzwang: "⊙", open: "?" }[verdict],
  }));
}

/** The verdicts that occur, in the order of the table above. */
export function legendOf(squares) {
  const found = new Set(Object.values(squares));
  return Object.keys(tones).filter((verdict) => found.has(verdict));
}

/**
 * Numbers the corresponding squares: a square of the white king and one of the black king that correspond get the same
 * number, and so do squares that are linked through others. {white: {square: number}, black: {...}}
 */
export function numberPairs(corresponding) {
  const numbers = { white: {}, black: {} };
  let last = 0;
  for (const start of Object.keys(corresponding)) {
    if (numbers.white[start]) continue;
    last += 1;
    const open = [start];
    while (open.length > 0) {
      const square = open.pop();
      if (numbers.white[square]) continue;
      numbers.white[square] = last;
      for (const partner of corresponding[square]) {
        numbers.black[partner] = last;
        open.push(...Object.keys(corresponding).filter((other) => corresponding[other].includes(partner)));
      }
    }
  }
  return numbers;
}

/** The partners of a square, for either king. */
export function partnersOf(corresponding, square) {
  const whites = Object.keys(corresponding).filter((other) => corresponding[other].includes(square));
  return [...(corresponding[square] ?? []), ...whites];
}

/** Numbers on both kings' squares; the square pointed at and its partners are ringed. */
export function correspondenceShapes(corresponding, pointed) {
  const numbers = numberPairs(corresponding);
  const partners = pointed ? partnersOf(corresponding, pointed) : [];
  const shapes = [];
  for (const king of ["white", "black"]) {
    for (const [square, number] of Object.entries(numbers[king])) {
      shapes.push({ square, tint: `${king}-number`, symbol: String(number) });
    }
  }
  for (const square of partners.length > 0 ? [pointed, ...partners] : []) shapes.push({ square, ring: "partner" });
  return shapes;
}
