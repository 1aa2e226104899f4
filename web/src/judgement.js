// Whether a move kept what the position was worth.

import { isExact } from "./knowledge.js";
import { texts } from "./texts.js";

/** What a move threw away, in words; "" if nothing, or if that is not known. `before` is what was known before it. */
export function thrownAway(before, { uci, san }) {
  const move = before.moves.find((known) => known.uci === uci);
  if (!move || !isExact(before.bounds) || !isExact(move.bounds)) return "";
  const [value] = before.bounds;
  if (move.bounds[0] >= value) return "";
  return texts.verdict.threwAway[value === 1 ? "win" : "draw"](san);
}

/** The best move, if it is proved to be one: {uci, tone}; null if there is none. A lost position has no arrow. */
export function bestMove({ bounds, moves }, line) {
  if (!isExact(bounds) || bounds[0] < 0 || moves.length === 0) return null;
  const [first] = moves; // the best comes first
  const uci = line[0]?.uci ?? (isExact(first.bounds) && first.bounds[0] === bounds[0] ? first.uci : null);
  return uci ? { uci, tone: bounds[0] === 1 ? "win" : "draw" } : null;
}
