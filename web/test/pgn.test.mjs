import assert from "node:assert/strict";
import { test } from "node:test";
import { readPgn, wordsOf, writePgn } from "../src/pgn.js";

const lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const head = `[Event "Squares"]\n[FEN "${lasker}"]\n\n`;

/** A tree of moves as text: "Kb1 (Ka2 Kb7) Kb7". */
const outlineOf = ({ next }) => {
  if (next.length === 0) return "";
  const [main, ...others] = next;
  const said = others.map((other) => `(${[other.san, outlineOf(other)].filter(Boolean).join(" ")})`);
  return [main.san, ...said, outlineOf(main)].filter(Boolean).join(" ");
};

const study = `${head}{ Who wins? } 1. Kb1! { the only move [%cal Ga1b1,Rb1c1] [%csl Bb7] } (1. Ka2?? Kb7 (1... Ka8 2. Kb3) 2. Kb3)
(  {too hasty} 1. Kb2 $2) 1... Kb7 ; as good as any
2. Kc1 $22 1-0`;

test("variations, comments, signs and drawings are read", () => {
  const [game] = readPgn(study);
  assert.equal(game.root, lasker);
  assert.equal(game.ply, 0);
  assert.equal(outlineOf(game.start), "Kb1 (Ka2 Kb7 (Ka8 Kb3) Kb3) (Kb2) Kb7 Kc1");
  assert.deepEqual(game.moves.map(({ san }) => san), ["Kb1", "Kb7", "Kc1"]);
  assert.equal(game.start.comment, "Who wins?");
  const [kb1, ka2, kb2] = game.start.next;
  assert.equal(kb1.comment, "the only move");
  assert.deepEqual(kb1.drawings, [
    { brush: "G", from: "a1", to: "b1" },
    { brush: "R", from: "b1", to: "c1" },
    { brush: "B", from: "b7" },
  ]);
  assert.deepEqual([kb1.nags, ka2.nags, kb2.nags], [[1], [4], [2]]);
  assert.equal(kb2.introduction, "too hasty");
  assert.equal(kb1.next[0].comment, "as good as any");
  assert.deepEqual(game.tags, { Event: "Squares", Result: "1-0" });
});

test("what is written reads the same", () => {
  const [game] = readPgn(study);
  const text = writePgn(game);
  const [again] = readPgn(text);
  assert.equal(writePgn(again), text);
  assert.equal(outlineOf(again.start), outlineOf(game.start));
  const row = text.replaceAll("\n", " ");
  assert.match(row, /1\. Kb1 \$1 \{ \[%csl Bb7\] \[%cal Ga1b1,Rb1c1\] the only move \}/);
  assert.match(row, /\(1\. Ka2 \$4 Kb7 \(1\.\.\. Ka8 2\. Kb3\) 2\. Kb3\)/);
  assert.match(row, /\(\{ too hasty \} 1\. Kb2 \$2\)/);
  assert.match(text, / 1-0\n$/);
  assert.ok(text.split("\n").every((line) => line.length <= 80 || line.startsWith("[")));
});

test("several games follow each other, with tags and without", () => {
  const games = readPgn(`${head}1. Kb1 *\n\n[Event "Empty"]\n[FEN "${lasker}"]\n\n*\n\n[Event "Third"]\n\n1. e4 e5 2. O-O-O`.replace(" 2. O-O-O", ""));
  assert.deepEqual(games.map(({ tags }) => tags.Event), ["Squares", "Empty", "Third"]);
  assert.deepEqual(games.map(({ moves }) => moves.length), [1, 0, 2]);
});

test("tags quote, castling may be written with zeros, and moves long", () => {
  const [game] = readPgn('[White "A \\"B\\" C"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. 0-0 Ke8-e7');
  assert.equal(game.tags.White, 'A "B" C');
  assert.deepEqual(game.moves.map(({ san }) => san), ["O-O", "Ke7"]);
  assert.match(writePgn(game), /\[White "A \\"B\\" C"\]/);
});

test("what is meant for programs is kept, but not shown", () => {
  const [game] = readPgn("1. e4 { [%clk 0:01:00] well } *");
  assert.equal(wordsOf(game.moves[0].comment), "well");
  assert.match(writePgn(game), /\[%clk 0:01:00\] well/);
});

test("bad PGN is explained by move and place", () => {
  assert.throws(() => readPgn("1. e4 e5 2. Ke3 *"), /illegal move: 2\. “Ke3”/);
  assert.throws(() => readPgn("1. e4 Ke6 *"), /illegal move: 1… “Ke6”/);
  assert.throws(() => readPgn("1. e4 (1. d4 Kd7) e5 *"), /illegal move: 1… “Kd7”/);
  assert.throws(() => readPgn("1. e4 e5\n2. Qh9 *"), /line 2, column 4, near “[^”]*Qh9/);
  assert.throws(() => readPgn("1. e4 { never closed"), /line 1, column 7/);
  assert.throws(() => readPgn("1. e4 (1. d4 d5"), /line 1, column 7/);
  assert.throws(() => readPgn("1. e4 e5)"), /line 1, column 9/);
  assert.throws(() => readPgn("(1. e4)"), /line 1, column 1/);
});
