import assert from "node:assert/strict";
import { test } from "node:test";
import { combine, fromSolve, fromStandard, isSettled } from "../src/knowledge.js";

const standard = {
  worst: 1,
  best: 1,
  dtz: 27,
  checkmate: false,
  stalemate: false,
  insufficient_material: false,
  moves: [
    { uci: "a1b1", san: "Kb1", worst: -1, best: -1, dtz: -26, zeroing: false, checkmate: false },
    { uci: "a1a2", san: "Ka2", worst: 0, best: 0, dtz: 0, zeroing: false, checkmate: false },
    { uci: "a1b2", san: "Kb2", worst: -1, best: 0, dtz: null, zeroing: false, checkmate: false },
  ],
};

test("moves of /standard are valued for the side that makes them", () => {
  const { bounds, moves } = fromStandard(standard);
  assert.deepEqual(bounds, [1, 1]);
  assert.deepEqual(moves.map((move) => [move.san, move.bounds, move.plies]), [
    ["Kb1", [1, 1], 27],
    ["Kb2", [0, 1], null],
    ["Ka2", [0, 0], null],
  ]);
});

test("a later answer narrows what is known, and never widens it", () => {
  const solved = fromSolve({
    worst: 0,
    best: 1,
    stopped_by: "time",
    moves: [
      { uci: "a1b1", san: "Kb1", worst: 0, best: 1, dtz: null },
      { uci: "a1a2", san: "Ka2", worst: 0, best: 1, dtz: null },
      { uci: "a1b2", san: "Kb2", worst: 0, best: 0, dtz: 0 },
    ],
  });
  const both = combine(fromStandard(standard), solved);
  assert.deepEqual(both.bounds, [1, 1]);
  assert.deepEqual(both.moves.map((move) => [move.uci, move.bounds]), [
    ["a1b1", [1, 1]],
    ["a1a2", [0, 0]],
    ["a1b2", [0, 0]],
  ]);
  assert.equal(both.moves[0].plies, 27);
  assert.equal(isSettled(fromStandard(standard)), false);
  assert.equal(isSettled(both), true);
});

test("quick wins and slow losses come first", () => {
  const move = (uci, worst, dtz) => ({ uci, san: uci, worst, best: worst, dtz });
  const order = (...moves) => fromSolve({ worst: 0, best: 0, moves }).moves.map(({ uci }) => uci);
  assert.deepEqual(order(move("slow", 1, 9), move("fast", 1, 3)), ["fast", "slow"]);
  assert.deepEqual(order(move("fast", -1, -2), move("slow", -1, -8)), ["slow", "fast"]);
});

test("the end of the game is named", () => {
  assert.equal(fromStandard({ ...standard, worst: -1, best: -1, checkmate: true, moves: [] }).end, "checkmate");
});
