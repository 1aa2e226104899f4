import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const style = readFileSync(new URL("../src/style.css", import.meta.url), "utf8");

/** The colours that a rule for :root names. The first rule is the light scheme, the second the dark one. */
function coloursOf(index) {
  const rule = [...style.matchAll(/:root \{([^}]*)\}/g)][index][1];
  return Object.fromEntries([...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance(colour) {
  const [red, green, blue] = colour.match(/[0-9a-f]{2}/g).map((digits) => {
    const share = parseInt(digits, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("text is legible in the light and the dark scheme", () => {
  for (const scheme of [0, 1]) {
    const colours = coloursOf(scheme);
    for (const text of ["ink", "muted", "loss"]) {
      for (const ground of ["paper", "card"]) {
        const found = contrast(colours[text], colours[ground]);
        assert.ok(found >= 4.5, `${text} on ${ground}, scheme ${scheme}: ${found.toFixed(2)}`);
      }
    }
  }
});
