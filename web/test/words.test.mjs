import assert from "node:assert/strict";
import { test } from "node:test";
import { amount, groupMoves, remarkOn, seenByWhite, verdictOf } from "../src/words.js";

const whiteToMove = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

test("the headline is White's view, whichever side is to move", () => {
  assert.equal(verdictOf(seenByWhite([1, 1], "w")).text, "White wins");
  assert.equal(verdictOf(seenByWhite([1, 1], "b")).text, "Black wins");
  assert.equal(verdictOf(seenByWhite([0, 1], "b")).text, "Black cannot lose");
  assert.equal(verdictOf(seenByWhite([-1, 1], "b")).text, "Not solved yet");
  assert.equal(verdictOf(seenByWhite([0, 0], "b")).text, "Draw");
});

test("moves are grouped by value, best first", () => {
  const moves = [{ bounds: [-1, -1] }, { bounds: [1, 1] }, { bounds: [-1, 1] }, { bounds: [1, 1] }];
  assert.deepEqual(groupMoves(moves).map(({ title, moves }) => [title, moves.length]), [
    ["Winning", 2],
    ["Not solved yet", 1],
    ["Losing", 1],
  ]);
});

test("an only move is named when the values of all others are known", () => {
  const known = (last) => ({
    bounds: [1, 1],
    moves: [{ san: "Kb1", bounds: [1, 1] }, { san: "Ka2", bounds: last }],
  });
  assert.equal(remarkOn(whiteToMove, known([0, 0])), "Kb1 is the only move that wins.");
  assert.equal(remarkOn(whiteToMove, known([-1, 1])), "White to move.");
});

test("castling rights are named as not supported", () => {
  const position = { bounds: [-1, 1], moves: [] };
  const remark = "Castling rights (KQ) are not supported; replace them with -.";
  assert.equal(remarkOn("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", position), remark);
  assert.equal(remarkOn("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", position), "White to move.");
});

test("an unfinished proof is explained", () => {
  const stopped = (stoppedBy) => remarkOn(whiteToMove, { bounds: [-1, 1], moves: [], stoppedBy });
  assert.equal(stopped("time"), "The time was not enough for a proof. Solve again to go on, or use the program: philidor solve.");
  assert.equal(stopped("memory"), "The memory was not enough for a proof. The program with more memory can do it: philidor solve.");
  assert.equal(stopped("pieces"), "A proof needs tables with more pieces.");
  assert.equal(stopped("interrupted"), "The proof was interrupted.");
});

test("large numbers are rounded", () => {
  assert.equal(amount(433922048), "434 million");
  assert.equal(amount(10550), "10,550");
});
