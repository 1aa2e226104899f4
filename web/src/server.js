// Questions to the server that this page came from.

import { EventReader } from "./events.js";
import { texts } from "./texts.js";

const address = (path, fen) => new URL(`${path}?fen=${encodeURIComponent(fen)}`, document.baseURI);

const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)));
  });

/** Asks, and asks again while the server is busy. Calls back after each answer with whether it is. */
async function request(path, fen, { signal, onBusy } = {}) {
  for (;;) {
    const response = await orComplain(fetch(address(path, fen), { signal }), signal, texts.solving.serverAway);
    const isBusy = response.status === 429 || response.status === 503;
    onBusy?.(isBusy);
    if (response.ok) return response;
    if (!isBusy) throw new Error(await messageOf(response));
    await pause(1000 * secondsToWait(response), signal);
  }
}

/** A proxy may give a date, or nothing, instead of seconds. There is always a pause, of a minute at most. */
function secondsToWait(response) {
  const seconds = Number(response.headers.get("Retry-After"));
  return seconds > 0 ? Math.min(seconds, 60) : 2;
}

/** Replaces the browser's error message with a complaint, unless we cancelled the question ourselves. */
async function orComplain(promise, signal, complaint) {
  try {
    return await promise;
  } catch (error) {
    throw signal?.aborted ? error : new Error(complaint);
  }
}

async function messageOf(response) {
  try {
    return (await response.json()).error;
  } catch {
    return texts.solving.serverAnswered(`${response.status} ${response.statusText}`);
  }
}

/** Asks for standard, standard/mainline, eval, key or map. `manner` is {signal, onBusy(isBusy)}, here and below. */
export async function ask(path, fen, manner) {
  return (await request(path, fen, manner)).json();
}

/** Solves a position, and calls back with its progress. Returns the result. */
export async function solve(fen, onProgress, manner) {
  const isCut = texts.solving.serverStopped;
  const response = await request("solve", fen, manner);
  const stream = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let outcome = null;
  const reader = new EventReader((name, data) => {
    if (name === "progress") onProgress(data);
    if (name === "result") outcome = data;
    if (name === "error") throw new Error(data.error);
  });
  for (;;) {
    const { value, done } = await orComplain(stream.read(), manner?.signal, isCut);
    if (done) break;
    reader.push(value);
  }
  if (!outcome) throw new Error(isCut);
  return outcome;
}
