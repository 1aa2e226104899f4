// Tests the page without a server, from plain static files: node site_test.mjs [FOLDER]
// Pictures go to FOLDER, if it is given.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { startHost } from "./static_host.mjs";
import { leaveFocus, openPage, setUp, settled, tabTo } from "./tested_page.mjs";

const lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const manyPawns = "8/pppp1k2/8/8/8/8/2K1PPPP/8 w - - 0 1"; // takes long to solve
const patience = 180_000; // milliseconds; a loaded machine solves slowly
const [pictures] = process.argv.slice(2);

/** Waits for the proof. On a busy machine the first look may not be enough, and the page is asked to solve. */
async function proved(page, tone) {
  await settled(page);
  if ((await page.locator(`#headline[data-tone=${tone}]`).count()) === 0) await page.click("#solve");
  await page.waitForSelector(`#headline[data-tone=${tone}]`);
  await page.waitForFunction(() => document.querySelector("#solve").textContent === "Solved");
}

/** Takes a picture, of a bright desk or a dark phone. */
async function takePicture(page, name) {
  const isWanted = page.isPhone ? name.startsWith("web-phone") && page.isDark : !name.startsWith("web-phone") && !page.isDark;
  if (!pictures || !isWanted) return;
  await page.mouse.move(0, 0);
  await page.waitForFunction(() => document.getAnimations().length === 0);
  await page.screenshot({ path: join(pictures, name) });
}

/** Moves the cursor on the board with arrow keys. */
async function moveCursor(page, square) {
  for (const key of ["ArrowDown", "ArrowLeft"]) for (let count = 0; count < 7; count += 1) await page.keyboard.press(key);
  for (let file = 0; file < "abcdefgh".indexOf(square[0]); file += 1) await page.keyboard.press("ArrowRight");
  for (let rank = 1; rank < Number(square[1]); rank += 1) await page.keyboard.press("ArrowUp");
}

/** Copies by keyboard, as one of the values in the menu. */
async function copy(page, value) {
  await page.evaluate(() => (document.querySelector("#copied").textContent = ""));
  await leaveFocus(page);
  await tabTo(page, "#copy");
  await page.keyboard.press("Enter");
  await tabTo(page, `#copies [value=${value}]`);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#copied").textContent === "Copied.");
}

/** The same, and returns the text that lies on the clipboard then. */
async function copied(page, value) {
  await copy(page, value);
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Copies the board as PNG by keyboard: its size, and whether it has the colours of both kinds of squares. */
async function copiedPicture(page) {
  await copy(page, "png");
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const image = await createImageBitmap(await item.getType("image/png"));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const at = (x, y) => String(context.getImageData(x, y, 1, 1).data);
    const square = image.width / 8;
    const [light, dark] = [at(2.5 * square, 4.5 * square), at(3.5 * square, 4.5 * square)];
    return { width: image.width, height: image.height, colours: light !== dark && light === at(4.5 * square, 4.5 * square) };
  });
}

/** What axe-core complains about. Scripts from elsewhere are forbidden here, so it is evaluated. */
async function complaintsOf(page) {
  await page.evaluate(readFileSync("node_modules/axe-core/axe.min.js", "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`));
}

const tests = {
  async "solves Lasker and Reichhelm's ending in the tab, with map and line"(page) {
    await proved(page, "white");
    await page.waitForSelector(".notation .best");
    assert.match(await page.textContent(".notation .best"), /^Kb1/);
    await page.keyboard.press("1");
    await page.waitForSelector(".shapes rect.tint-white[data-shape=h8]");
    await page.keyboard.press("3");
    await page.waitForSelector(".shapes text[data-shape=c1]");
    assert.match(await page.textContent(".legend"), /side to move is in zugzwang/);
    await page.keyboard.press("0");
  },

  async "shows the side to move, the best move, and what the numbers mean"(page) {
    assert.equal(await page.textContent("#turn"), "White to move");
    assert.equal(await page.locator(".shapes .arrow-win").count(), 1);
    assert.ok(await page.isVisible("#plies-note"));
  },

  async "marks the last move, and one that throws away the win"(page) {
    await page.keyboard.press("b");
    await moveCursor(page, "a1");
    for (const key of ["Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector(".remark").textContent === "Ka2? throws away the win.");
    assert.equal(await page.textContent("#turn"), "Black to move");
    assert.equal(await page.locator(".shapes .tint-last").count(), 2);
    assert.equal(await page.textContent(".shapes .symbol.tint-fault"), "?");
    assert.equal(await page.textContent(".notation .fault"), "Ka2?");
    await settled(page);
    await takePicture(page, "web-mistake.png");
    await page.keyboard.press("Escape");
    await leaveFocus(page);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.textContent("#turn"), "White to move");
  },

  async "tells board, moves and verdict in words"(page) {
    await setUp(page, lasker);
    await proved(page, "white");
    const pieces = await page.locator("#pieces li").allTextContents();
    assert.deepEqual(pieces, ["White: king a1, pawn d5, pawn a4, pawn d4, pawn f4", "Black: king a7, pawn d6, pawn a5, pawn f5"]);
    await page.keyboard.press("b");
    await moveCursor(page, "d4");
    assert.equal(await page.textContent("#cursor-words"), "d4, White pawn");
    await leaveFocus(page);
    assert.equal(await page.textContent(".move[data-uci=a1b1]"), "Kb1 27 plies, winning");
    assert.equal(await page.getAttribute(".interval", "aria-label"), "Proved: White wins");
    assert.equal(await page.getAttribute("#verdict .head", "aria-live"), "polite");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.textContent("#last-move"), "Last move: Kb1");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.textContent("#last-move"), "");
    await settled(page);
  },

  async "has letters that can be read on every square, and colours over none of them"(page) {
    const order = await page.evaluate(() => {
      const [letters, colours] = [".coordinates", ".markers-layer"].map((name) => document.querySelector(`#board ${name}`));
      const { fontSize, fill } = getComputedStyle(letters.querySelector("text"));
      return { isAbove: Boolean(colours.compareDocumentPosition(letters) & Node.DOCUMENT_POSITION_FOLLOWING), fontSize, fill };
    });
    assert.deepEqual(order, { isAbove: true, fontSize: "12px", fill: "rgb(35, 34, 30)" });
  },

  async "prints the board, the verdict and the line, without controls"(page) {
    await page.emulateMedia({ media: "print" });
    for (const selector of ["#board", "#headline", "#moves", ".notation"]) assert.ok(await page.locator(selector).first().isVisible(), selector);
    for (const selector of [".toolbar", "#source", "#practise", "#gallery", "#solve", "footer"]) assert.ok(!(await page.isVisible(selector)), selector);
    await page.emulateMedia({ media: "screen" });
  },

  async "draws arrows and circles, by keyboard and with the right button"(page) {
    await page.keyboard.press("b");
    for (const key of ["a", "ArrowUp", "A", "x", "a", "ArrowRight", "a", "A", "a"]) await page.keyboard.press(key);
    const drawn = () => page.locator(".shapes :is(.arrow-green, .arrow-red, .ring-green, .ring-red)").evaluateAll((all) => all.map((shape) => shape.classList[1]).sort());
    assert.deepEqual(await drawn(), ["arrow-green", "ring-green"]);
    assert.match(await copied(page, "pgn"), /\{ \[%csl G[a-h][1-8]\] \[%cal G([a-h])[1-8]/);
    await leaveFocus(page);
    await page.keyboard.press("b");
    await page.keyboard.press("x");
    assert.deepEqual(await drawn(), []);
    const at = async (square) => {
      const { x, y, width } = await page.locator(`.square[data-square=${square}]`).boundingBox();
      return [x + width / 2, y + width / 2];
    };
    await page.keyboard.down("Shift");
    await page.mouse.move(...(await at("c3")));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...(await at("e5")));
    await page.mouse.up({ button: "right" });
    await page.keyboard.up("Shift");
    assert.deepEqual(await drawn(), ["arrow-red"]);
    await page.reload();
    await page.waitForSelector(".arrow-red");
    await proved(page, "white");
    await page.mouse.click(...(await at("h8")));
    assert.deepEqual(await drawn(), []);
    await leaveFocus(page);
  },

  async "steps with a swipe"(page) {
    const session = await page.context().newCDPSession(page);
    const { x, y, width } = await page.locator("#board").boundingBox();
    const swipe = async (...places) => {
      const touch = (type, place) => {
        const touchPoints = place === null ? [] : [{ x: x + width * place, y: y + width * 0.2 }];
        return session.send("Input.dispatchTouchEvent", { type, touchPoints });
      };
      await touch("touchStart", places[0]);
      for (const place of places.slice(1)) await touch("touchMove", place);
      await touch("touchEnd", null);
    };
    await swipe(0.8, 0.5, 0.2);
    await page.waitForFunction(() => document.querySelector("#turn").dataset.side === "b");
    await swipe(0.2, 0.5, 0.8);
    await page.waitForFunction(() => document.querySelector("#turn").dataset.side === "w");
    await settled(page);
  },

  async "shows the layers with the board in sight"(page) {
    await leaveFocus(page);
    await tabTo(page, "[name=layer]");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(".shapes rect.tint-white[data-shape=h8]");
    const { height } = page.viewportSize();
    for (const selector of ["#board", "#layers .choices", "#layers .legend"]) {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box.y >= -1 && box.y + box.height <= height + 1, `${selector} is in sight: ${JSON.stringify(box)}`);
    }
    const [board, choices] = await Promise.all(["#board", "#layers .choices"].map((one) => page.locator(one).boundingBox()));
    if (page.isPhone) assert.ok(choices.y >= board.y + board.height, "the board covers nothing");
    await takePicture(page, "web-phone-layers.png");
    await page.keyboard.press("0");
    await leaveFocus(page);
    await page.keyboard.press("Home");
    await page.evaluate(() => scrollTo(0, 0));
  },

  async "steps with the wheel"(page) {
    await settled(page);
    await page.hover("#board");
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(() => document.querySelector("#turn").dataset.side === "b");
    await page.mouse.wheel(0, -100);
    await page.waitForFunction(() => document.querySelector("#turn").dataset.side === "w");
  },

  async "says what the engine thinks where nothing is proved, and cancels at once"(page) {
    await setUp(page, manyPawns);
    await page.waitForSelector("#engine li");
    assert.match(await page.textContent("#engine"), /not a proof/);
    assert.equal(await page.textContent("#headline"), "Not solved yet");
    await page.keyboard.press("s");
    await page.waitForFunction(() => /tables/.test(document.querySelector(".work").textContent));
    await page.keyboard.press("s");
    assert.equal(await page.textContent("#solve"), "Solve");
    await setUp(page, "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1");
    await proved(page, "black");
    assert.equal(await page.isVisible("#engine"), false);
  },

  async "practises: answers with the toughest defence, and tells what was thrown away"(page) {
    await setUp(page, lasker);
    await proved(page, "white");
    await leaveFocus(page);
    await page.keyboard.press("t");
    assert.equal(await page.locator(".shapes .arrow").count(), 0, "no arrow tells the move");
    assert.equal(await page.isVisible("#moves"), false);
    await page.keyboard.press("b");
    await moveCursor(page, "a1");
    for (const key of ["Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelectorAll(".notation .played").length === 2);
    await page.waitForFunction(() => document.querySelector(".remark").textContent === "Ka2? throws away the win.");
    assert.equal(await page.textContent("#turn"), "White to move");
    await settled(page);
    await page.keyboard.press("t");
    assert.equal(await page.isVisible("#moves"), true);
  },

  async "has a gallery, and copies FEN, PGN, link, SVG and PNG"(page) {
    assert.ok((await page.locator("#gallery svg").count()) >= 10);
    await page.locator("#gallery button", { hasText: "Réti" }).focus();
    await page.keyboard.press("Enter");
    const reti = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
    assert.equal(await page.inputValue("#text"), reti);
    await page.click(".move[data-uci=h8g7]");
    assert.equal(await copied(page, "fen"), "8/6K1/k1P5/7p/8/8/8/8 b - - 1 1");
    assert.match(await copied(page, "pgn"), /\[FEN "7K[^\]]*\]\n\n1\. Kg7 \*/);
    assert.equal(await copied(page, "link"), page.url());
    const svg = await copied(page, "svg");
    const drawing = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      const missing = [...parsed.querySelectorAll("use")].filter((use) => !parsed.querySelector(use.getAttribute("href")));
      return { name: parsed.nodeName, pieces: parsed.querySelectorAll("use").length, missing: missing.length };
    }, svg);
    assert.deepEqual(drawing, { name: "svg", pieces: 4, missing: 0 });
    assert.ok(!/http(?!:\/\/www\.w3\.org)/.test(svg), "it needs nothing from elsewhere");
    assert.deepEqual(await copiedPicture(page), { width: 1080, height: 1080, colours: true });
    await page.keyboard.press("Home");
    await settled(page);
  },

  async "keeps the variations and comments of a PGN, by keyboard"(page) {
    const moves = "{ Who wins? } 1. Kb1! { the only move } (1. Ka2 Kb7 (1... Ka8 2. Kb3) 2. Kb3) 1... Kb7 2. Kc1 *";
    await setUp(page, `[White "Lasker"]\n[Black "Reichhelm"]\n[FEN "${lasker}"]\n\n${moves}`);
    await settled(page);
    await leaveFocus(page);
    assert.equal(await page.locator(".notation .variation").count(), 2);
    assert.deepEqual(await page.locator(".notation .comment").allTextContents(), ["Who wins?", "the only move"]);
    const current = () => page.textContent(".notation [aria-current=step]");
    await page.keyboard.press("ArrowRight");
    assert.equal(await current(), "Kb1!");
    await page.keyboard.press("ArrowDown");
    assert.equal(await current(), "Ka2?", "a variation is judged, too");
    await page.keyboard.press("ArrowRight");
    assert.equal(await current(), "Kb7");
    await page.reload();
    await settled(page);
    assert.equal(await current(), "Kb7", "a reload keeps the place");
    assert.equal(await page.locator(".notation .variation").count(), 2, "and the variations");
    assert.match(await copied(page, "pgn"), /\[White "Lasker"\][^]*\(1\. Ka2 Kb7 \(1\.\.\. Ka8 2\. Kb3\) 2\. Kb3\)\s1\.\.\. Kb7 2\. Kc1 \*/);
    await page.locator("#line").scrollIntoViewIfNeeded();
    await takePicture(page, "web-variations.png");
    await leaveFocus(page);
    await tabTo(page, "#remove");
    await page.keyboard.press("Enter");
    assert.match(await current(), /^Ka2/);
    assert.equal(await page.locator(".notation .variation").count(), 1);
    await leaveFocus(page);
    await tabTo(page, "#promote");
    await page.keyboard.press("Enter");
    assert.equal(await page.isVisible("#promote"), false, "it is the main line now");
    await settled(page);
  },

  async "explains bad PGN by move and place"(page) {
    await setUp(page, "1. e4 e5 2. Ke3 *");
    assert.equal(await page.textContent("#complaint"), "The PGN has an illegal move: 2. “Ke3”. Correct it, and set up again.");
    await setUp(page, "1. e4 e5 2. Qh9 *");
    assert.match(await page.textContent("#complaint"), /at line 1, column 13/);
    await setUp(page, lasker);
    await settled(page);
  },

  async "has nothing that axe-core complains about"(page) {
    const moves = "{ Who wins? } 1. Kb1! { the only move } (1. Ka2 Kb7) 1... Kb7 *";
    const states = {
      "a game with variations": () => setUp(page, `[FEN "${lasker}"]\n\n${moves}`),
      "a map": () => page.click("label[for=layer-white]"),
      "the pawns": () => page.click("label[for=layer-pawns]"),
      "the menu of copies": () => page.click("#copy"),
      "a position being set up": () => page.click("#edit"),
      "the engine": async () => {
        await page.keyboard.press("Escape");
        await setUp(page, manyPawns);
        await page.waitForSelector("#engine li");
      },
    };
    for (const [name, enter] of Object.entries(states)) {
      await enter();
      await settled(page);
      assert.deepEqual(await complaintsOf(page), [], name);
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, page.viewportSize().width, "nothing is wider than the screen");
  },
};

/** A tab that has too little memory says what to do, and goes on with what it can do. */
async function testLittleMemory(browser, url) {
  const page = await openPage(browser, `${url}little/memory/#fen=${manyPawns.replaceAll(" ", "_")}`, patience, {});
  await page.waitForFunction(() => /The program can do it: philidor solve/.test(document.querySelector(".remark.complaint")?.textContent));
  await setUp(page, "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1");
  await proved(page, "black");
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

/** The first visit keeps everything; the second needs no host. */
async function testOffline(page, host) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await host.stop();
  await page.reload();
  await setUp(page, "8/8/8/8/4k3/8/4P3/4K3 b - - 0 1");
  await page.waitForSelector("#headline[data-tone=draw]");
}

const screens = [
  { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true, isMobile: true },
  { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true, isMobile: true },
];
const permissions = ["clipboard-read", "clipboard-write"];
const host = await startHost();
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  await testLittleMemory(browser, host.url);
  console.log("passed: says what to do when memory runs out");
  for (const [index, screen] of screens.entries()) {
    const folder = index % 2 === 0 ? "" : "some/folder/";
    const where = `${screen.viewport.width} pixels, ${screen.colorScheme}${folder ? ", in a folder" : ""}`;
    const page = await openPage(browser, host.url + folder, patience, { ...screen, permissions });
    page.isPhone = screen.isMobile;
    page.isDark = screen.colorScheme === "dark";
    for (const [name, test] of Object.entries(tests)) {
      if (name.includes(page.isPhone ? "wheel" : "swipe")) continue;
      await test(page);
      assert.deepEqual(page.faults, [], name);
      console.log(`passed: ${name} (${where})`);
    }
    if (index === screens.length - 1) {
      await testOffline(page, host);
      console.log("passed: works offline after the first visit");
    }
    await page.context().close();
  }
} finally {
  await browser.close();
}
