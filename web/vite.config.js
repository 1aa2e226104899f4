import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig } from "vite";
import { texts } from "./src/texts.js";

/** The licenses of the bundled packages, which must accompany them. */
const licenses = {
  name: "licenses",
  generateBundle() {
    const texts = ["cm-chessboard", "chess.js"].map((name) => {
      return `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8")}`;
    });
    this.emitFile({ type: "asset", fileName: "licenses.txt", source: texts.join("\n\n") });
  },
};

/** Puts the words of texts.js into index.html, where it has their names: {{board.flip}}. */
const words = {
  name: "words",
  transformIndexHtml: (page) =>
    page.replace(/\{\{([\w.]+)\}\}/g, (_, path) => {
      const text = path.split(".").reduce((part, name) => part?.[name], texts);
      if (typeof text !== "string") throw new Error(`texts.js has no ${path}`);
      return text;
    }),
};

/** A service worker that keeps all files of the page, so that it works offline after the first visit. */
const offline = {
  name: "offline",
  writeBundle(options, bundle) {
    const publicFiles = readdirSync("public").filter((name) => name !== "healthz");
    const files = [...Object.keys(bundle), ...publicFiles].sort();
    const hash = createHash("sha256");
    for (const file of files) hash.update(readFileSync(`dist/${file}`));
    const version = hash.digest("hex").slice(0, 12);
    const text = readFileSync("src/service_worker.js", "utf8");
    const constants = `const version = "${version}";\nconst files = ${JSON.stringify(files)};\n`;
    writeFileSync("dist/service_worker.js", constants + text);
  },
};

/** Compressed forms beside each file, for the server to send as they are. */
const compressed = {
  name: "compressed",
  closeBundle() {
    for (const entry of readdirSync("dist", { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = `${entry.parentPath ?? entry.path}/${entry.name}`;
      const bytes = readFileSync(file);
      const forms = { br: brotliCompressSync(bytes), gz: gzipSync(bytes, { level: 9 }) };
      for (const [ending, form] of Object.entries(forms)) {
        if (form.length < bytes.length) writeFileSync(`${file}.${ending}`, form);
      }
    }
  },
};

// Relative addresses let a proxy serve the page under any path. Assets stay files of their own.
export default defineConfig({
  base: "./",
  plugins: [words, licenses, offline, compressed],
  worker: { format: "es" },
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: Object.fromEntries(
      ["/standard", "/solve", "/eval", "/key", "/map"].map((path) => [path, "http://127.0.0.1:9090"]),
    ),
  },
});
