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

test("a busy server is asked again, and the page is told", async () => {
  pretendServer(busy(429), busy(503), () => Response.json({ key: "KPvKP" }));
  const told = [];
  const answer = await ask("key", fen, { onBusy: (isBusy) => told.push(isBusy) });
  assert.equal(answer.key, "KPvKP");
  assert.deepEqual(told, [true, true, false]);
});

test("a busy server is asked again after the time it names, up to a minute, or else two seconds", async ({ mock }) => {
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

test("a server that cannot be reached is reported", async () => {
  const fail = () => Promise.reject(new TypeError("Failed to fetch"));
  pretendServer(fail, fail);
  await assert.rejects(ask("key", fen), { message: "The server cannot be reached." });
  await assert.rejects(solve(fen, () => {}), { message: "The server cannot be reached." });
});

test("a server that stops during a solve is reported", async () => {
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
  await assert.rejects(solving, { message: "The server stopped before the proof was complete." });
  assert.deepEqual(shares, [0.5]);
});

test("a cancelled question is no fault of the server", async () => {
  const controller = new AbortController();
  globalThis.fetch = async (_, { signal }) => signal.throwIfAborted();
  controller.abort();
  await assert.rejects(ask("key", fen, controller), { name: "AbortError" });
});

test("the server's own complaint is passed on", async () => {
  pretendServer(() => Response.json({ error: "no such position" }, { status: 400 }));
  await assert.rejects(ask("key", fen), { message: "no such position" });
});
