// Questions to the solver in this tab. It has the functions of server.js, so that the page need not know which of the two
// it asks.

import { texts } from "../texts.js";
import moduleUrl from "../../../build/wasm/philidor.wasm?url";

const limits = {
  standard: { seconds: 5, bytes: 1.2e9 },
  "standard/mainline": { seconds: 5, bytes: 1.2e9 },
  solve: { seconds: 600, bytes: 1.2e9 },
  map: { seconds: 60, bytes: 1.2e9 },
  analyze: { seconds: 4, bytes: 1e8 },
};
const few = { seconds: 1, bytes: 1e8 };

let compiling = null; // the module, compiled once for all workers

const compiled = () => {
  compiling ??= fetch(new URL(moduleUrl, document.baseURI)).then(async (response) => {
    if (!response.ok) throw new Error(texts.solving.solverMissing);
    return WebAssembly.compile(await response.arrayBuffer()); // any static server will do, whatever type it tells
  });
  compiling.catch(() => (compiling = null));
  return compiling;
};

/** A worker that does one thing after another. Ending it is the only way to stop it, and it is immediate. */
class Solver {
  #worker = null;
  #last = Promise.resolve();

  /** Asks a question when those before it are answered. */
  ask(path, fen, { signal } = {}, onProgress = () => {}) {
    const answer = this.#last.then(() => this.#askNow(path, fen, signal, onProgress));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #askNow(path, fen, signal, onProgress) {
    signal?.throwIfAborted();
    const module = await compiled();
    signal?.throwIfAborted();
    if (!this.#worker) {
      this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      this.#worker.postMessage({ module });
    }
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const end = () => {
        worker.terminate();
        if (this.#worker === worker) this.#worker = null;
      };
      const onAbort = () => {
        end();
        reject(signal.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      worker.onerror = (event) => {
        end();
        reject(new Error(event.message));
      };
      worker.onmessage = ({ data: { event, data } }) => {
        if (event === "progress") return onProgress(data);
        signal?.removeEventListener("abort", onAbort);
        if (event === "result") resolve(data);
        else reject(new Error(data.status === 507 ? texts.solving.tabMemory : data.error));
      };
      worker.postMessage({ path, fen, limits: limits[path] ?? few });
    });
  }
}

const solver = new Solver(); // for proofs: what one finds, the next one knows
const engine = new Solver();

/** Asks for standard, standard/mainline, eval, key, map or analyze. `manner` is {signal}, here and below. */
export const ask = (path, fen, manner) => (path === "analyze" ? engine : solver).ask(path, fen, manner);

/** Solves a position, and calls back with its progress. Returns the result. */
export const solve = (fen, onProgress, manner) => solver.ask("solve", fen, manner, onProgress);

/** The engine's best lines, whenever there are better ones. */
export const analyze = (fen, onLines, manner) => engine.ask("analyze", fen, manner, onLines);
