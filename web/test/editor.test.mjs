import assert from "node:assert/strict";
import { test } from "node:test";
import { Editor } from "../src/editor.js";
import { placementOf } from "../src/fen.js";

const lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 17 40";
const reti = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

/** An editor for a board that is only a placement, and the list of its callbacks except withdrawn complaints. */
function begin() {
  const board = { placement: placementOf(lasker), isEditing: false };
  const calls = [];
  const names = ["onSetUp", "onStudy", "onEdit", "onCancel", "onComplaint"];
  const callbacks = names.map((name) => [name, (value) => value !== "" && calls.push([name, value])]);
  return { editor: new Editor(board, Object.fromEntries(callbacks)), board, calls };
}

test("the board is edited until the editor leaves it", () => {
  const { editor, board } = begin();
  editor.begin(lasker);
  assert.equal(editor.isEditing, true);
  assert.equal(board.isEditing, true);
  assert.equal(editor.side, "w");
  editor.leave();
  assert.equal(editor.isEditing, false);
  assert.equal(board.isEditing, false);
});

test("an edited position keeps the side to move, and starts its counters anew", () => {
  const { editor, board, calls } = begin();
  editor.begin(lasker);
  board.placement = placementOf(reti);
  editor.finish();
  assert.deepEqual(calls, [["onSetUp", reti]]);
});

test("a change of the side to move makes a new position", () => {
  const { editor, calls } = begin();
  editor.begin(lasker);
  editor.chooseSide("b");
  editor.finish();
  assert.deepEqual(calls, [
    ["onEdit", undefined],
    ["onSetUp", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 b - - 0 1"],
  ]);
});

test("the same position is not set up again", () => {
  const { editor, calls } = begin();
  editor.begin(lasker);
  editor.finish();
  assert.deepEqual(calls, [["onCancel", undefined]]);
  assert.equal(editor.isEditing, false);
});

test("an illegal position is not set up, and can be corrected", () => {
  const { editor, board, calls } = begin();
  editor.begin(lasker);
  board.placement = "8/8/8/8/8/8/8/K7";
  editor.finish();
  assert.equal(calls.length, 1);
  assert.equal(calls[0][0], "onComplaint");
  assert.match(calls[0][1], /king/);
  assert.equal(editor.isEditing, true);
  assert.equal(editor.fen, "8/8/8/8/8/8/8/K7 w - - 0 1");
});

test("text is read as a study, or complained about", () => {
  const { editor, calls } = begin();
  editor.read(reti);
  editor.read("nonsense");
  const [[name, [{ title, game }]], ...rest] = calls;
  assert.deepEqual([name, title, game.root], ["onStudy", "", reti]);
  assert.deepEqual(rest, [
    ["onComplaint", "This is neither a FEN nor a PGN: “nonsense”"],
  ]);
});

test("a complaint ends with the next input, or when editing is cancelled", () => {
  let complaint = "";
  const editor = new Editor({ placement: "" }, {
    onStudy() {},
    onCancel() {},
    onComplaint: (text) => (complaint = text),
  });
  for (const end of [() => editor.read(reti), () => editor.cancel()]) {
    editor.read("nonsense");
    assert.notEqual(complaint, "");
    end();
    assert.equal(complaint, "", String(end));
  }
});
