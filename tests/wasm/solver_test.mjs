// Compares the solver for the browser with the program: node solver_test.mjs MODULE PROGRAM
// Values, moves and the number of tables must be the same, of famous endings and of random ones.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OutOfMemory, SolverInstance } from "../../web/src/solver/instance.js";
import { essence, famous, solvedByProgram } from "./famous.mjs";

const [modulePath, program] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(modulePath));
const usual = { seconds: 3600, bytes: 1e9 };

/** Numbers that are the same in every run, by a linear congruential generator. */
function randomNumbers(seed) {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(below));
  };
}

/** Pawns and perhaps a piece, on random squares: [man, first square, number of squares] of each. */
function randomMen(random) {
  const pawns = 1 + random(2);
  const men = Array.from({ length: pawns }, () => ["Pp"[random(2)], 8 + random(48), 1]);
  if (pawns === 1 && random(2) === 0) men.push(["QRBNqrbn"[random(8)], 0, 64]);
  return men;
}

/** These men and the kings, on random squares; legal or not. The pawns stand as given, so that tables serve again. */
function randomFen(random, men) {
  const squares = Array(64).fill("");
  for (const [man, first, count] of [...men, ["K", 0, 64], ["k", 0, 64]]) {
    let square = first + random(count);
    while (squares[square] && count > 1) square = first + random(count);
    squares[square] = man;
  }
  const rank = (index) => squares.slice(8 * index, 8 * index + 8).map((man) => man || "1").join("");
  const placement = [0, 1, 2, 3, 4, 5, 6, 7].map(rank).join("/").replace(/1+/g, (ones) => ones.length);
  return `${placement} ${"wb"[random(2)]} - - 0 1`;
}

async function compareFamous() {
  for (const fen of famous) {
    const expected = await solvedByProgram(program, fen);
    const { status, body } = new SolverInstance(module).ask("solve", fen, usual);
    assert.equal(status, 200, fen);
    body.line.length = Math.min(body.line.length, expected.line.length); // a page shows more of it
    assert.deepEqual(essence(body), essence(expected), fen);
  }
}

/** Asks the program's server and the module about the value and distance of each position and of all its moves. */
async function compareRandom(count) {
  const random = randomNumbers(1749);
  const server = await startServer();
  let solver = new SolverInstance(module);
  try {
    for (let compared = 0; compared < count; ) {
      const men = randomMen(random);
      if (solver.bytes > 5e8) solver = new SolverInstance(module);
      for (let placement = 0; placement < 40 && compared < count; placement += 1) {
        const fen = randomFen(random, men);
        const address = `${server.url}standard?fen=${encodeURIComponent(fen)}`;
        // The server closes a connection that is idle for long, as one is while the module computes on a busy machine.
        const response = await fetch(address, { headers: { connection: "close" } });
        const { status, body } = solver.ask("standard", fen, usual);
        assert.equal(status, response.status, fen);
        if (status !== 200) continue; // illegal, for both
        assert.deepEqual(body, await response.json(), fen);
        assert.equal(body.worst, body.best, `${fen} is solved`);
        compared += 1;
      }
    }
  } finally {
    await server.stop();
  }
}

/** The program as a server with an empty store: {url, stop}. */
async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), "philidor-wasm-"));
  const limits = ["--solve-time", "600", "--threads", "1"];
  const options = ["--listen", "127.0.0.1:0", "--log", "none", "--store", join(folder, "tables.db"), ...limits];
  const server = spawn(program, ["serve", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const end = new Promise((resolve) => server.on("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on("data", (text) => resolve(/http:\S+/.exec(text)?.[0]));
  });
  const stop = async () => {
    server.kill("SIGTERM");
    await end;
    rmSync(folder, { recursive: true });
  };
  return { url: url.endsWith("/") ? url : `${url}/`, stop };
}

function reportsProgress() {
  const reports = [];
  new SolverInstance(module).ask("solve", famous[0], usual, (report) => reports.push(report));
  const widths = reports.map(({ worst, best }) => best - worst);
  assert.ok(reports.length > 1);
  assert.ok(widths.every((width, index) => index === 0 || width <= widths[index - 1]), "the interval narrows");
  for (const name of ["attempt", "share", "attempt_tables", "tables", "memory_bytes", "seconds"]) {
    assert.equal(typeof reports[0][name], "number", name);
  }
}

function keepsToItsLimits() {
  const manyPawns = "8/pppp1k2/8/8/8/8/2K1PPPP/8 w - - 0 1";
  const stoppedBy = (limits) => new SolverInstance(module).ask("solve", manyPawns, limits).body.stopped_by;
  assert.equal(stoppedBy({ seconds: 0.2, bytes: 1e9 }), "time");
  assert.equal(stoppedBy({ seconds: 3600, bytes: 1e5 }), "memory");
}

/** An instance that may take 16 MB only, however much its budget allows. */
function saysWhenMemoryEnds() {
  const bytes = readFileSync(modulePath);
  const small = new WebAssembly.Module(withLessMemory(bytes, 256));
  const manyPawns = "8/pppp1k2/8/8/8/8/2K1PPPP/8 w - - 0 1";
  assert.throws(() => new SolverInstance(small).ask("solve", manyPawns, usual), OutOfMemory);
}

/** The module with another limit of its memory, which stands in its fifth section: flags, least and most pages. */
function withLessMemory(bytes, pages) {
  const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)]);
  const read = (at) => {
    let value = 0;
    let place = at;
    for (let shift = 0; ; shift += 7, place += 1) {
      value |= (bytes[place] & 127) << shift;
      if (bytes[place] < 128) return [value, place + 1];
    }
  };
  for (let at = 8; at < bytes.length; ) {
    const [size, content] = read(at + 1);
    if (bytes[at] === 5) {
      const [least] = read(content + 2);
      const section = [1, 1, ...number(least), ...number(pages)];
      const changed = Buffer.from([5, ...number(section.length), ...section]);
      return Buffer.concat([bytes.subarray(0, at), changed, bytes.subarray(content + size)]);
    }
    at = content + size;
  }
  throw new Error("the module has no memory");
}

function refusesNonsense() {
  const solver = new SolverInstance(module);
  for (const [path, fen] of [["solve", "nonsense"], ["map", famous[2]], ["solve", ""]]) {
    const { status, body } = solver.ask(path, fen, usual);
    assert.equal(status, 400, path);
    assert.equal(typeof body.error, "string");
  }
  assert.equal(solver.ask("solve", famous[1], usual).body.value, "draw", "it goes on after that");
}

/** Prints how long both take on one thread, one after the other; judges nothing. */
async function timesOfBoth() {
  const [fen] = famous;
  const times = { program: [], module: [] };
  for (let round = 0; round < 3; round += 1) {
    times.program.push((await solvedByProgram(program, fen)).seconds);
    times.module.push(new SolverInstance(module).ask("solve", fen, usual).body.seconds);
  }
  const best = Object.entries(times).map(([name, seconds]) => `${name} ${Math.min(...seconds).toFixed(2)} s`);
  console.log(`Lasker and Reichhelm, the best of three: ${best.join(", ")}`);
}

const tests = {
  "ten endings have the program's values, distances, lines and tables": compareFamous,
  "500 random endings have the server's answers": () => compareRandom(500),
  "a proof reports its progress": reportsProgress,
  "a proof keeps to its time and memory": keepsToItsLimits,
  "a solver without memory says so": saysWhenMemoryEnds,
  "nonsense is refused": refusesNonsense,
};
for (const [name, test] of Object.entries(tests)) {
  const begin = performance.now();
  await test();
  console.log(`passed: ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
}
await timesOfBoth();
