import assert from "node:assert/strict";
import { test } from "node:test";
import { bestMove, thrownAway } from "../src/judgement.js";

const move = (uci, worst, best = worst) => ({ uci, san: uci, bounds: [worst, best] });
const won = { bounds: [1, 1], moves: [move("a1b1", 1), move("a1a2", 0), move("a1b2", 0, 1)] };
const drawn = { bounds: [0, 0], moves: [move("a1b1", 0), move("a1a2", -1)] };

test("a move that spoils the value is told, once both values are proved", () => {
  assert.equal(thrownAway(won, { uci: "a1a2", san: "Ka2" }), "Ka2? throws away the win.");
  assert.equal(thrownAway(drawn, { uci: "a1a2", san: "Ka2" }), "Ka2? throws away the draw.");
  assert.equal(thrownAway(won, { uci: "a1b1", san: "Kb1" }), "");
  assert.equal(thrownAway(won, { uci: "a1b2", san: "Kb2" }), "", "its value is not known");
  assert.equal(thrownAway({ ...won, bounds: [0, 1] }, { uci: "a1a2", san: "Ka2" }), "");
});

test("the arrow is the line's first move, or else the best of the list", () => {
  assert.deepEqual(bestMove(won, [{ uci: "a1b1" }]), { uci: "a1b1", tone: "win" });
  assert.deepEqual(bestMove(drawn, []), { uci: "a1b1", tone: "draw" });
  assert.equal(bestMove({ bounds: [-1, -1], moves: [move("a1b1", -1)] }, []), null);
  assert.equal(bestMove({ bounds: [0, 1], moves: [move("a1b1", 0, 1)] }, []), null);
});
