import assert from "node:assert/strict";
import { test } from "node:test";
import { targetsOf } from "../src/targets.js";

test("a square has the tone of the best move to it", () => {
  const saavedra = [
    { uci: "c7c8q", bounds: [0, 0] },
    { uci: "c7c8r", bounds: [1, 1] },
    { uci: "c7c8n", bounds: [-1, 0] },
    { uci: "c2b3", bounds: [0, 1] },
  ];
  assert.deepEqual(targetsOf("c7", saavedra), [{ square: "c8", isPromotion: true, tone: "win" }]);
  assert.deepEqual(targetsOf("c2", saavedra), [{ square: "b3", isPromotion: false, tone: "open" }]);
  assert.deepEqual(targetsOf("a1", saavedra), []);
});
