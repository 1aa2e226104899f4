// Reads server-sent events from a stream of text. EventSource would hide why a server refuses.

/** Calls back with (name, data) for each event, wherever the text is cut into pieces. */
export class EventReader {
  constructor(callback) {
    this.callback = callback;
    this.rest = "";
  }

  push(text) {
    const blocks = (this.rest + text).split("\n\n");
    this.rest = blocks.pop();
    for (const block of blocks) this.#read(block);
  }

  #read(block) {
    const fields = {};
    for (const line of block.split("\n")) {
      const colon = line.indexOf(":");
      if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, "");
    }
    if (fields.data !== undefined) this.callback(fields.event ?? "message", JSON.parse(fields.data));
  }
}
