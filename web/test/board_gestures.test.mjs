import assert from "node:assert/strict";
import { test } from "node:test";
import { brushOf, drawingOf, swipeOf, withDrawing } from "../src/board_gestures.js";

test("keys choose the colour of a drawing", () => {
  const keys = { shiftKey: false, ctrlKey: false, altKey: false };
  assert.equal(brushOf(keys), "G");
  assert.equal(brushOf({ ...keys, shiftKey: true }), "R");
  assert.equal(brushOf({ ...keys, ctrlKey: true }), "R");
  assert.equal(brushOf({ ...keys, altKey: true }), "B");
  assert.equal(brushOf({ ...keys, altKey: true, shiftKey: true }), "Y");
});

test("a drawing that is drawn again disappears, or changes its colour", () => {
  const [arrow, circle] = [drawingOf("G", "a1", "b1"), drawingOf("G", "a1", "a1")];
  const both = withDrawing(withDrawing([], arrow), circle);
  assert.deepEqual(both, [arrow, { brush: "G", from: "a1" }]);
  assert.deepEqual(withDrawing(both, arrow), [circle]);
  assert.deepEqual(withDrawing(both, drawingOf("R", "a1", "b1")), [circle, { brush: "R", from: "a1", to: "b1" }]);
});

test("a swipe goes sideways, and far enough", () => {
  const swipe = (x, y) => swipeOf({ clientX: 200, clientY: 200 }, { clientX: 200 + x, clientY: 200 + y });
  assert.equal(swipe(-80, 10), 1);
  assert.equal(swipe(80, -10), -1);
  assert.equal(swipe(-20, 0), 0);
  assert.equal(swipe(-80, 60), 0, "it scrolls");
});
