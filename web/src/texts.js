// All words of the page, in English. To speak another language, the page needs another file like this one.
// index.html refers to them by name, as in {{board.flip}}; the build puts them in.

export const texts = {
  name: "Philidor",
  claim: "Chess endgames, solved exactly.",
  description: "Chess endgames, solved exactly: one table per pawn structure.",

  sides: { w: "White", b: "Black" },
  turn: { w: "White to move", b: "Black to move" },
  pieces: { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" },
  piece: (side, type) => `${side} ${type}`,

  board: {
    title: "Board",
    toolbar: "Moves and board",
    first: "First position",
    firstKey: "First position (Home)",
    back: "Move back",
    backKey: "Move back (←)",
    forward: "Move forward along the line",
    forwardKey: "Move forward along the line (→)",
    last: "Last position",
    lastKey: "Last position (End)",
    flip: "Flip board",
    flipKey: "Flip board (F)",
    keyboard: "Chessboard. Arrow keys move the cursor; Enter picks up and puts down; A draws.",
    square: (square, piece) => `${square}, ${piece}`,
    empty: "empty",
    pieces: "Pieces",
    lastMove: (san) => `Last move: ${san}`,
  },

  copy: {
    title: "Copy…",
    fen: "FEN",
    pgn: "PGN",
    link: "Link",
    svg: "Picture (SVG)",
    png: "Picture (PNG)",
    done: "Copied.",
    refused: "The browser does not allow copying this here. Take the link from the address bar.",
  },

  input: {
    label: "Position",
    placeholder: "Paste a FEN, a PGN or a study",
    submit: "Set up",
    chapters: "Chapter",
    chapter: (number) => `Position ${number}`,
    unknown: (text) => `This is neither a FEN nor a PGN: ${text}`,
    illegal: (number, move) => `The PGN has an illegal move: ${number} ${move}. Correct it, and set up again.`,
    unreadableAt: (line, column, near) =>
      `The PGN cannot be read at line ${line}, column ${column}, near ${near}. Correct it, and set up again.`,
    illegalLink: (move) => `The moves of this link end before “${move}”, which is illegal.`,
    wrongFen: (fault, fen) => `${fault}: ${fen}`,
    fenFaults: {
      fields: "A FEN has six parts, separated by spaces",
      rows: "A FEN has eight ranks, separated by /",
      rank: "Each rank of a FEN has eight squares",
      piece: "The pieces of a FEN are KQRBNP for White and kqrbnp for Black",
      edgePawns: "Pawns cannot stand on the first or the last rank",
      kings: "Each side needs one king",
      side: "After the board, a FEN says whose move it is: w or b",
      castling: "The castling rights of a FEN are some of KQkq, or -",
      enPassant: "The en passant square does not fit the position; write - if there is none",
      counters: "A FEN ends with two numbers, such as 0 1",
      other: "This is not a position",
    },
  },

  editor: {
    title: "Set up a position",
    begin: "Edit",
    beginKey: "Set up a position (E)",
    finish: "Done",
    eraser: "Eraser",
    clear: "Clear",
    cancel: "Cancel",
    cancelKey: "Cancel (Esc)",
  },

  analysis: "Analysis",

  verdict: {
    whiteWins: "White wins",
    draw: "Draw",
    blackWins: "Black wins",
    whiteCannotLose: "White cannot lose",
    blackCannotLose: "Black cannot lose",
    open: "Not solved yet",
    proved: (what) => `Proved: ${what}`,
    between: (worst, best) => `between “${worst}” and “${best}”`,
    checkmate: "Checkmate.",
    stalemate: "Stalemate.",
    insufficientMaterial: "Neither side can give mate.",
    castling: (rights) => `Castling rights (${rights}) are not supported; replace them with -.`,
    zugzwang: "Mutual zugzwang: the side to move would rather pass.",
    onlyWin: (san) => `${san} is the only move that wins.`,
    onlyDraw: (san) => `${san} is the only move that draws.`,
    toMove: (side) => `${side} to move.`,
    waiting: (side) => `${side} to move …`,
    threwAway: {
      win: (san) => `${san}? throws away the win.`,
      draw: (san) => `${san}? throws away the draw.`,
    },
  },

  solving: {
    solve: "Solve",
    solveKey: "Solve, or stop (S)",
    stop: "Stop",
    solved: "Solved",
    progress: "Progress of the current attempt",
    starting: "starting …",
    men: (number) => `${number} men`,
    tables: (number) => `${number} tables`,
    positions: (number) => `${number} positions`,
    effort: (tables, time) => `solved with ${tables} tables in ${time}`,
    million: "million",
    billion: "billion",
    stoppedBy: {
      time: "The time was not enough for a proof. Solve again to go on, or use the program: philidor solve.",
      memory: "The memory was not enough for a proof. The program with more memory can do it: philidor solve.",
      pieces: "A proof needs tables with more pieces.",
      interrupted: "The proof was interrupted.",
    },
    solverMissing: "The solver could not be loaded. Reload the page to try again.",
    tabMemory:
      "This needs more memory than a browser tab has. The program can do it: philidor solve, or philidor serve for this page.",
    serverBusy: "The server is busy …",
    serverAway: "The server cannot be reached.",
    serverStopped: "The server stopped before the proof was complete.",
    serverAnswered: (status) => `The server answered ${status}`,
  },

  engine: {
    title: "Engine, a judgement and not a proof",
    depth: (depth) => `depth ${depth}`,
  },

  moves: {
    title: "Moves",
    winning: "Winning",
    winOrDraw: "Win or draw",
    drawing: "Drawing",
    open: "Not solved yet",
    drawOrLoss: "Draw or loss",
    losing: "Losing",
    none: "The game is over.",
    plies: "The number beside a move counts the plies to the next capture, pawn move or mate.",
    pliesOf: (plies) => `${plies} plies to the next capture, pawn move or mate`,
    spoken: (value, hasPlies) => `${hasPlies ? " plies" : ""}, ${value.toLowerCase()}`, // after the move and its number
  },

  line: {
    title: "Best play",
    label: "Best play:",
    none: "Play a move, or solve to see the best line.",
    zugzwang: "⊙ mutual zugzwang",
    playLine: "Play the line",
    playMoves: "Play the moves",
    playKey: "Play, or pause (P)",
    pause: "Pause",
    variation: "Variation",
    promote: "Promote variation",
    remove: "Delete from here",
  },

  practice: {
    title: "Practise",
    key: "Play this side; the page defends (T)",
  },

  layers: {
    title: "Show on board",
    none: "None",
    white: "White king",
    black: "Black king",
    pairs: "Corresponding squares",
    pawns: "Pawns",
    pawnEndingsOnly: "Only for endings of kings and pawns.",
    waiting: "One moment…",
    hints: {
      white: "Each square shows the result with the white king there and the other king where it stands.",
      black: "Each square shows the result with the black king there and the other king where it stands.",
      pairs:
        "When the kings stand on squares with the same number, the side to move is in zugzwang. Point at one to see its partners.",
      pawns: "Each pawn is named by its most important feature; the table says what the engine thinks it is worth.",
    },
    squares: {
      white_wins: "White wins",
      white_wins_to_move: "White wins only with the move",
      drawn: "draw",
      black_wins_to_move: "Black wins only with the move",
      black_wins: "Black wins",
      mover_wins: "the side to move wins",
      mutual_zugzwang: "mutual zugzwang",
      open: "not settled",
    },
    square: (square, verdict) => `${square}: ${verdict}.`,
    partners: (square, partners) => `${square} corresponds to ${partners}.`,
    whiteNumber: "white king",
    blackNumber: "black king",
    pawnTable: "In pawns, White’s view",
    total: "total",
    term: (name, color, value, squares) => `${name}, ${color}: ${value}, on ${squares}`,
    captions: {
      "connected passer": "passed",
      "protected passer": "passed",
      "chain base": "base",
    },
  },

  gallery: {
    title: "Famous endings",
    choose: "Famous endings…",
    lasker: {
      title: "Lasker and Reichhelm, 1901",
      about: "The first ending that was solved with corresponding squares. One move wins: show the corresponding squares and see why.",
    },
    reti: {
      title: "Réti, 1921",
      about: "The white king looks too far from both pawns. Watch how the diagonal serves two aims at once.",
    },
    saavedra: {
      title: "Saavedra, 1895",
      about: "A queen would only draw. Look for the promotion that wins, and for the rook that has no good square after it.",
    },
    fahrni: {
      title: "Fahrni, 1917: triangulation",
      about: "White loses a move with a triangle. Count the squares that each king has, and see who runs out of them.",
    },
    trebuchet: {
      title: "Trébuchet",
      about: "Whoever must move loses a pawn and the game: the purest mutual zugzwang.",
    },
    breakthrough: {
      title: "Breakthrough",
      about: "Three pawns against three, and no king near. Look for the sacrifice in the middle.",
    },
    lucena: {
      title: "Lucena: the bridge",
      about: "The rook shelters its king from checks on the fourth rank. Watch where it goes first.",
    },
    philidor: {
      title: "Philidor: the sixth rank",
      about: "The rook holds the sixth rank until the pawn steps there, then checks from behind. Every other plan is harder.",
    },
    vancura: {
      title: "Vančura, 1924",
      about: "The rook attacks the pawn from the side, so that the white rook can never leave it.",
    },
    troitzky: {
      title: "Troitzky: two knights",
      about: "Two knights alone cannot force mate: the lone king is stalemated first. Troitzky found out when a pawn, which must still move, costs Black the game.",
    },
    szen: {
      title: "Szén: three pawns each",
      about: "Books say that whoever moves first wins, by placing the king before the pawns in time. The solver has not settled it yet.",
    },
  },

  shortcuts: {
    title: "Keyboard shortcuts",
    step: "step through the moves and the line",
    aside: "go to another variation of the last move",
    solve: "solve, or stop",
    play: "play the line, or pause",
    layers: "choose what is drawn over the board",
    practise: "practise: you play the side to move, and the page answers with the toughest defence",
    edit: "set up a position, and finish; Esc cancels",
    flip: "flip the board",
    board:
      "go to the board: arrow keys and Enter move a piece; A and A again draw an arrow or a circle, X erases; when setting up, letters place a piece (K white, k black) and Delete removes it",
    mouse: "Mouse and touch",
    gestures: "the wheel or a swipe steps through the moves; the right button draws arrows and circles (Shift red, Alt blue), a click erases them",
  },

  footer: {
    fiftyMoves: "Values are proved, disregarding the 50-move rule.",
    credits: "Pieces by Cburnett and Rfc1394, CC BY-SA 3.0; board by cm-chessboard, rules by chess.js",
    licenses: "licenses",
  },
};
