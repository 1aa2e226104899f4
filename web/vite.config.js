import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

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

// Relative addresses let a proxy serve the page under any path. Assets stay files of their own.
export default defineConfig({
  base: "./",
  plugins: [licenses],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: Object.fromEntries(
      ["/standard", "/solve", "/eval", "/key", "/map"].map((path) => [path, "http://127.0.0.1:9090"]),
    ),
  },
});
