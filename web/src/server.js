// Questions to the server that this page came from.

import { EventReader } from "./events.js";

const address = (path, fen) => new URL(`${path}?fen=${encodeURIComponent(fen)}`, document.baseURI);

const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)));
  });

/** Asks, and asks again as long as the server is busy. */
async function request(path, fen, signal) {
  for (;;) {
    const response = await fetch(address(path, fen), { signal });
    if (response.ok) return response;
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy) throw new Error(await messageOf(response));
    await pause(1000 * Number(response.headers.get("Retry-After") ?? 2), signal);
  }
}

async function messageOf(response) {
  try {
    return (await response.json()).error;
  } catch {
    return `the server answers with ${response.status} ${response.statusText}`;
  }
}

/** One of standard, standard/mainline, eval, key and map. */
export async function ask(path, fen, signal) {
  return (await request(path, fen, signal)).json();
}

/** Solves a position, calling back with each progress; the result. */
export async function solve(fen, onProgress, signal) {
  const response = await request("solve", fen, signal);
  const stream = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let outcome = null;
  const reader = new EventReader((name, data) => {
    if (name === "progress") onProgress(data);
    if (name === "result") outcome = data;
    if (name === "error") throw new Error(data.error);
  });
  for (;;) {
    const { value, done } = await stream.read();
    if (done) break;
    reader.push(value);
  }
  if (!outcome) throw new Error("the server ended before the proof did");
  return outcome;
}
