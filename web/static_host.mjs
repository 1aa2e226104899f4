// Serves web/dist as plain files, for tests.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** The solver's module with less memory than it asks for, as in a tab that gets no more. */
function withLittleMemory(module) {
  const pages = 512; // of 64 kB
  const bytes = Buffer.from(module);
  const numberAt = (place) => {
    let [value, shift, next] = [0, 0, place];
    do value |= (bytes[next] & 0x7f) << shift;
    while (((shift += 7), bytes[next++] & 0x80));
    return { value, next };
  };
  for (let place = 8; place < bytes.length; ) {
    const section = bytes[place];
    const { value: size, next } = numberAt(place + 1);
    if (section === 5) {
      const most = numberAt(next + 2).next; // behind the count, the flags, and the least number of pages
      assert.equal(numberAt(most).next - most, 3, "the limit takes three bytes");
      bytes.set([(pages & 0x7f) | 0x80, ((pages >> 7) & 0x7f) | 0x80, pages >> 14], most);
      return bytes;
    }
    place = next + size;
  }
  throw new Error("the module has no memory");
}

/** A host of static files without special headers, in the root and in two folders, one with little memory: {url, stop}. */
export async function startHost() {
  const host = createServer((request, response) => {
    const [, folder, path] = /^(\/some\/folder|\/little\/memory)?(\/.*)$/.exec(new URL(request.url, "http://host").pathname);
    try {
      const file = readFileSync(join("dist", path.endsWith("/") ? `${path}index.html` : path));
      const body = folder === "/little/memory" && path.endsWith(".wasm") ? withLittleMemory(file) : file;
      response.writeHead(200, { "Content-Type": types[extname(path) || ".html"] ?? "application/octet-stream" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  const stop = () => (host.closeAllConnections(), new Promise((resolve) => host.close(resolve)));
  return { url: `http://127.0.0.1:${host.address().port}/`, stop };
}
