import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Library } from "../src/library.js";

const lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const afterKb1 = "8/k7/3p4/p2P1p2/P2P1P2/8/8/1K6 b - - 1 1";

const solution = {
  worst: 1,
  best: 1,
  moves: [{ uci: "a1b1", san: "Kb1", worst: 1, best: 1, dtz: 27 }],
  line: [
    { uci: "a1b1", mutual_zugzwang: true },
    { uci: "a7b7", mutual_zugzwang: false },
  ],
};

/** A server that gives these answers by path. Returns the list of paths it is asked for. */
function pretendServer(answers) {
  const asked = [];
  globalThis.document = { baseURI: "http://here/" };
  globalThis.fetch = async ({ pathname }) => {
    if (pathname === "/healthz") return Response.json({ status: "ok" });
    asked.push(pathname);
    return Response.json(answers[pathname]);
  };
  return asked;
}

afterEach(() => {
  delete globalThis.document;
  delete globalThis.fetch;
});

test("at first only the legal moves are known", () => {
  const { bounds, moves } = new Library().about(lasker);
  assert.deepEqual(bounds, [-1, 1]);
  assert.deepEqual(moves.map(({ san }) => san).sort(), ["Ka2", "Kb1", "Kb2"]);
});

test("a solved line gives the value of each of its positions, and the line from there", () => {
  const library = new Library();
  library.learnSolution(lasker, solution);
  assert.deepEqual(library.about(afterKb1).bounds, [-1, -1]);
  assert.deepEqual(library.lineFrom(lasker).map(({ san, isZugzwang }) => [san, isZugzwang]), [
    ["Kb1", true],
    ["Kb7", false],
  ]);
  assert.deepEqual(library.lineFrom(afterKb1).map(({ san }) => san), ["Kb7"]);
  assert.deepEqual(library.lineFrom("7K/8/k1P5/7p/8/8/8/8 w - - 0 1"), []);
});

test("a position is asked about once, for its moves even on a known line", async () => {
  const answer = { worst: -1, best: -1, moves: [{ uci: "a7b7", san: "Kb7", worst: 1, best: 1, dtz: 25 }] };
  const asked = pretendServer({ "/standard": answer });
  const library = new Library();
  library.learnSolution(lasker, solution);
  await library.lookUp(afterKb1);
  await library.lookUp(afterKb1);
  await library.lookUpLine(afterKb1);
  assert.deepEqual(asked, ["/standard"]);
  assert.deepEqual(library.about(afterKb1).moves.map(({ bounds }) => bounds), [[-1, -1]]);
});

test("a line is asked for where one side wins", async () => {
  const standard = { worst: 1, best: 1, moves: [{ uci: "a1b1", san: "Kb1", worst: -1, best: -1, dtz: -26 }] };
  const asked = pretendServer({ "/standard": standard, "/standard/mainline": { mainline: [{ uci: "a1b1" }] } });
  const library = new Library();
  await library.lookUp(lasker);
  await library.lookUpLine(lasker);
  assert.deepEqual(asked, ["/standard", "/standard/mainline"]);
  assert.deepEqual(library.lineFrom(lasker).map(({ san }) => san), ["Kb1"]);
});

test("a line that a proof ends early is asked for to its end, once", async () => {
  const mainline = [...solution.line, { uci: "b1c1" }];
  const asked = pretendServer({ "/standard/mainline": { mainline } });
  const library = new Library();
  library.learnSolution(lasker, { ...solution, line_end: "won" });
  await library.lookUpLine(lasker);
  await library.lookUpLine(lasker);
  assert.deepEqual(asked, ["/standard/mainline"]);
  assert.deepEqual(library.lineFrom(lasker).map(({ san }) => san), ["Kb1", "Kb7", "Kc1"]);
});

test("a solve discards the map", async () => {
  const asked = pretendServer({ "/map": { white_king: {} } });
  const library = new Library();
  await library.fetch("map", lasker);
  await library.fetch("map", lasker);
  assert.equal(asked.length, 1);
  library.learnSolution(lasker, solution);
  assert.equal(library.recall("map", lasker), null);
});
