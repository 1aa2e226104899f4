// Where a piece may go.

import { groupMoves } from "./words.js";

/** The squares that moves from one lead to: {square, isPromotion, tone}, the tone that of the best move to it. */
export function targetsOf(from, moves) {
  const own = moves.filter(({ uci }) => uci.startsWith(from));
  const squares = [...new Set(own.map(({ uci }) => uci.slice(2, 4)))];
  return squares.map((square) => {
    const there = own.filter(({ uci }) => uci.slice(2, 4) === square);
    return { square, isPromotion: there[0].uci.length > 4, tone: groupMoves(there)[0].tone };
  });
}
