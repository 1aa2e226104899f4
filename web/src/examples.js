// Famous endings. The page opens with the first.

export const examples = [
  { title: "Lasker and Reichhelm, 1901", fen: "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1" },
  { title: "Réti, 1921", fen: "7K/8/k1P5/7p/8/8/8/8 w - - 0 1" },
  { title: "Saavedra, 1895", fen: "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1" },
  { title: "Fahrni, 1917: triangulation", fen: "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1" },
  { title: "Trébuchet", fen: "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1" },
  { title: "Szén: three pawns each", fen: "4k3/5ppp/8/8/8/8/PPP5/3K4 w - - 0 1" },
];
