// Where a piece can go, and how good each square is.

import { groupMoves } from "./words.js";

/** The targets of the moves from a square: {square, isPromotion, tone}, with the tone of the best move there. */
export function targetsOf(from, moves) {
  const own = moves.filter(({ uci }) => uci.startsWith(from));
  const squares = [...new Set(own.map(({ uci }) => uci.slice(2, 4)))];
  return squares.map((square) => {
    const there = own.filter(({ uci }) => uci.slice(2, 4) === square);
    return { square, isPromotion: there[0].uci.length > 4, tone: groupMoves(there)[0].tone };
  });
}
