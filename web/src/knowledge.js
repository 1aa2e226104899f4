// What is known about a position, in one form for all of the server's answers. Values are bounds [worst, best] for the
// side to move: -1 is a loss, 0 a draw and 1 a win.

export const unknown = [-1, 1];

/** The same value for the other side. */
export const negate = ([worst, best]) => [-best || 0, -worst || 0];

export const isExact = ([worst, best]) => worst === best;

/**
 * From /standard, where the value of a move is that of the position after it, for the opponent. Its categories take
 * the 50-move rule into account, and the page does not use them.
 */
export function fromStandard(answer) {
  const moves = answer.moves.map((move) => ({
    uci: move.uci,
    san: move.san,
    bounds: negate([move.worst, move.best]),
    plies: pliesOf(move),
  }));
  return {
    bounds: [answer.worst, answer.best],
    end: endOf(answer),
    moves: sorted(moves),
  };
}

/** From the result of /solve. */
export function fromSolve(answer) {
  const moves = answer.moves.map(({ uci, san, worst, best, dtz }) => ({
    uci,
    san,
    bounds: [worst, best],
    plies: dtz ? Math.abs(dtz) : null,
  }));
  return {
    bounds: [answer.worst, answer.best],
    stoppedBy: answer.stopped_by,
    isZugzwang: answer.mutual_zugzwang,
    tables: answer.tables,
    positions: answer.positions,
    seconds: answer.seconds,
    moves: sorted(moves),
  };
}

/** Combines two answers. Both are proved, so the value lies within the bounds of each. */
export function combine(older, newer) {
  if (!older) return newer;
  const known = new Map(older.moves.map((move) => [move.uci, move]));
  const moves = newer.moves.map((move) => {
    const before = known.get(move.uci);
    if (!before) return move;
    return { ...move, bounds: intersect(before.bounds, move.bounds), plies: move.plies ?? before.plies };
  });
  return { ...older, ...newer, bounds: intersect(older.bounds, newer.bounds), moves: sorted(moves) };
}

/** Whether a solve has nothing left to find out. */
export const isSettled = (knowledge) =>
  isExact(knowledge.bounds) && knowledge.moves.every((move) => isExact(move.bounds));

function intersect(a, b) {
  return [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
}

/** Plies to the next capture, pawn move or mate, the move itself included. */
function pliesOf(move) {
  if (!move.dtz) return null;
  return move.zeroing || move.checkmate ? 1 : Math.abs(move.dtz) + 1;
}

function endOf(answer) {
  if (answer.checkmate) return "checkmate";
  if (answer.stalemate) return "stalemate";
  return answer.insufficient_material ? "insufficientMaterial" : null;
}

/** Best first; quick wins before slow ones, slow losses before quick ones. */
function sorted(moves) {
  const speed = ({ bounds, plies }) => (bounds[1] < 0 ? -1 : 1) * (plies ?? 0);
  return [...moves].sort((a, b) => b.bounds[0] - a.bounds[0] || b.bounds[1] - a.bounds[1] || speed(a) - speed(b));
}
