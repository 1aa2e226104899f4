import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const sources = readdirSync("src", { recursive: true }).filter((name) => name.endsWith(".js") && name !== "texts.js");

/** The string literals of a module, without its comments; what is computed in a template counts as one letter. */
function literalsOf(source) {
  const code = source.replace(/\/\*.*?\*\//gs, "").replace(/(^|\s)\/\/.*$/gm, "");
  return [...code.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, plain, template]) => plain ?? template.replace(/\$\{[^}]*\}/g, "x"));
}

/** A sentence, or words beside each other as people write them. Class names are in lower case. */
const isForPeople = (text) => /\p{Lu}\p{Ll}+[ ’]\p{L}|\p{L}{2}[.?!…]$|^\p{Lu}\p{Ll}{2,}$/u.test(text);

const forProgrammers = /^(?:Arrow|Home|End|Enter|Escape|Delete|Backspace|Shift|Retry-After|Content-Type|GET|FEN$|Event|ChapterName|White$|Black$|Invalid |.*\.js$)/;

test("all words of the modules are in texts.js", () => {
  for (const name of sources) {
    const found = literalsOf(readFileSync(`src/${name}`, "utf8")).filter((text) => isForPeople(text) && !forProgrammers.test(text));
    assert.deepEqual(found, [], name);
  }
});

test("all words of index.html are in texts.js", () => {
  const page = readFileSync("index.html", "utf8").replace(/<head>.*?<title>/s, "").replace(/<kbd>[^<]*<\/kbd>/g, "");
  const shown = [...page.matchAll(/>([^<]+)<|(?:title|aria-label|placeholder)="([^"]*)"/g)];
  const words = shown.map(([, text, attribute]) => (text ?? attribute).replace(/\{\{[\w.]+\}\}/g, ""));
  assert.deepEqual(words.filter((text) => /\p{L}{2}/u.test(text)), []);
});
