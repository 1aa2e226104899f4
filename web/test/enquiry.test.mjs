import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Enquiry } from "../src/enquiry.js";

const lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const reti = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
const rookEnding = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";

const answers = {
  key: { key: "Ka4d4d5f4vKa5d6f5" },
  standard: { worst: 1, best: 1, moves: [{ uci: "a1b1", san: "Kb1", worst: -1, best: -1, dtz: -26 }] },
  "standard/mainline": { mainline: [{ uci: "a1b1" }, { uci: "a7b7" }] },
  map: { white_king: { b1: "mutual_zugzwang" } },
  eval: { pawns: [] },
};
const kb1 = { uci: "a1b1", san: "Kb1", worst: 1, best: 1, dtz: 27 };
const solution = { worst: 1, best: 1, tables: 7, moves: [kb1], line: [] };
const busy = () => new Response(null, { status: 503, headers: { "Retry-After": "0.001" } });
const never = (signal) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });

beforeEach(() => (globalThis.document = { baseURI: "http://here/" }));

afterEach(() => {
  delete globalThis.document;
  delete globalThis.fetch;
});

/**
 * An enquiry, the questions {path, fen, signal} it has asked, the layers [answer, complaint] it has told, and its news.
 * Questions are answered as above, or by the function of the signal that `others` has for their path.
 */
function begin(others = {}) {
  const asked = [];
  const told = [];
  globalThis.fetch = async ({ pathname, searchParams }, { signal }) => {
    const path = pathname.slice(1);
    if (path === "healthz") return Response.json({ status: "ok" });
    asked.push({ path, fen: searchParams.get("fen"), signal });
    return others[path] ? others[path](signal) : Response.json(answers[path]);
  };
  const news = [];
  const enquiry = new Enquiry({
    onNews: () => news.push({ ...enquiry.work, bounds: enquiry.knowledge.bounds }),
    onLayer: (answer, complaint) => told.push([answer, complaint]),
  });
  const settle = () => until(() => !enquiry.work.isAsking);
  const questions = (path) => asked.filter((question) => question.path === path);
  return { enquiry, asked, told, questions, settle, news };
}

async function until(isReached) {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** The answer of /solve, piece by piece. */
function solveStream() {
  const encoder = new TextEncoder();
  let controller;
  const body = new ReadableStream({ start: (own) => (controller = own) });
  const send = (name, data) => controller.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
  return { respond: () => new Response(body), send, close: () => controller.close() };
}

test("a position is asked about: its key, its value, its line", async () => {
  const { enquiry, asked, settle, news } = begin();
  enquiry.turnTo(lasker, "none");
  assert.equal(enquiry.work.isAsking, true);
  assert.deepEqual(enquiry.knowledge.bounds, [-1, 1]);
  await settle();
  assert.deepEqual(asked.map(({ path }) => path), ["key", "standard", "standard/mainline"]);
  assert.deepEqual(enquiry.knowledge.bounds, [1, 1]);
  assert.deepEqual(enquiry.line.map(({ san }) => san), ["Kb1", "Kb7"]);
  assert.equal(enquiry.work.key, answers.key.key);
  assert.equal(news[0].key, "", "the server is not busy");
  assert.ok(news.some(({ key, bounds }) => key !== "" && bounds[0] < bounds[1]), "the key comes first");
  assert.ok(news.some(({ isAsking, bounds }) => isAsking && bounds[0] === bounds[1]), "the value before the line");
  assert.equal(news.at(-1).isAsking, false);
});

test("after quick steps only the last position is asked about", async () => {
  const { enquiry, asked, settle } = begin();
  enquiry.turnTo(reti, "none");
  enquiry.turnTo(rookEnding, "none");
  enquiry.turnTo(lasker, "none");
  await settle();
  assert.deepEqual([...new Set(asked.map(({ fen }) => fen))], [lasker]);
});

test("turning to another position ends all work on the last", async () => {
  const { enquiry, asked, questions } = begin({ standard: never, map: never, solve: never });
  enquiry.turnTo(lasker, "white");
  enquiry.toggleSolve();
  await until(() => questions("standard").length > 0);
  enquiry.turnTo(reti, "white");
  const isOpen = ({ path }) => ["standard", "map", "solve"].includes(path);
  assert.deepEqual(asked.filter(isOpen).map(({ path, signal }) => [path, signal.aborted]).sort(), [
    ["map", true],
    ["solve", true],
    ["standard", true],
  ]);
  assert.equal(enquiry.work.isSolving, false);
  await until(() => questions("standard").length === 2);
  assert.equal(questions("standard")[1].fen, reti);
  assert.equal(enquiry.work.complaint, "", "that is no fault");
});

test("a fault is reported until the next position", async () => {
  const { enquiry, settle } = begin({ standard: () => Response.json({ error: "out of order" }, { status: 500 }) });
  enquiry.turnTo(lasker, "none");
  await settle();
  assert.equal(enquiry.work.complaint, "out of order");
  enquiry.turnTo(reti, "none");
  assert.equal(enquiry.work.complaint, "");
  assert.equal(enquiry.work.key, "");
  await settle();
});

test("a busy server is reported until it answers", async () => {
  const turns = [busy, () => Response.json(answers.standard)];
  const { enquiry, settle } = begin({ standard: () => turns.shift()() });
  enquiry.turnTo(lasker, "none");
  await until(() => enquiry.work.isServerBusy);
  await settle();
  assert.equal(enquiry.work.isServerBusy, false);
  assert.deepEqual(enquiry.knowledge.bounds, [1, 1]);
});

test("an earlier position for which the server is busy does not matter", async () => {
  let answer;
  const late = new Promise((resolve) => (answer = () => resolve(busy())));
  const turns = [() => late, () => Response.json(answers.standard)];
  const { enquiry, news, questions, settle } = begin({ standard: () => turns.shift()() });
  enquiry.turnTo(reti, "none");
  await until(() => questions("standard").length > 0);
  enquiry.turnTo(lasker, "none");
  answer();
  await settle();
  assert.ok(news.every(({ isServerBusy }) => !isServerBusy));
});

test("a solve reports its progress, and its result is known", async () => {
  const stream = solveStream();
  const { enquiry, settle } = begin({ solve: stream.respond });
  enquiry.turnTo(lasker, "none");
  enquiry.toggleSolve();
  assert.equal(enquiry.work.isSolving, true);
  stream.send("progress", { share: 0.5 });
  await until(() => enquiry.work.progress?.share === 0.5);
  stream.send("result", solution);
  stream.close();
  await until(() => !enquiry.work.isSolving);
  assert.equal(enquiry.knowledge.tables, 7);
  assert.equal(enquiry.work.progress, null);
  await settle();
});

test("a solve can be stopped, which is no fault", async () => {
  const { enquiry, questions, settle } = begin({ solve: never });
  enquiry.turnTo(lasker, "none");
  const solving = enquiry.toggleSolve();
  enquiry.toggleSolve();
  await solving;
  assert.equal(questions("solve")[0].signal.aborted, true);
  assert.equal(enquiry.work.isSolving, false);
  assert.equal(enquiry.work.complaint, "");
  await settle();
});

test("a layer is told when its answer comes, or at once if it is known", async () => {
  const { enquiry, told, questions, settle } = begin();
  enquiry.turnTo(lasker, "white");
  assert.deepEqual(told, [[null, ""]]);
  await until(() => told.at(-1)[0] !== null);
  enquiry.turnTo(reti, "white");
  assert.deepEqual(told.at(-1), [null, ""], "that of another position is not shown");
  enquiry.turnTo(lasker, "white");
  assert.deepEqual(told.at(-1), [answers.map, ""]);
  await settle();
  assert.equal(questions("map").length, 1);
});

test("a layer is told why its answer does not come", async () => {
  const turns = [busy, () => Response.json({ error: "out of order" }, { status: 500 })];
  const { enquiry, told, settle } = begin({ map: () => turns.shift()() });
  enquiry.turnTo(lasker, "white");
  await until(() => told.at(-1)[1] === "out of order");
  assert.deepEqual(told.at(-2), [null, "The server is busy …"]);
  await settle();
});

test("no map is asked for when there are pieces", async () => {
  const { enquiry, questions, settle } = begin();
  enquiry.turnTo(rookEnding, "white");
  await settle();
  enquiry.chooseLayer("pairs");
  assert.deepEqual(questions("map"), []);
});

test("the question for a map survives a change to another of its layers only", async () => {
  const { enquiry, questions, settle } = begin({ map: never });
  enquiry.turnTo(lasker, "none");
  await settle();
  enquiry.chooseLayer("white");
  await until(() => questions("map").length > 0);
  const [{ signal }] = questions("map");
  enquiry.chooseLayer("black");
  assert.equal(signal.aborted, false);
  enquiry.chooseLayer("pawns");
  assert.equal(signal.aborted, true);
});

test("a cancelled question is no fault when its layer is chosen again", async () => {
  const { enquiry, told, settle } = begin({ map: never });
  enquiry.turnTo(lasker, "none");
  await settle();
  for (const layer of ["white", "none", "white"]) enquiry.chooseLayer(layer);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(told.every(([, complaint]) => complaint === ""));
});

test("an answer for a layer that is no longer chosen is not told", async () => {
  let answer;
  const first = new Promise((resolve) => (answer = () => resolve(Response.json(answers.map))));
  const turns = [() => first, never];
  const { enquiry, told, settle } = begin({ map: (signal) => turns.shift()(signal) });
  enquiry.turnTo(lasker, "none");
  await settle();
  enquiry.chooseLayer("white");
  enquiry.chooseLayer("black");
  const before = told.length;
  answer();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(told.length, before);
});

test("after a solve the map is asked for again", async () => {
  const stream = solveStream();
  const { enquiry, told, questions, settle } = begin({ solve: stream.respond });
  enquiry.turnTo(lasker, "white");
  await until(() => told.at(-1)[0] !== null);
  enquiry.toggleSolve();
  stream.send("result", solution);
  stream.close();
  await until(() => questions("map").length === 2 && told.at(-1)[0] !== null);
  await settle();
});
