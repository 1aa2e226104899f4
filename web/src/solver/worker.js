// The worker: answers questions with the solver, one after another, in messages of the form {event, data}:
//   progress  on the way
//   result    the answer
//   error     {error, status}; the status 507 means that memory ended

import { OutOfMemory, SolverInstance } from "./instance.js";

const mostKeptBytes = 1e9; // an instance that has grown larger makes way for a new one
const outOfMemory = 507;

let module = null;
let solver = null;

onmessage = ({ data }) => {
  if (data.module) {
    module = data.module;
    return;
  }
  const { path, fen, limits } = data;
  try {
    solver ??= new SolverInstance(module);
    const report = (progress) => postMessage({ event: "progress", data: progress });
    const { status, body } = solver.ask(path, fen, limits, report);
    postMessage(status === 200 ? { event: "result", data: body } : { event: "error", data: { ...body, status } });
    if (solver.bytes > mostKeptBytes) solver = null;
  } catch (error) {
    solver = null;
    const isMemory = error instanceof OutOfMemory || error instanceof RangeError;
    postMessage({ event: "error", data: { error: error.message, status: isMemory ? outOfMemory : 500 } });
  }
};
