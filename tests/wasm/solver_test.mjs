// Compares the solver for the browser with the program: node solver_test.mjs MODULE PROGRAM
// Values, moves and the number of tables must be the same, of famous endings and of random ones.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { OutOfMemory, SolverInstance } from "../../web/src/solver/instance.js";

const [modulePath, program] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(modulePath));
const usual = { seconds: 3600, bytes: 1e9 };
const run = promisify(execFile);

const famous = [
  "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", // Lasker and Reichhelm
  "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", // Réti
  "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", // Saavedra
  "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1", // Fahrni
  "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", // trébuchet
  "8/ppp5/8/PPP5/8/8/8/k1K5 w - - 0 1", // breakthrough
  "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", // Lucena
  "8/8/8/8/4k3/8/4P3/4K3 b - - 0 1",
  "8/8/8/8/8/1k6/p7/K1B5 w - - 0 1",
  "8/2p5/3p4/KP5r/1R3p1k/8/8/8 b - - 0 1",
];

/** Numbers that are the same in every run, by a linear congruential generator. */
function randomNumbers(seed) {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(below));
  };
}

/** A placement of kings, up to four pawns, and now and then a piece; legal or not. */
function randomFen(random) {
  const squares = Array(64).fill("");
  const put = (man, first, count) => {
    const square = first + random(count);
    if (squares[square]) return put(man, first, count);
    squares[square] = man;
  };
  put("K", 0, 64);
  put("k", 0, 64);
  const pawns = 1 + random(4);
  for (let i = 0; i < pawns; i += 1) put("Pp"[random(2)], 8, 48);
  if (pawns < 3 && random(3) === 0) put("QRBNqrbn"[random(8)], 0, 64);
  const rank = (index) => squares.slice(8 * index, 8 * index + 8).map((man) => man || "1").join("");
  const placement = [0, 1, 2, 3, 4, 5, 6, 7].map(rank).join("/").replace(/1+/g, (ones) => ones.length);
  return `${placement} ${"wb"[random(2)]} - - 0 1`;
}

/** What two solutions must have in common. */
function essence({ value, worst, best, dtz, mutual_zugzwang, tables, positions, moves, line }) {
  const values = Object.fromEntries(moves.map((move) => [move.uci, [move.worst, move.best, move.dtz]]));
  return { value, worst, best, dtz, mutual_zugzwang, tables, positions, values, line: line.map(({ uci }) => uci) };
}

/** The program's solution; null if it refuses the position. The page shows more of the line. */
async function solveWithProgram(fen) {
  try {
    const { stdout } = await run(program, ["solve", "--json", "--threads", "1", "--memory", "1000000000", fen]);
    return JSON.parse(stdout);
  } catch (error) {
    assert.equal(error.code, 2, error.stderr);
    return null;
  }
}

/** Compares the two. Returns whether the position is legal. */
async function compare(fen) {
  const expected = await solveWithProgram(fen);
  const { status, body } = new SolverInstance(module).ask("solve", fen, usual);
  if (!expected) {
    assert.equal(status, 400, `${fen} is illegal`);
    return false;
  }
  assert.equal(status, 200, fen);
  body.line.length = Math.min(body.line.length, expected.line.length);
  assert.deepEqual(essence(body), essence(expected), fen);
  return true;
}

async function compareFamous() {
  for (const fen of famous) assert.ok(await compare(fen), fen);
}

async function compareRandom(count) {
  const random = randomNumbers(1749);
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      if (!(await compare(randomFen(random)))) left += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
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
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([5, ...number(section.length), ...section]), bytes.subarray(content + size)]);
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

const tests = {
  "ten endings have the program's values, distances, lines and tables": compareFamous,
  "500 random endings have them, too": () => compareRandom(500),
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
