// Famous endings: what each is about, and what to look for. The page opens with the first.

export const examples = [
  {
    title: "Lasker and Reichhelm, 1901",
    fen: "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    about: "The first ending that was solved with corresponding squares. One move wins: show the corresponding squares and see why.",
  },
  {
    title: "Réti, 1921",
    fen: "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    about: "The white king looks too far from both pawns. Watch how the diagonal serves two aims at once.",
  },
  {
    title: "Saavedra, 1895",
    fen: "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    about: "A queen would only draw. Look for the promotion that wins, and for the rook that has no good square after it.",
  },
  {
    title: "Fahrni, 1917: triangulation",
    fen: "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1",
    about: "White loses a move with a triangle. Count the squares that each king has, and see who runs out of them.",
  },
  {
    title: "Trébuchet",
    fen: "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1",
    about: "Whoever must move loses a pawn and the game: the purest mutual zugzwang.",
  },
  {
    title: "Breakthrough",
    fen: "7k/ppp5/8/PPP5/8/8/8/7K w - - 0 1",
    about: "Three pawns against three, and no king near. Look for the sacrifice in the middle.",
  },
  {
    title: "Lucena: the bridge",
    fen: "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
    about: "The rook shelters its king from checks on the fourth rank. Watch where it goes first.",
  },
  {
    title: "Philidor: the sixth rank",
    fen: "4k3/R7/8/3KP3/8/1r6/8/8 b - - 0 1",
    about: "The rook holds the sixth rank until the pawn steps there, then checks from behind. Every other plan is harder.",
  },
  {
    title: "Vančura, 1924",
    fen: "R7/6k1/P7/8/8/5r2/8/6K1 b - - 0 1",
    about: "The rook attacks the pawn from the side, so that the white rook can never leave it.",
  },
  {
    title: "Szén: three pawns each",
    fen: "4k3/5ppp/8/8/8/8/PPP5/3K4 w - - 0 1",
    about: "Books say that whoever moves first wins, by placing the king before the pawns in time. The solver has not settled it yet.",
  },
];
