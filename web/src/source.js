// Where answers come from: the server of this page, if it has one that solves, or else the solver in this tab.

import * as server from "./server.js";

let choosing = null;

/** A static site has a file of this name that says something else. */
async function chooseSource() {
  try {
    const response = await fetch(new URL("healthz", document.baseURI), { signal: AbortSignal.timeout(2000) });
    if (response.ok && (await response.json()).status === "ok") return server;
  } catch {
    // No server, or we are offline: the tab can do it.
  }
  return import("./solver/tab.js");
}

/** Chooses once. */
export const source = () => (choosing ??= chooseSource());

export const ask = async (path, fen, manner) => (await source()).ask(path, fen, manner);

export const solve = async (fen, onProgress, manner) => (await source()).solve(fen, onProgress, manner);

/** The engine is in the tab, whoever proves. */
export const analyze = async (fen, onLines, manner) => (await import("./solver/tab.js")).analyze(fen, onLines, manner);
