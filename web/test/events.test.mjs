import assert from "node:assert/strict";
import { test } from "node:test";
import { EventReader } from "../src/events.js";

const text = ':\n\nevent: progress\ndata: {"share":0.5}\n\nevent: result\ndata: {"value":"win"}\n\n';
const expected = [
  ["progress", { share: 0.5 }],
  ["result", { value: "win" }],
];

test("events are the same wherever the text is cut", () => {
  for (let cut = 0; cut <= text.length; cut += 1) {
    const events = [];
    const reader = new EventReader((name, data) => events.push([name, data]));
    reader.push(text.slice(0, cut));
    reader.push(text.slice(cut));
    assert.deepEqual(events, expected, `cut at ${cut}`);
  }
});

test("an incomplete event is not reported", () => {
  const events = [];
  new EventReader((name) => events.push(name)).push('event: result\ndata: {"val');
  assert.deepEqual(events, []);
});
