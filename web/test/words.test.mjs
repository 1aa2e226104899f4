import assert from "node:assert/strict";
import { test } from "node:test";
import { amount, groupMoves, remarkOn, seenByWhite, verdictOf } from "../src/words.js";

const whiteToMove = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

test("the headline is White's view, whoever is to move", () => {
  assert.equal(verdictOf(seenByWhite([1, 1], "w")).text, "White wins");
  assert.equal(verdictOf(seenByWhite([1, 1], "b")).text, "Black wins");
  assert.equal(verdictOf(seenByWhite([0, 1], "b")).text, "Black cannot lose");
  assert.equal(verdictOf(seenByWhite([-1, 1], "b")).text, "Not settled");
  assert.equal(verdictOf(seenByWhite([0, 0], "b")).text, "Draw");
});

test("moves are grouped by value, best first", () => {
  const moves = [{ bounds: [-1, -1] }, { bounds: [1, 1] }, { bounds: [-1, 1] }, { bounds: [1, 1] }];
  assert.deepEqual(groupMoves(moves).map(({ title, moves }) => [title, moves.length]), [
    ["Winning", 2],
    ["Not settled", 1],
    ["Losing", 1],
  ]);
});

test("an only move is called so when all others are known", () => {
  const known = (last) => ({
    bounds: [1, 1],
    moves: [{ san: "Kb1", bounds: [1, 1] }, { san: "Ka2", bounds: last }],
  });
  assert.equal(remarkOn(whiteToMove, known([0, 0])), "Kb1 is the only move that wins.");
  assert.equal(remarkOn(whiteToMove, known([-1, 1])), "White to move.");
});

test("whoever may castle is told at once that tables know nothing of it", () => {
  const position = { bounds: [-1, 1], moves: [] };
  assert.match(remarkOn("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", position), /castle/);
  assert.equal(remarkOn("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", position), "White to move.");
});

test("large numbers are rounded", () => {
  assert.equal(amount(433922048), "434 million");
  assert.equal(amount(10550), "10,550");
});
