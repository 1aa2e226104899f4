import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { ask, solve } from "../src/server.js";

const fen = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

beforeEach(() => (globalThis.document = { baseURI: "http://here/" }));

afterEach(() => {
  delete globalThis.document;
  delete globalThis.fetch;
});

/** A server that gives these answers, one after the other. */
function pretendServer(...answers) {
  globalThis.fetch = async () => answers.shift()();
}

const busy = (status, wait = "0.001") => () => new Response(null, { status, headers: { "Retry-After": wait } });

test("a busy server is asked again, and whoever waits is told", async () => {
  pretendServer(busy(429), busy(503), () => Response.json({ key: "KPvKP" }));
  const told = [];
  const answer = await ask("key", fen, { onBusy: (isBusy) => told.push(isBusy) });
  assert.equal(answer.key, "KPvKP");
  assert.deepEqual(told, [true, true, false]);
});

test("a busy server is left alone for as long as it says, up to a minute, or else for two seconds", async ({ mock }) => {
  const waits = [];
  mock.method(globalThis, "setTimeout", (action, milliseconds) => {
    waits.push(milliseconds);
    queueMicrotask(action);
  });
  const unclear = ["Wed, 21 Oct 2026 07:28:00 GMT", "0", "-1", ""];
  const silent = () => new Response(null, { status: 503 });
  const told = ["7", "2000000", "Infinity", ...unclear].map((wait) => busy(503, wait));
  pretendServer(...told, silent, () => Response.json({}));
  await ask("key", fen);
  assert.deepEqual(waits, [7000, 60000, 60000, 2000, 2000, 2000, 2000, 2000]);
});

test("a server that is gone is said to be so", async () => {
  const fail = () => Promise.reject(new TypeError("Failed to fetch"));
  pretendServer(fail, fail);
  await assert.rejects(ask("key", fen), { message: "The server cannot be reached." });
  await assert.rejects(solve(fen, () => {}), { message: "The server cannot be reached." });
});

test("a server that goes while it solves is said to do so", async () => {
  const progress = new TextEncoder().encode('event: progress\ndata: {"share":0.5}\n\n');
  const cut = new ReadableStream({
    pull(controller) {
      if (this.isTold) controller.error(new TypeError("network error"));
      else controller.enqueue(progress);
      this.isTold = true;
    },
  });
  pretendServer(() => new Response(cut));
  const shares = [];
  const solving = solve(fen, ({ share }) => shares.push(share));
  await assert.rejects(solving, { message: "The server ended before the proof did." });
  assert.deepEqual(shares, [0.5]);
});

test("a question that is no longer asked is no fault of the server", async () => {
  const controller = new AbortController();
  globalThis.fetch = async (_, { signal }) => signal.throwIfAborted();
  controller.abort();
  await assert.rejects(ask("key", fen, controller), { name: "AbortError" });
});

test("what the server has against a question is repeated", async () => {
  pretendServer(() => Response.json({ error: "no such position" }, { status: 400 }));
  await assert.rejects(ask("key", fen), { message: "no such position" });
});
