import assert from "node:assert/strict";
import { test } from "node:test";
import { readLink, writeLink } from "../src/permalink.js";

const fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

test("a link leads back to where it was made", () => {
  for (const place of [
    { fen, moves: [], ply: 0, layer: "none" },
    { fen, moves: ["a1b1", "a7b7"], ply: 1, layer: "white" },
  ]) {
    assert.deepEqual(readLink({ hash: writeLink(place), search: "" }), place);
  }
});

test("links of other sites have a FEN as parameter", () => {
  const link = readLink({ hash: "", search: "?fen=8/k7/3p4/p2P1p2/P2P1P2/8/8/K7_w_-_-_0_1" });
  assert.equal(link.fen, fen);
  assert.equal(readLink({ hash: "", search: "" }), null);
});
