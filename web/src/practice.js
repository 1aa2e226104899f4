// Practising: the user plays one side, and the page answers with the toughest defence.

import { isExact } from "./knowledge.js";
import { sideToMove } from "./fen.js";

export class Practice {
  side = null; // the user's; null while nobody practises

  get isOn() {
    return this.side !== null;
  }

  toggle(fen) {
    this.side = this.isOn ? null : sideToMove(fen);
  }

  /**
   * The page's move in this position, once it is known which is best; null while it is not, or if it is the user's turn.
   * Where nothing is proved, the engine's choice has to do.
   */
  reply(fen, { bounds, moves }, { isAsking, engineLines }) {
    if (!this.isOn || isAsking || sideToMove(fen) === this.side || moves.length === 0) return null;
    if (isExact(bounds)) return moves[0].uci; // best first, and slow losses before quick ones
    return engineLines[0]?.moves[0]?.uci ?? null;
  }

  /** The user's last move in a game: its index among the moves; -1 if there is none. */
  ownLast(game) {
    const last = game.ply - 1;
    return last >= 0 && sideToMove(game.fenAt(last)) !== this.side ? last - 1 : last;
  }
}
