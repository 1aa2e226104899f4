import assert from "node:assert/strict";
import { test } from "node:test";
import { readStudy } from "../src/study.js";

const lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

const sansOf = (game) => game.moves.map(({ san }) => san);

test("a FEN alone, in a list and in a link", () => {
  const [alone] = readStudy(lasker);
  assert.deepEqual([alone.title, alone.game.root, alone.game.moves], ["", lasker, []]);
  const list = readStudy(`${lasker}  Lasker and Reichhelm\n7K/8/k1P5/7p/8/8/8/8 w - - ; Réti`);
  assert.deepEqual(list.map(({ title }) => title), ["Lasker and Reichhelm", "Réti"]);
  assert.equal(list[1].game.root, "7K/8/k1P5/7p/8/8/8/8 w - - 0 1");
  const link = readStudy("https://example.org/analysis/8/k7/3p4/p2P1p2/P2P1P2/8/8/K7_w_-_-_0_1");
  assert.equal(link[0].game.root, lasker);
});

test("a study of several chapters, with comments and variations", () => {
  const chapters = readStudy(`[Event "Pawns: one"]
[FEN "${lasker}"]
[SetUp "1"]

1. Kb1 {the only move} (1. Ka2 Kb7) 1... Kb7 2. Kc1 *

[Event "Pawns: two"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]
[SetUp "1"]

1. Kg7 h4 2. Kf6 *
`);
  assert.deepEqual(chapters.map(({ title, game }) => [title, sansOf(game)]), [
    ["Pawns: one", ["Kb1", "Kb7", "Kc1"]],
    ["Pawns: two", ["Kg7", "h4", "Kf6"]],
  ]);
  assert.equal(chapters[0].game.root, lasker);
});

test("a game without tags begins at the initial position", () => {
  const [{ game }] = readStudy("1. e4 e5 2. Nf3 *");
  assert.deepEqual(sansOf(game), ["e4", "e5", "Nf3"]);
  assert.match(game.root, /^rnbqkbnr\/pppppppp/);
});

test("anything else is refused", () => {
  for (const text of ["what a lovely position", "https://lichess.org/study/abcdefgh", "and/or", "e4"]) {
    assert.throws(() => readStudy(text), { message: `This is neither a FEN nor a PGN: “${text}”` });
  }
  assert.throws(() => readStudy('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*'));
});

test("a complaint says what is wrong with a FEN", () => {
  assert.throws(() => readStudy("8/8/8 w"), /eight ranks, separated by \/: “8\/8\/8 w”$/);
});

test("only the beginning of a long text is quoted", () => {
  assert.throws(() => readStudy("x".repeat(700)), new RegExp(`“${"x".repeat(60)}…”$`));
  assert.throws(() => readStudy(`8/8 ${"w".repeat(700)}`), new RegExp(`“8/8 ${"w".repeat(56)}…”$`));
});
