import assert from "node:assert/strict";
import { test } from "node:test";
import { correspondenceShapes, kingShapes, legendOf, numberPairs, partnersOf } from "../src/key_squares.js";
import { captionShapes, signed, termTable } from "../src/pawn_features.js";

// Part of the map of Lasker and Reichhelm's ending.
const corresponding = { b1: ["a7", "c7"], c1: ["b7"], d1: ["c7"], b3: ["a7", "c7"], c4: ["b6"] };

test("corresponding squares get the same number, and so do squares linked through others", () => {
  const { white, black } = numberPairs(corresponding);
  assert.deepEqual(white, { b1: 1, b3: 1, d1: 1, c1: 2, c4: 3 });
  assert.deepEqual(black, { a7: 1, c7: 1, b7: 2, b6: 3 });
});

test("a square that is pointed at shows only its own partners", () => {
  assert.deepEqual(partnersOf(corresponding, "d1"), ["c7"]);
  assert.deepEqual(partnersOf(corresponding, "a7"), ["b1", "b3"]);
  const ringed = (pointed) =>
    correspondenceShapes(corresponding, pointed).filter((shape) => shape.ring).map((shape) => shape.square);
  assert.deepEqual(ringed("d1"), ["d1", "c7"]);
  assert.deepEqual(ringed("h8"), []);
  assert.deepEqual(ringed(null), []);
});

test("a king's squares are tinted, and zugzwang has a symbol", () => {
  const squares = { b1: "mutual_zugzwang", c8: "white_wins" };
  assert.deepEqual(kingShapes(squares), [
    { square: "b1", tint: "zugzwang", symbol: "⊙" },
    { square: "c8", tint: "white", symbol: undefined },
  ]);
  assert.deepEqual(legendOf(squares), ["white_wins", "mutual_zugzwang"]);
});

test("a pawn's most important feature is its caption", () => {
  const shapes = captionShapes([
    { square: "a4", features: ["isolated", "passed"] },
    { square: "d4", features: ["doubled"] },
    { square: "f5", features: ["opposed"] },
  ]);
  assert.deepEqual(shapes.map(({ square, caption, tone }) => [square, caption, tone]), [
    ["a4", "passed", "good"],
    ["d4", "doubled", "bad"],
  ]);
});

test("terms are weighted by the phase, the largest first", () => {
  const term = (name, color, middlegame, endgame) => ({ name, color, middlegame, endgame, squares: ["a2"] });
  const terms = [
    term("island", "white", -96, 6),
    term("doubled", "white", 4, -43),
    term("island", "black", 96, -6),
    term("hole", "black", 42, 0),
  ];
  const rows = termTable({ terms, phase: 0 });
  assert.deepEqual(rows.map(({ name }) => name), ["doubled", "island"]);
  assert.equal(rows[1].black.value, -0.06);
  assert.equal(termTable({ terms, phase: 24 })[0].name, "island");
  assert.equal(signed(-0.45), "−0.45");
});
