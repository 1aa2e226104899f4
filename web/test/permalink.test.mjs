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

test("a ply that is not a number is the end of the moves", () => {
  for (const ply of ["abc", "", "1.5", "Infinity"]) {
    assert.equal(readLink({ hash: `#fen=${fen}&moves=a1b1,a7b7&ply=${ply}`, search: "" }).ply, 2, ply);
  }
});

test("an unknown layer is none", () => {
  for (const layer of ["toString", "__proto__", "queens"]) {
    assert.equal(readLink({ hash: `#fen=${fen}&layer=${layer}`, search: "" }).layer, "none", layer);
  }
});

test("a link with a wrong FEN is refused", () => {
  assert.throws(() => readLink({ hash: "#fen=8/8/8/8/8/8/8/8_w_-_-_0_1", search: "" }), /king.*“8/);
});

test("links from other sites have the FEN as a parameter", () => {
  const link = readLink({ hash: "", search: "?fen=8/k7/3p4/p2P1p2/P2P1P2/8/8/K7_w_-_-_0_1" });
  assert.equal(link.fen, fen);
  assert.equal(readLink({ hash: "", search: "" }), null);
});
