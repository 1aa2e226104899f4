// Compares the solver in chromium's tab with the program: node tab_test.mjs PROGRAM
// Ten endings must have the same values, moves, distances, lines and numbers of tables. Prints how long both take for the
// first, in turns, and when the page is seen.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { essence, famous, solvedByProgram } from "../tests/wasm/famous.mjs";
import { chromium } from "playwright-core";
import { startHost } from "./static_host.mjs";
import { openPage } from "./tested_page.mjs";

const patience = 600_000; // milliseconds; a loaded machine solves slowly
const rounds = 3;
const [program] = process.argv.slice(2);
const asset = (pattern) => `assets/${readdirSync("dist/assets").find((name) => pattern.test(name))}`;

/** Solves with a new worker of the page, as one with an empty memory does. */
const solvedInTab = (page, fen) =>
  page.evaluate(
    async ([worker, module, fen]) => {
      const solver = new Worker(worker, { type: "module" });
      solver.postMessage({ module: await WebAssembly.compile(await (await fetch(module)).arrayBuffer()) });
      const answer = await new Promise((resolve, reject) => {
        solver.onmessage = ({ data: { event, data } }) => {
          if (event === "result") resolve(data);
          if (event === "error") reject(new Error(data.error));
        };
        solver.postMessage({ path: "solve", fen, limits: { seconds: 3600, bytes: 1e9 } });
      });
      solver.terminate();
      return answer;
    },
    [asset(/^worker-.*\.js$/), asset(/\.wasm$/), fen],
  );

async function compareFamous(page) {
  for (const fen of famous) {
    const [expected, found] = [await solvedByProgram(program, fen), await solvedInTab(page, fen)];
    found.line.length = Math.min(found.line.length, expected.line.length); // a page shows more of it
    assert.deepEqual(essence(found), essence(expected), fen);
  }
}

async function compareTimes(page) {
  const times = { program: [], tab: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.program.push((await solvedByProgram(program, famous[0])).seconds);
    times.tab.push((await solvedInTab(page, famous[0])).seconds);
  }
  const [native, tab] = [Math.min(...times.program), Math.min(...times.tab)];
  console.log(`Lasker and Reichhelm, one thread, best of ${rounds}: program ${native.toFixed(2)} s, tab ${tab.toFixed(2)} s, ratio ${(tab / native).toFixed(1)}`);
}

/** When the first text and the board are painted. */
async function tellFirstView(page) {
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  console.log(`first view after ${(paint / 1000).toFixed(2)} s`);
}

const host = await startHost();
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await openPage(browser, `${host.url}#fen=8/8/8/3Kp3/4Pk2/8/8/8_w_-_-_0_1`, patience, {});
  await page.waitForSelector("#headline[data-tone=black]");
  await tellFirstView(page);
  await compareFamous(page);
  console.log(`passed: ${famous.length} endings as the program solves them`);
  await compareTimes(page);
  assert.deepEqual(page.faults, []);
} finally {
  await browser.close();
  await host.stop();
}
