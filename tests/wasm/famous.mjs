// Ten endings that the solver for the browser must solve just as the program does, with the same number of tables.

import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export const famous = [
  "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", // Lasker and Reichhelm
  "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", // Réti
  "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", // Saavedra
  "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1", // Fahrni
  "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", // trébuchet
  "8/pp6/8/PP6/8/8/8/k1K5 w - - 0 1", // breakthrough
  "8/8/8/8/4k3/8/4P3/4K3 b - - 0 1",
  "8/8/8/8/8/1k6/p7/K1B5 w - - 0 1",
  "8/3k4/3p4/p2P1p2/P4P2/3K4/8/8 w - - 0 1",
  "6k1/8/6K1/6P1/8/8/5N2/8 w - - 0 1",
];

/** How the program solves one, on one thread. */
export async function solvedByProgram(program, fen) {
  const { stdout } = await run(program, ["solve", "--json", "--threads", "1", "--memory", "1000000000", fen]);
  return JSON.parse(stdout);
}

/** What two solutions must have in common. */
export function essence({ value, worst, best, dtz, mutual_zugzwang, tables, positions, moves, line }) {
  const values = Object.fromEntries(moves.map((move) => [move.uci, [move.worst, move.best, move.dtz]]));
  return { value, worst, best, dtz, mutual_zugzwang, tables, positions, values, line: line.map(({ uci }) => uci) };
}
