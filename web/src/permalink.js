// Links: a position, the moves from it and the layer over it, as the part of an address after "#".

import { normalizeFen } from "./fen.js";
import { layers } from "./layers.js";

const underscored = (fen) => fen.replaceAll(" ", "_");

export function writeLink({ fen, moves, ply, layer }) {
  let link = `#fen=${underscored(fen)}`;
  if (moves.length > 0) link += `&moves=${moves.join(",")}`;
  if (ply !== moves.length) link += `&ply=${ply}`;
  if (layer !== "none") link += `&layer=${layer}`;
  return link;
}

/** What a link says; null if it has no FEN. Throws if the FEN is wrong. Other sites link with "?fen=". */
export function readLink({ hash, search }) {
  const parameters = new URLSearchParams(hash.slice(1));
  const fen = parameters.get("fen") ?? new URLSearchParams(search).get("fen");
  if (!fen) return null;
  const moves = parameters.get("moves")?.split(",") ?? [];
  const ply = parameters.get("ply");
  const layer = parameters.get("layer");
  return {
    fen: normalizeFen(fen),
    moves,
    ply: /^\d+$/.test(ply) ? Number(ply) : moves.length,
    layer: layers.includes(layer) ? layer : "none",
  };
}
