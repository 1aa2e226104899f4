import assert from "node:assert/strict";
import { test } from "node:test";
import { goTogether } from "../src/line_panel.js";

const moves = (...names) => names.map((uci) => ({ uci }));

test("a game and a line go together as far as both go", () => {
  const game = moves("a1b1", "a7b7");
  assert.equal(goTogether(game, moves("a1b1", "a7b7")), true);
  assert.equal(goTogether(game, moves("a1b1", "a7b7", "b1c1")), true, "the line is longer");
  assert.equal(goTogether(game, moves("a1b1")), true, "the game is longer");
  assert.equal(goTogether([], game), true);
});

test("a game and a line part at the first move that differs", () => {
  const game = moves("a1b1", "a7b7");
  assert.equal(goTogether(game, moves("a1a2")), false);
  assert.equal(goTogether(game, moves("a1b1", "a7a8", "b1c1")), false);
});
