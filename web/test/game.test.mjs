import assert from "node:assert/strict";
import { test } from "node:test";
import { Game, moveNumber } from "../src/game.js";

const lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

test("moves are played in UCI and in SAN", () => {
  const game = new Game(lasker);
  assert.equal(game.play("a1b1"), true);
  assert.equal(game.play("Kb7"), true);
  assert.deepEqual(game.moves.map((move) => move.uci), ["a1b1", "a7b7"]);
  assert.equal(game.fen, "8/1k6/3p4/p2P1p2/P2P1P2/8/8/1K6 w - - 2 2");
});

test("a game is taken up at any ply, and ends before an illegal move", () => {
  const game = Game.takenUp(lasker, ["a1b1", "a7b7"], 1);
  assert.equal(game.ply, 1);
  assert.equal(game.moves.length, 2);
  assert.deepEqual(Game.takenUp(lasker, ["a1b1", "a7a1", "a7b7"], 3).moves.map((move) => move.uci), ["a1b1"]);
});

test("an illegal move changes nothing", () => {
  const game = new Game(lasker);
  assert.equal(game.play("a1a3"), false);
  assert.equal(game.play("nonsense"), false);
  assert.equal(game.fen, lasker);
});

test("the same move keeps the moves that followed, another replaces them", () => {
  const game = new Game(lasker);
  game.play("a1b1");
  game.play("a7b7");
  game.go(0);
  game.play("a1b1");
  assert.equal(game.moves.length, 2);
  game.go(0);
  game.play("a1a2");
  assert.deepEqual(game.moves.map((move) => move.san), ["Ka2"]);
});

test("a pawn promotes to the piece that is named", () => {
  const game = new Game("8/P6k/8/8/8/8/8/K7 w - - 0 1");
  assert.equal(game.play("a7a8r"), true);
  assert.equal(game.moves[0].san, "a8=R");
});

test("numbers stand before White's moves, and before a Black move that comes first", () => {
  assert.equal(moveNumber(lasker, true), "1.");
  assert.equal(moveNumber(lasker.replace(" w ", " b "), true), "1…");
  assert.equal(moveNumber(lasker.replace(" w ", " b "), false), "");
});
