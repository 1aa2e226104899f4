import assert from "node:assert/strict";
import { test } from "node:test";
import { isPawnEnding, menOf, normalizeFen, positionKey } from "../src/fen.js";
import { texts } from "../src/texts.js";

const lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

test("a FEN may have underscores and lack fields", () => {
  assert.equal(normalizeFen(" 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7_w_-_-_0_1 "), lasker);
  assert.equal(normalizeFen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 b"), lasker.replace(" w ", " b "));
});

test("a FEN that is not a position is refused, and quoted", () => {
  assert.throws(() => normalizeFen("8/8/8 w"), /“8\/8\/8 w”/);
  assert.throws(() => normalizeFen("8/8/8/8/8/8/8/K7 w"), /king/);
});

test("a pawn ending has kings and pawns only", () => {
  assert.equal(isPawnEnding(lasker), true);
  assert.equal(isPawnEnding("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"), false);
  assert.equal(menOf(lasker), 9);
});

test("move counters do not make a different position", () => {
  assert.equal(positionKey(lasker), positionKey(lasker.replace("0 1", "17 40")));
});

test("each fault of a FEN is told in words of ours", () => {
  const fault = (fen) => {
    try {
      normalizeFen(fen);
    } catch ({ message }) {
      return message.replace(/: “.*/, "");
    }
  };
  const { fenFaults } = texts.input;
  assert.equal(fault("8/8/8 w"), fenFaults.rows);
  assert.equal(fault("x7/8/8/8/8/8/8/8 w"), fenFaults.piece);
  assert.equal(fault("44/8/8/8/8/8/8/8 w"), fenFaults.rank);
  assert.equal(fault("k7K/8/8/8/8/8/8/8 w"), fenFaults.rank);
  assert.equal(fault("k6P/8/8/8/8/8/8/K7 w"), fenFaults.edgePawns);
  assert.equal(fault("kk6/8/8/8/8/8/8/K7 w"), fenFaults.kings);
  assert.equal(fault("k7/8/8/8/8/8/8/K7 x"), fenFaults.side);
  assert.equal(fault("k7/8/8/8/8/8/8/K7 w q1"), fenFaults.castling);
  assert.equal(fault("k7/8/8/8/8/8/8/K7 w - e9"), fenFaults.enPassant);
  assert.equal(fault("k7/8/8/8/8/8/8/K7 w - - x 1"), fenFaults.counters);
  assert.equal(fault("k7/8/8/8/8/8/8/K7 w - - 0 0"), fenFaults.counters);
});
