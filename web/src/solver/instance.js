// An instance of the solver. It answers one question at a time, and nobody else gets a turn until it has.

import { wasiImports } from "./wasi.js";

/** The solver asked for more memory than there is. Its instance cannot be used any longer. */
export class OutOfMemory extends Error {}

export class SolverInstance {
  #instance;
  #onReport = () => {};
  #reply = null;

  /** An instance of a compiled module. */
  constructor(module) {
    const memory = () => this.#instance.exports.memory;
    const textAt = (begin, size) => new TextDecoder().decode(new Uint8Array(memory().buffer, begin, size));
    const page = {
      report: (begin, size) => this.#onReport(JSON.parse(textAt(begin, size))),
      reply: (status, begin, size) => (this.#reply = { status, body: JSON.parse(textAt(begin, size)) }),
      out_of_memory: () => {
        throw new OutOfMemory("there is not enough memory");
      },
    };
    this.#instance = new WebAssembly.Instance(module, { page, wasi_snapshot_preview1: wasiImports(memory) });
    this.#instance.exports._initialize();
  }

  /** The memory of the instance, which never shrinks. */
  get bytes() {
    return this.#instance.exports.memory.buffer.byteLength;
  }

  /**
   * Asks one of the server's questions: {status, body}. Calls back with reports on the way. The limits are {seconds,
   * bytes}.
   */
  ask(path, fen, { seconds, bytes }, onReport = () => {}) {
    const { memory, text_room: makeRoom, ask } = this.#instance.exports;
    const question = new TextEncoder().encode(`${path} ${fen}`);
    this.#onReport = onReport;
    this.#reply = null;
    const place = makeRoom(question.length); // may move the memory
    new Uint8Array(memory.buffer).set(question, place);
    ask(seconds, bytes);
    return this.#reply;
  }
}
