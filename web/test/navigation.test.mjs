import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../src/game.js";
import { Navigation } from "../src/navigation.js";

const lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const reti = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const linkTo = (fen, rest = "") => `#fen=${fen.replaceAll(" ", "_")}${rest}`;

const chapter = (fen, moves) => ({ title: "", game: Game.takenUp(fen, moves, 0) });

/** The location and the history of a browser. */
class PretendBrowser {
  entries = [{ hash: "", state: null }];
  place = 0;

  location = Object.defineProperty({ pathname: "/", search: "" }, "hash", { get: () => this.entries[this.place].hash });

  history = Object.defineProperties(
    {
      pushState: (state, _, url) => this.visit(url.slice(1), state),
      replaceState: (state, _, url) => (this.entries[this.place] = { hash: url.slice(1), state }),
    },
    { state: { get: () => this.entries[this.place].state } },
  );

  /** Follows a link. */
  visit(hash, state = null) {
    this.place += 1;
    this.entries.length = this.place;
    this.entries.push({ hash, state });
  }

  back() {
    this.place -= 1;
  }
}

/** A navigation at its first position, with the list of complaints it has arrived with since. */
function begin(bestLine = () => []) {
  const browser = new PretendBrowser();
  const arrivals = [];
  const onArrive = (complaint) => arrivals.push(complaint);
  const navigation = new Navigation(lasker, browser, { bestLine, onArrive, onPlayback() {} });
  navigation.openLink();
  arrivals.length = 0;
  return { navigation, browser, arrivals };
}

/** Holds back the timer that was set last: run() fires it, unless it was cleared, and returns whether it did. */
function holdTimers({ mock }) {
  let held = null;
  mock.method(globalThis, "setTimeout", (action) => (held = action));
  mock.method(globalThis, "clearTimeout", (timer) => (held = timer === held ? null : held));
  return {
    run() {
      const action = held;
      held = null;
      action?.();
      return action !== null;
    },
  };
}

test("without a link the first position is opened, and the address names it", () => {
  const { navigation, browser } = begin();
  assert.equal(navigation.fen, lasker);
  assert.equal(browser.location.hash, linkTo(lasker));
});

test("a move replaces the entry in the history, another game adds one", () => {
  const { navigation, browser } = begin();
  navigation.play("a1b1");
  assert.equal(browser.entries.length, 1);
  assert.equal(browser.location.hash, linkTo(lasker, "&moves=a1b1"));
  navigation.setUp(reti);
  navigation.setUp(reti);
  assert.deepEqual(browser.entries.map(({ hash }) => hash), [linkTo(lasker, "&moves=a1b1"), linkTo(reti)]);
});

test("Back leads to the previous game, with its moves", () => {
  const { navigation, browser } = begin();
  navigation.play("a1b1");
  navigation.setUp(reti);
  browser.back();
  navigation.openLink();
  assert.equal(navigation.game.root, lasker);
  assert.deepEqual(navigation.game.moves.map(({ san }) => san), ["Kb1"]);
});

test("a wrong link changes nothing, and the address is corrected", () => {
  const { navigation, browser, arrivals } = begin();
  browser.visit("#fen=nonsense");
  navigation.openLink();
  assert.equal(navigation.fen, lasker);
  assert.equal(browser.location.hash, linkTo(lasker));
  assert.equal(arrivals.length, 1);
  assert.match(arrivals[0], /nonsense/);
});

test("a link with an illegal move is followed up to that move", () => {
  const { navigation, browser, arrivals } = begin();
  browser.visit(linkTo(lasker, "&moves=a1b1,a7a1,b1c1"));
  navigation.openLink();
  assert.deepEqual(navigation.game.moves.map(({ uci }) => uci), ["a1b1"]);
  assert.equal(browser.location.hash, linkTo(lasker, "&moves=a1b1"));
  assert.deepEqual(arrivals, ["The moves of this link end before “a7a1”, which is illegal."]);
});

test("the layer is part of the address", () => {
  const { navigation, browser } = begin();
  navigation.choose("pairs");
  assert.equal(browser.location.hash, linkTo(lasker, "&layer=pairs"));
  browser.visit(linkTo(reti, "&layer=white"));
  navigation.openLink();
  assert.equal(navigation.layer, "white");
});

test("a study opens at its beginning, a whole game at its end", () => {
  const { navigation } = begin();
  navigation.openStudy([
    chapter(lasker, ["Kb1", "Kb7"]),
    chapter(initial, ["e4", "e5"]),
  ]);
  assert.equal(navigation.fen, lasker);
  assert.equal(navigation.game.moves.length, 2);
  navigation.openChapter(1);
  assert.equal(navigation.game.ply, 2);
});

test("Back leads to the chapter of a study, even if another begins with the same position", () => {
  const { navigation, browser } = begin();
  navigation.openStudy([
    chapter(lasker, ["Kb1"]),
    chapter(lasker, ["Ka2"]),
  ]);
  navigation.openChapter(1);
  navigation.setUp(reti);
  assert.equal(navigation.chapter, -1);
  browser.back();
  navigation.openLink();
  assert.equal(navigation.chapter, 1);
});

test("Back leads to no chapter when its study has been replaced", ({ mock }) => {
  const { navigation, browser } = begin();
  let now = 1;
  mock.method(Date, "now", () => now++);
  navigation.openStudy([chapter(lasker, ["Kb1"])]);
  navigation.openStudy([chapter(lasker, ["Ka2"])]);
  browser.back();
  navigation.openLink();
  assert.deepEqual(navigation.game.moves.map(({ san }) => san), ["Kb1"]);
  assert.equal(navigation.chapter, -1);
});

test("a link to the first position of a chapter leads to that chapter", () => {
  const { navigation, browser } = begin();
  navigation.openStudy([chapter(lasker, []), chapter(reti, [])]);
  browser.visit(linkTo(reti));
  navigation.openLink();
  assert.equal(navigation.chapter, 1);
});

test("variations are kept through Back and a reload", () => {
  const { navigation, browser } = begin();
  navigation.play("a1b1");
  navigation.goBack();
  navigation.play("a1a2");
  navigation.setUp(reti);
  browser.back();
  navigation.openLink();
  assert.equal(navigation.game.node.san, "Ka2");
  assert.deepEqual(navigation.game.start.next.map(({ san }) => san), ["Kb1", "Ka2"]);
});

test("a move can be removed with what follows it, and a variation become the main line", () => {
  const { navigation, browser, arrivals } = begin();
  for (const move of ["a1b1", "a7b7"]) navigation.play(move);
  navigation.go(0);
  navigation.play("a1a2");
  arrivals.length = 0;
  navigation.promote();
  assert.deepEqual(arrivals, [], "the position is the same");
  assert.deepEqual(navigation.game.start.next.map(({ san }) => san), ["Ka2", "Kb1"]);
  navigation.goAside(1);
  assert.equal(navigation.game.node.san, "Kb1");
  navigation.remove();
  assert.equal(browser.location.hash, linkTo(lasker, "&moves=a1a2&ply=0"));
  assert.deepEqual(navigation.game.start.next.map(({ san }) => san), ["Ka2"]);
});

test("steps follow the game, and after its end best play", () => {
  const { navigation } = begin(() => (navigation.game.ply === 0 ? [] : [{ uci: "a7b7" }, { uci: "b1c1" }]));
  navigation.play("a1b1");
  navigation.goBack();
  navigation.goOn(1);
  assert.deepEqual(navigation.game.moves.map(({ uci }) => uci), ["a1b1"]);
  navigation.goOn(Infinity);
  assert.deepEqual(navigation.game.moves.map(({ uci }) => uci), ["a1b1", "a7b7", "b1c1"]);
});

test("best play can take the place of the moves of the game", () => {
  const { navigation } = begin(() => [{ uci: "a1b1" }, { uci: "a7b7" }]);
  navigation.play("a1a2");
  navigation.go(0);
  navigation.followLine(1);
  assert.deepEqual(navigation.game.moves.map(({ uci }) => uci), ["a1b1"]);
});

test("a step that leads nowhere is no arrival", () => {
  const { navigation, arrivals } = begin();
  navigation.goBack();
  navigation.go(0);
  navigation.goOn(1);
  navigation.goOn(Infinity);
  assert.deepEqual(arrivals, []);
  assert.equal(navigation.canGoBack, false);
  assert.equal(navigation.canGoOn, false);
});

test("moves are played one by one to the end", (context) => {
  const timers = holdTimers(context);
  const { navigation } = begin();
  navigation.openStudy([chapter(lasker, ["Kb1", "Kb7", "Kc1"])]);
  navigation.togglePlaying();
  assert.equal(navigation.game.ply, 1, "the first at once");
  assert.equal(navigation.isPlaying, true);
  while (timers.run());
  assert.equal(navigation.game.ply, 3);
  assert.equal(navigation.isPlaying, false);
});

test("a pause or a step stops the playing of moves", (context) => {
  const timers = holdTimers(context);
  const { navigation } = begin();
  const interruptions = [() => navigation.togglePlaying(), () => navigation.pause(), () => navigation.go(0)];
  for (const interrupt of interruptions) {
    navigation.openStudy([chapter(lasker, ["Kb1", "Kb7", "Kc1"])]);
    navigation.togglePlaying();
    interrupt();
    assert.equal(navigation.isPlaying, false, String(interrupt));
    assert.equal(timers.run(), false, String(interrupt));
  }
});
