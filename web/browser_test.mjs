// Drives the page in a real browser: node browser_test.mjs PROGRAM [FOLDER]
// PROGRAM is philidor with the page built in; screenshots go to FOLDER, if it is given. PHILIDOR_URL, if it is set, is
// the address of a running server to use instead of PROGRAM.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { openPage, setUp, settled } from "./tested_page.mjs";

const reti = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
const lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const manyPawns = "8/ppp2k2/8/8/8/8/2K2PPP/8 w - - 0 1"; // takes long to solve
const patience = 120_000; // milliseconds; a loaded machine solves slowly
const [program, pictures] = process.argv.slice(2);

/** Starts a server with an empty store: {url, stop}. */
async function startServer() {
  if (process.env.PHILIDOR_URL) return { url: process.env.PHILIDOR_URL, stop: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "philidor-web-"));
  const limits = ["--solve-time", "5", "--longest-solve", "3600", "--threads", "2"];
  const options = ["--listen", "127.0.0.1:0", "--log", "none", "--store", join(folder, "tables.db"), ...limits];
  const server = spawn(program, ["serve", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on("data", (text) => resolve(/http:\S+/.exec(text)?.[0]));
  });
  const stop = async () => {
    const end = new Promise((resolve) => server.on("exit", resolve));
    server.kill("SIGTERM");
    await end;
    rmSync(folder, { recursive: true });
  };
  return { url, stop };
}

/** Runs in the page: records the widths of the interval. */
function noteWidths() {
  window.widths = [];
  const note = ([{ target }]) => window.widths.push(target.dataset.high - target.dataset.low);
  new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["data-high"] });
}

const intervalOf = (page) =>
  page.locator(".interval").evaluate(({ dataset }) => [Number(dataset.low), Number(dataset.high)]);

const pieceOn = (page, square) => page.locator(`.pieces [data-square=${square}]`).getAttribute("data-piece");

/** One of the server's metrics. */
async function metric(page, name) {
  const metrics = await (await page.request.get(new URL("/metrics", page.url()).href)).text();
  return Number(metrics.match(new RegExp(`^philidor_${name} (\\d+)$`, "m"))[1]);
}

/** Waits until the server works on what `ask` asks for, and sees it give up after `goOn`. */
async function seeServerGiveUp(page, ask, goOn) {
  const until = async (name, isReached, complaint) => {
    for (const deadline = Date.now() + patience; Date.now() < deadline; ) {
      if (isReached(await metric(page, name))) return;
    }
    assert.fail(complaint);
  };
  const before = await metric(page, "solves_cancelled_total");
  await ask();
  await until("solves_running", (running) => running > 0, "the server does not start");
  await goOn();
  await until("solves_cancelled_total", (now) => now > before, "the server does not give up");
}

/** Where elements are: [x, y, width, height] of each. */
const placesOf = (page, ...selectors) =>
  page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
      }),
    selectors,
  );

/** Whether an element is wholly on the screen. */
async function isInSight(page, selector) {
  const [[x, y, width, height]] = await placesOf(page, selector);
  const screen = page.viewportSize();
  return x >= 0 && y >= 0 && x + width <= screen.width && y + height <= screen.height;
}

async function takePicture(page, name) {
  if (!pictures) return;
  await page.mouse.move(0, 0);
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  await page.screenshot({ path: join(pictures, name) });
}

const tests = {
  async "solves Lasker and Reichhelm's ending, the interval closing"(page) {
    await setUp(page, lasker);
    await page.click("#solve");
    await page.waitForSelector("#headline[data-tone=white]");
    await page.waitForFunction(() => document.querySelector("#solve").textContent !== "Stop");
    await settled(page);
    const widths = await page.evaluate(() => window.widths);
    assert.equal(widths[0], 2, "it starts open");
    assert.deepEqual(widths, widths.toSorted((a, b) => b - a), "it never opens again");
    assert.deepEqual(await intervalOf(page), [1, 1]);
    assert.equal(await page.textContent("#headline"), "White wins");
    assert.match(await page.textContent(".remark"), /^Kb1 is the only move that wins/);
    const spoken = (tone) => page.locator(`.move[data-tone=${tone}]`).evaluateAll((all) => all.map((move) => move.textContent).sort());
    assert.deepEqual(await spoken("win"), ["Kb1 27 plies, winning"]);
    assert.deepEqual(await spoken("draw"), ["Ka2, drawing", "Kb2, drawing"]);
    assert.match(await page.locator(".notation .best").first().textContent(), /^Kb1/);
    await takePicture(page, "web-board.png");
  },

  async "plays the line by button, key and click"(page) {
    await page.click("#forward");
    assert.equal(await page.inputValue("#text"), "8/k7/3p4/p2P1p2/P2P1P2/8/8/1K6 b - - 1 1");
    assert.equal(await page.textContent("#headline"), "White wins");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.inputValue("#text"), "8/1k6/3p4/p2P1p2/P2P1P2/8/8/1K6 w - - 2 2");
    await page.locator(".notation .best").nth(3).click();
    assert.equal(await page.locator(".notation .played").count(), 6);
    await page.keyboard.press("End");
    assert.match(await page.inputValue("#text"), /[QR]/, "White has promoted");
    await page.keyboard.press("Home");
    assert.equal(await page.inputValue("#text"), lasker);
    await page.click("#play");
    await page.waitForFunction(() => /Kb1$/.test(document.querySelector(".notation [aria-current]")?.textContent));
    await page.keyboard.press("p");
    await page.keyboard.press("Home");
  },

  async "draws the map, the corresponding squares and the pawns' features"(page) {
    await page.click("label[for=layer-white]");
    await page.waitForSelector(".shapes rect.tint-white[data-shape=h8]");
    assert.equal(await page.locator(".shapes rect.tint-zugzwang[data-shape=b1]").count(), 1);
    await takePicture(page, "web-map.png");
    await page.click("label[for=layer-pairs]");
    const number = (square) => page.locator(`.shapes text[data-shape=${square}]`).textContent();
    await page.waitForSelector(".shapes text[data-shape=c1]");
    assert.equal(await number("c1"), await number("b7"));
    assert.notEqual(await number("c1"), await number("b1"));
    await page.hover(".square[data-square=c1]");
    await page.waitForSelector(".ring-partner[data-shape=b7]");
    await takePicture(page, "web-pairs.png");
    await page.click("label[for=layer-pawns]");
    await page.waitForSelector(".caption[data-shape=d4]");
    assert.equal(await page.textContent(".caption[data-shape=d4]"), "doubled");
    await page.keyboard.press("e");
    assert.equal(await page.locator(".shapes > :not(.arrow)").count(), 0, "the layer is not about the edited position");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".caption[data-shape=d4]");
    await page.click("label[for=layer-none]");
    assert.equal(await page.locator(".shapes > :not(.arrow)").count(), 0);
  },

  async "takes moves by drag and by key, and links to them"(page) {
    await setUp(page, lasker);
    await page.locator(".square[data-square=a1]").dragTo(page.locator(".square[data-square=b1]"));
    assert.match(page.url(), /&moves=a1b1$/);
    await page.locator(".square[data-square=a7]").dragTo(page.locator(".square[data-square=a4]"));
    assert.match(page.url(), /&moves=a1b1$/, "an illegal move is not made");
    await page.keyboard.press("b");
    const walk = [...Array(3).fill("ArrowUp"), ...Array(4).fill("ArrowLeft")]; // from e4 to a7
    for (const key of [...walk, "Enter", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    assert.match(page.url(), /&moves=a1b1,a7b7$/);
    await page.reload();
    assert.equal(await pieceOn(page, "b7"), "bk");
    assert.equal(await page.locator(".notation .played").count(), 2);
  },

  async "promotes to what is chosen"(page) {
    await setUp(page, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    await settled(page);
    await page.locator(".square[data-square=a7]").dragTo(page.locator(".square[data-square=a8]"));
    await page.waitForSelector(".promotion-dialog-button[data-piece=wr]");
    const [square, queen] = await placesOf(page, ".square[data-square=a8]", ".promotion-dialog-button[data-piece=wq]");
    assert.deepEqual(queen, square, "the choices cover whole squares");
    const opacity = page.locator(".promotion-dialog").evaluate((dialog) => getComputedStyle(dialog).fillOpacity);
    assert.equal(await opacity, "1", "it is opaque");
    await page.click(".promotion-dialog-button[data-piece=wr]");
    assert.match(page.url(), /&moves=a7a8r$/);
    await settled(page);
  },

  async "shows one dot where a pawn promotes, that of the best piece"(page) {
    await setUp(page, "8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1");
    await page.waitForSelector("#headline[data-tone=white]");
    await settled(page);
    await page.click(".square[data-square=c7]");
    const dots = page.locator(".dot[data-shape=c8]");
    assert.deepEqual(await dots.evaluateAll((found) => found.map((dot) => dot.classList[1])), ["dot-win"]);
    await page.keyboard.press("Escape");
  },

  async "sets up a position by hand"(page) {
    await page.keyboard.press("e");
    await page.click("text=Clear");
    for (const [piece, square] of [["wk", "e6"], ["wp", "e5"], ["bk", "e8"]]) {
      await page.locator(`.men [data-piece=${piece}]`).dragTo(page.locator(`.square[data-square=${square}]`));
    }
    await page.click("text=Black to move");
    await page.click("text=Done");
    assert.equal(await page.inputValue("#text"), "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1");
    await page.waitForSelector("#headline[data-tone=white]");
    await settled(page);
  },

  async "keeps its layout when a position is set up by hand"(page) {
    const fixed = ["#board", "#first", "#flip", "#edit", "#text"];
    const before = await placesOf(page, ...fixed);
    await page.click("#edit");
    assert.deepEqual(await placesOf(page, ...fixed), before);
    assert.ok(await isInSight(page, "#palette"));
    await page.click("#edit");
    assert.deepEqual(await placesOf(page, ...fixed), before);
  },

  async "keeps an edited position until it is finished or cancelled"(page) {
    await setUp(page, lasker);
    await settled(page);
    await page.keyboard.press("e");
    await page.click(".men [data-piece=wq]");
    await page.click(".square[data-square=h1]");
    for (const key of ["ArrowRight", "End", "p", "s", "1"]) await page.keyboard.press(key);
    assert.equal(await page.inputValue("#text"), "8/k7/3p4/p2P1p2/P2P1P2/8/8/K6Q w - - 0 1");
    assert.equal(await page.isDisabled("#forward"), true);
    await page.keyboard.press("Escape");
    assert.equal(await page.inputValue("#text"), lasker);
    assert.equal(await page.textContent("#edit"), "Edit");
    await page.waitForSelector(".pieces [data-piece=wq]", { state: "detached" });
    await page.click("#edit");
    await page.click("text=Clear");
    await page.click("text=Done");
    assert.match(await page.textContent("#complaint"), /king/);
    await page.click("text=Cancel");
    assert.equal(await page.isVisible("#complaint"), false);
    assert.equal(await pieceOn(page, "a1"), "wk");
    const link = `#fen=${lasker.replaceAll(" ", "_")}`;
    assert.equal(new URL(page.url()).hash, link, "no key played a move or chose a layer");
  },

  async "goes back to the previous position, and forward again"(page) {
    await setUp(page, lasker);
    await page.locator(".square[data-square=a1]").dragTo(page.locator(".square[data-square=b1]"));
    await page.selectOption("#examples", { label: "Réti, 1921" });
    assert.equal(await page.inputValue("#text"), reti);
    const isThere = (fen) => page.waitForFunction((fen) => document.querySelector("#text").value === fen, fen);
    await page.goBack();
    await isThere("8/k7/3p4/p2P1p2/P2P1P2/8/8/1K6 b - - 1 1");
    assert.equal(await page.locator(".notation .played").count(), 1);
    await page.goForward();
    await isThere(reti);
    await settled(page);
  },

  async "stays where it is when a link leads nowhere"(page) {
    const { origin } = new URL(page.url());
    const open = async (link) => {
      await page.goto("about:blank");
      await page.goto(origin + link);
    };
    await open("/#fen=8/8/8/8/8/8/8/8_w_-_-_0_1");
    assert.equal(await page.inputValue("#text"), lasker, "the first of the famous endings");
    assert.equal(await pieceOn(page, "a1"), "wk");
    assert.match(await page.textContent("#complaint"), /king/);
    assert.ok(await isInSight(page, "#complaint"));
    assert.match(page.url(), /#fen=8\/k7/);
    await open(`/#fen=${reti.replaceAll(" ", "_")}&moves=h8g7&ply=abc&layer=toString`);
    assert.equal(await pieceOn(page, "g7"), "wk");
    await page.evaluate(() => (location.hash += ",a6b6,g7a1,b6b5"));
    await page.waitForSelector("#complaint:visible");
    assert.match(await page.textContent("#complaint"), /g7a1/);
    assert.match(page.url(), /&moves=h8g7,a6b6$/);
    await page.evaluate(() => (location.hash = "#fen=nonsense"));
    await page.waitForFunction(() => document.querySelector("#complaint").textContent.includes("nonsense"));
    assert.equal(await pieceOn(page, "g7"), "wk");
    assert.match(page.url(), /&moves=h8g7,a6b6$/);
    await settled(page);
  },

  async "keeps its layout when a solve begins"(page) {
    await setUp(page, manyPawns);
    await settled(page);
    const [before] = await placesOf(page, "#moves");
    await page.click("#solve");
    await page.waitForFunction(() => document.querySelector("#solve").textContent === "Stop");
    assert.deepEqual(await placesOf(page, "#moves"), [before]);
    await page.click("#solve");
  },

  async "goes on solving when a key leads to no other position"(page) {
    await setUp(page, manyPawns);
    await settled(page);
    await page.click("#solve");
    for (const key of ["ArrowLeft", "Home", "ArrowRight", "End", "p"]) {
      await page.keyboard.press(key);
      assert.equal(await page.textContent("#solve"), "Stop", key);
    }
    await page.click("#solve");
  },

  async "says why it waits, and why it fails"(page) {
    const hasRemark = (text) =>
      page.waitForFunction((text) => document.querySelector(".remark").textContent === text, text);
    const headers = { "Retry-After": "1" };
    await page.route("**/standard?*", (route) => route.fulfill({ status: 429, headers }));
    await setUp(page, reti);
    await hasRemark("The server is busy …");
    await page.unroute("**/standard?*");
    await settled(page);
    await page.route("**/map?*", (route) => route.fulfill({ status: 503, headers }));
    await page.click("label[for=layer-white]");
    await page.waitForSelector(".legend :text-is('The server is busy …')");
    await page.unroute("**/map?*");
    await page.waitForSelector(".shapes rect");
    await page.click("label[for=layer-none]");
    await page.route("**/standard?*", (route) => route.abort());
    await setUp(page, "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1");
    await hasRemark("The server cannot be reached.");
    await page.unroute("**/standard?*");
    // The browser logs these intended failures.
    page.faults = page.faults.filter((fault) => !/^Failed to load resource: .*(429|503|ERR_FAILED)/.test(fault));
  },

  async "stops the server's work when another position is opened"(page) {
    for (const button of ["#solve", "label[for=layer-white]"]) {
      await setUp(page, manyPawns);
      await settled(page);
      const goOn = () => setUp(page, "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1");
      await seeServerGiveUp(page, () => page.click(button), goOn);
    }
    await page.click("label[for=layer-none]");
  },

  async "stops the server's work when its layer is hidden"(page) {
    await setUp(page, manyPawns);
    await settled(page);
    const [show, hide] = ["white", "none"].map((layer) => () => page.click(`label[for=layer-${layer}]`));
    await seeServerGiveUp(page, show, hide);
  },

  async "reads a study, and refuses what it cannot read"(page) {
    const chapter = (name, moves) => `[Event "${name}"]\n[SetUp "1"]\n[FEN "${lasker}"]\n\n${moves} *\n\n`;
    const paste = (text) =>
      page.evaluate((text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      }, text);
    await paste(chapter("Only move", "1. Kb1 Kb7") + chapter("A mistake", "1. Ka2 Kb7"));
    assert.deepEqual(await page.locator("#chapters option").allTextContents(), ["Only move", "A mistake"]);
    await page.selectOption("#chapters", { label: "A mistake" });
    assert.deepEqual(await page.locator(".notation .played").allTextContents(), ["Ka2", "Kb7"]);
    await page.selectOption("#examples", { label: "Trébuchet" });
    assert.equal(await page.isVisible("#chapters"), false, "this position belongs to no study");
    await page.goBack();
    await page.waitForSelector("#chapters:visible");
    assert.equal(await page.locator("#chapters option:checked").textContent(), "A mistake");
    await paste(chapter("Later", "1. Kb1 Kb8") + chapter("Last", "1. Kb2 Kb8"));
    await page.goBack();
    await page.waitForSelector("#chapters", { state: "hidden" }); // this game's study has been replaced
    await settled(page);
    const best = page.locator(".notation .best");
    assert.match(await best.first().textContent(), /^Kb1/, "best play is shown, too");
    assert.equal(await page.textContent("#play"), "Play the moves");
    await best.first().click();
    assert.match(page.url(), /&moves=a1b1$/);
    await settled(page);
    await setUp(page, "8/8/8 w");
    assert.match(await page.textContent("#complaint"), /“8\/8\/8 w”/);
    await settled(page);
  },
};

async function testPhone(browser, url) {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
  const link = `${url}#fen=${lasker.replaceAll(" ", "_")}`;
  const page = await openPage(browser, link, patience, { ...phone, colorScheme: "dark" }, [noteWidths]);
  await page.waitForSelector("#headline[data-tone=white]");
  await settled(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 390, "nothing is wider than the screen");
  await page.tap(".square[data-square=a1]");
  assert.equal(await page.locator(".dot-win[data-shape=b1]").count(), 1);
  assert.equal(await page.locator(".dot-draw").count(), 2);
  await takePicture(page, "web-phone.png");
  const buttons = ["#first", "#back", "#forward", "#last", "#flip", "#edit", "#copy"];
  const before = await placesOf(page, "#board", ...buttons);
  assert.equal(new Set(before.slice(1).map(([, y]) => y)).size, 1, "the buttons stand in one row");
  await page.tap("#edit");
  assert.deepEqual(await placesOf(page, "#board", ...buttons), before);
  assert.ok(await isInSight(page, "#palette"));
  await page.tap("text=Cancel");
  await page.tap(".square[data-square=a1]");
  await page.tap(".square[data-square=b1]");
  await page.waitForFunction(() => /moves=a1b1$/.test(location.hash));
  await settled(page);
  assert.deepEqual(page.faults, []);
}

async function testPhoneSideways(browser, url) {
  const sideways = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
  const page = await openPage(browser, url, patience, sideways, [noteWidths]);
  await settled(page);
  assert.ok(await isInSight(page, "#board"));
  assert.ok(await isInSight(page, ".toolbar"));
  await page.locator("#layers").scrollIntoViewIfNeeded();
  assert.ok(await isInSight(page, "#board"), "the board stays in view");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 844, "nothing is wider than the screen");
  assert.deepEqual(page.faults, []);
}

const server = await startServer();
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const desk = { viewport: { width: 1280, height: 800 }, colorScheme: "light" };
  const page = await openPage(browser, server.url, patience, desk, [noteWidths]);
  for (const [name, test] of Object.entries(tests)) {
    await test(page);
    assert.deepEqual(page.faults, [], name);
    console.log(`passed: ${name}`);
  }
  await testPhone(browser, server.url);
  console.log("passed: works on a phone");
  await testPhoneSideways(browser, server.url);
  console.log("passed: works on a phone held sideways");
} finally {
  await browser.close();
  await server.stop();
}
