// Famous endings. The page opens with the first. texts.js tells what each is about, and what to look for.

import { texts } from "./texts.js";

const positions = {
  lasker: "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
  reti: "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
  saavedra: "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
  fahrni: "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1",
  trebuchet: "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1",
  breakthrough: "7k/ppp5/8/PPP5/8/8/8/7K w - - 0 1",
  lucena: "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
  philidor: "4k3/R7/8/3KP3/8/1r6/8/8 b - - 0 1",
  vancura: "R7/6k1/P7/8/8/5r2/8/6K1 b - - 0 1",
  troitzky: "7k/8/5NK1/8/8/3p2N1/8/8 w - - 0 1",
  szen: "4k3/5ppp/8/8/8/8/PPP5/3K4 w - - 0 1",
};

/** {title, fen, about} of each. */
export const examples = Object.entries(positions).map(([name, fen]) => ({ fen, ...texts.gallery[name] }));
