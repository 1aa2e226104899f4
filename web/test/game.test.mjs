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

test("the same move keeps the moves that followed, another becomes a variation", () => {
  const game = new Game(lasker);
  game.play("a1b1");
  game.play("a7b7");
  game.go(0);
  game.play("a1b1");
  assert.equal(game.moves.length, 2);
  game.go(0);
  game.play("a1a2");
  assert.deepEqual(game.moves.map((move) => move.san), ["Ka2"]);
  assert.deepEqual(game.start.next.map((move) => move.san), ["Kb1", "Ka2"]);
  game.go(0);
  assert.deepEqual(game.moves.map((move) => move.san), ["Ka2"], "the way back leads on to where we came from");
  game.play("Kb1");
  assert.deepEqual(game.moves.map((move) => move.san), ["Kb1", "Kb7"]);
});

test("steps aside lead through the moves that could be chosen", () => {
  const game = Game.takenUp(lasker, ["Kb1"], 0);
  game.play("Ka2");
  game.go(0);
  game.play("Kb2");
  assert.equal(game.isAtVariation, true);
  game.goAside(1);
  assert.equal(game.node.san, "Kb2", "there is no more");
  game.goAside(-2);
  assert.equal(game.node.san, "Kb1");
  assert.equal(game.isVariation, false);
});

test("a variation is promoted by one step, and keeps its place in the game", () => {
  const game = Game.takenUp(lasker, ["Kb1", "Kb7"], 1);
  game.play("Kb8");
  game.play("Kc2");
  game.promote();
  assert.deepEqual(game.start.next[0].next.map(({ san }) => san), ["Kb8", "Kb7"]);
  assert.equal(game.node.san, "Kc2");
  assert.equal(game.isVariation, false);
});

test("removing a move removes what follows it", () => {
  const game = Game.takenUp(lasker, ["Kb1", "Kb7", "Kc1"], 2);
  game.remove();
  assert.equal(game.node.san, "Kb1");
  assert.deepEqual(game.moves.map(({ san }) => san), ["Kb1"]);
  game.go(0);
  game.remove();
  assert.equal(game.node, game.start);
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
