// A position, the moves from it and what is drawn over it, as the part of an address after "#".

import { normalizeFen } from "./fen.js";

const underscored = (fen) => fen.replaceAll(" ", "_");

export function writeLink({ fen, moves, ply, layer }) {
  let link = `#fen=${underscored(fen)}`;
  if (moves.length > 0) link += `&moves=${moves.join(",")}`;
  if (ply !== moves.length) link += `&ply=${ply}`;
  if (layer !== "none") link += `&layer=${layer}`;
  return link;
}

/** What a link says; null if it names no position. Other sites link with "?fen=". */
export function readLink({ hash, search }) {
  const parameters = new URLSearchParams(hash.slice(1));
  const fen = parameters.get("fen") ?? new URLSearchParams(search).get("fen");
  if (!fen) return null;
  const moves = parameters.get("moves")?.split(",") ?? [];
  return {
    fen: normalizeFen(fen),
    moves,
    ply: Number(parameters.get("ply") ?? moves.length),
    layer: parameters.get("layer") ?? "none",
  };
}
