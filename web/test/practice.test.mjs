import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../src/game.js";
import { Practice } from "../src/practice.js";

const white = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
const black = "8/6K1/k1P5/7p/8/8/8/8 b - - 1 1";
const known = { bounds: [0, 0], moves: [{ uci: "h5h4", bounds: [0, 0] }, { uci: "a6a7", bounds: [-1, -1] }] };
const idle = { isAsking: false, engineLines: [] };

test("the page answers for the other side, with the best move", () => {
  const practice = new Practice();
  assert.equal(practice.reply(black, known, idle), null, "nobody practises");
  practice.toggle(white);
  assert.equal(practice.reply(black, known, idle), "h5h4");
  assert.equal(practice.reply(white, known, idle), null, "it is the user's turn");
  assert.equal(practice.reply(black, known, { ...idle, isAsking: true }), null, "it is not known yet");
  practice.toggle(black);
  assert.equal(practice.isOn, false);
});

test("the engine answers where nothing is proved", () => {
  const practice = new Practice();
  practice.toggle(white);
  const open = { ...known, bounds: [-1, 1] };
  assert.equal(practice.reply(black, open, idle), null);
  assert.equal(practice.reply(black, open, { ...idle, engineLines: [{ moves: [{ uci: "a6b6" }] }] }), "a6b6");
});

test("the user's last move is found behind the page's answer", () => {
  const practice = new Practice();
  practice.toggle(white);
  const game = new Game(white);
  assert.equal(practice.ownLast(game), -1);
  game.play("h8g7");
  assert.equal(practice.ownLast(game), 0);
  game.play("h5h4");
  assert.equal(practice.ownLast(game), 0);
});
