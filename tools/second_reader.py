#!/usr/bin/env python3
"""A second reader of table files, written from docs/table_format.md, that shares nothing with the library.

    tools/second_reader.py KEY.wdl...

prints for each file and side to move how many positions are won, drawn, lost and open (for bounds), for
comparison with `philidor show` and shared/truth/stats.tsv, and if the 50-move rule makes a difference, how many
of the wins and losses stay so under the rule. It handles keys with at most one piece. It is slow
and plain on purpose: it tests the document rather than files, and ignores checksums.
"""

import struct
import sys

FILES, RANKS = range(8), range(8)
ALL = (1 << 64) - 1
KING = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
STRAIGHT, DIAGONAL = KING[0::2], KING[1::2]
RATE = [1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5]


def step(square, move):
    file, rank = square % 8 + move[0], square // 8 + move[1]
    return rank * 8 + file if file in FILES and rank in RANKS else None


def attacks(kind, square, occupied):
    """The squares that a king or piece on `square` attacks."""
    if kind in "KN":
        return {t for m in (KING if kind == "K" else KNIGHT) if (t := step(square, m)) is not None}
    found = set()
    for move in {"Q": KING, "R": STRAIGHT, "B": DIAGONAL}[kind[0]]:
        target = step(square, move)
        while target is not None:
            found.add(target)
            if target in occupied:
                break
            target = step(target, move)
    return found


def pawn_attacks(side, pawns):
    up = 1 if side == 0 else -1
    return {t for s in pawns for m in ((-1, up), (1, up)) if (t := step(s, m)) is not None}


KING_ATTACKS = [attacks("K", s, set()) for s in range(64)]


class Key:
    def __init__(self, text):
        self.pieces, self.pawns = [[], []], [set(), set()]
        for side, men in enumerate(text.split("v")):
            i = 1
            while i < len(men):
                if men[i] in "abcdefgh":
                    self.pawns[side].add("abcdefgh".index(men[i]) + 8 * (int(men[i + 1]) - 1))
                    i += 2
                else:
                    length = 2 if men[i] == "B" else 1
                    self.pieces[side].append(men[i : i + length])
                    i += length
        self.all_pieces = [(side, kind) for side in (0, 1) for kind in self.pieces[side]]

    def men(self, side):
        return len(self.pieces[side]) + len(self.pawns[side])


def tiles_of(key):
    """The squares of the pieces, tile by tile, each with a weight: the number of placements that share the tile."""
    if not key.all_pieces:
        return [((), 1)]
    if len(key.all_pieces) > 1:
        sys.exit("keys with more than one piece are not supported")
    kind = key.all_pieces[0][1]
    pawns = key.pawns[0] | key.pawns[1]
    turns = []
    for transpose in (0, 1):
        for flip in (0, 1):
            for mirror in (0, 1):
                if kind[0] == "B" and flip != mirror:
                    continue
                turn = lambda s, t=transpose, f=flip, m=mirror: ((s >> 3 | (s & 7) << 3) if t else s) ^ (56 * f) ^ (7 * m)
                if pawns and (transpose or flip):
                    continue
                if all({turn(s) for s in key.pawns[c]} == key.pawns[c] for c in (0, 1)):
                    turns.append(turn)
    light = lambda s: (s % 8 + s // 8) % 2 == 1
    squares = [s for s in range(64) if s not in pawns and (kind[0] != "B" or light(s) == (kind == "Bl"))]
    return [((s,), len({t(s) for t in turns})) for s in squares if min(t(s) for t in turns) == s]


class Tile:
    """What the rules say about a tile."""

    def __init__(self, key, placement):
        pieces = [(side, kind, square) for (side, kind), square in zip(key.all_pieces, placement)]
        men = [key.pawns[c] | {s for side, _, s in pieces if side == c} for c in (0, 1)]
        every = men[0] | men[1]
        self.legal = [[0] * 64, [0] * 64]
        self.check = [[0] * 64, [0] * 64]
        self.takes = [[0] * 64, [0] * 64]
        guarded = [
            pawn_attacks(c, key.pawns[c]).union(*(attacks(k, s, every) for side, k, s in pieces if side == c))
            for c in (0, 1)
        ]
        for white in range(64):
            for black in range(64):
                if white == black or white in every or black in every or black in KING_ATTACKS[white]:
                    continue
                kings, bit = (white, black), 1 << black
                checked = [
                    kings[c] in pawn_attacks(1 - c, key.pawns[1 - c])
                    or any(kings[c] in attacks(k, s, every | set(kings)) for side, k, s in pieces if side != c)
                    for c in (0, 1)
                ]
                for us in (0, 1):
                    if not checked[1 - us]:
                        self.legal[us][white] |= bit
                    if checked[us]:
                        self.check[us][white] |= bit
                    loose = men[1 - us] - guarded[1 - us] - KING_ATTACKS[kings[1 - us]]
                    if loose & KING_ATTACKS[kings[us]]:
                        self.takes[us][white] |= bit


class Decoder:
    def __init__(self, data):
        self.data, self.at, self.range, self.code = data, 0, 2**32 - 1, 0
        for _ in range(4):
            self.code = self.code << 8 | self.byte()

    def byte(self):
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def decide(self, chance):
        p, n = chance
        bound = (self.range >> 12) * p
        yes = self.code < bound
        if yes:
            self.range = bound
        else:
            self.code -= bound
            self.range -= bound
        chance[0] = p + (((4080 if yes else 16) - p) >> RATE[n])
        chance[1] = min(n + 1, 15)
        if self.range < 1 << 24:
            self.range <<= 8
            self.code = self.code << 8 | self.byte()
        return yes


class Chances:
    def __init__(self):
        self.any = [2048, 0]
        self.rows = [[819, 0] for _ in range(8)]
        self.ranks = [[1228, 0] for _ in range(16)]
        self.bits = [[614 + 717 * bin(i & 0b11011).count("1"), 0] for i in range(128)]
        self.first_row = 0


def bit(number, place):
    return number >> place & 1


def decode_plane(decoder, chances, open_, foreseen, takes):
    plane = [0] * 64
    if any(open_) and decoder.decide(chances.any):
        surprises = [0] * 64
        for row in range(64):
            file, rank = row % 8, row // 8
            if file and rank:
                west, south, southwest = plane[row - 1], plane[row - 8], plane[row - 9]
            else:
                west = south = southwest = plane[row - 1] if file else plane[row - 8] if rank else chances.first_row
            suggestion = (west & south) | ((west | south) & ~southwest)
            unsure = (west ^ south) & open_[row]
            sure = open_[row] & ~unsure
            todo = unsure
            w, s = surprises[row - 1] if file else 0, surprises[row - 8] if rank else 0
            if sure and decoder.decide(chances.rows[(w != 0) | (s != 0) << 1 | (unsure != 0) << 2]):
                for r in range(8):
                    mask = 0xFF << 8 * r
                    if not sure & mask:
                        continue
                    before = bit(surprises[row], r - 1) if r else 0
                    index = ((unsure & mask) != 0) | bit(w, r) << 1 | bit(s, r) << 2 | before << 3
                    if decoder.decide(chances.ranks[index]):
                        surprises[row] |= 1 << r
                        todo |= open_[row] & mask
            bits = suggestion
            for b in range(64):
                if not bit(todo, b):
                    continue
                before = bit(bits, b - 1) if b % 8 else 0
                below = bit(bits, b - 8) if b >= 8 else 0
                index = bit(west, b) | bit(south, b) << 1 | bit(southwest, b) << 2 | before << 3 | below << 4
                index |= bit(foreseen[row], b) << 5 | bit(takes[row], b) << 6
                bits = bits & ~(1 << b) | decoder.decide(chances.bits[index]) << b
            plane[row] = bits
    chances.first_row = plane[0]
    return [(plane[r] ^ foreseen[r]) & open_[r] for r in range(64)]


def king_moves(side, targets):
    """The positions from which a move of this side's king leads to one of the targets."""
    found = [0] * 64
    for white in range(64):
        for black in range(64):
            if bit(targets[white], black):
                for from_ in KING_ATTACKS[(white, black)[side]]:
                    if side == 0:
                        found[from_] |= 1 << black
                    else:
                        found[white] |= 1 << from_
    return found


def foresee(us, tile, next_wins, bare_after_taking):
    legal = tile.legal[1 - us]
    winning = king_moves(us, [legal[r] & next_wins[us][r] for r in range(64)])
    escapes = king_moves(us, [legal[r] & ~next_wins[1 - us][r] for r in range(64)])
    movable = king_moves(us, legal)
    losing = [(movable[r] | tile.check[us][r]) & ~escapes[r] for r in range(64)]
    if bare_after_taking:
        losing = [losing[r] & ~tile.takes[us][r] for r in range(64)]
    return [winning, losing] if us == 0 else [losing, winning]


def decode_tile(decoder, chances, tile, key, first, exact, symmetric):
    """wins[side to move][certainty][winner]."""
    wins = [None, None]
    for turn, us in enumerate([first] if symmetric else [first, 1 - first]):
        them = 1 - us
        wins[us] = []
        open_ = tile.legal[us]
        for certainty in range(1 if exact else 2):
            foreseen = [[0] * 64, [0] * 64]
            if turn:
                foreseen = foresee(us, tile, wins[them][certainty], key.men(them) == 1)
            kind = 4 * certainty + 2 * turn
            ours = decode_plane(decoder, chances[kind], open_, foreseen[us], tile.takes[us])
            rest = [open_[r] & ~ours[r] for r in range(64)] if certainty == 0 else open_
            theirs = decode_plane(decoder, chances[kind + 1], rest, foreseen[them], tile.takes[us])
            pair = [ours, theirs] if us == 0 else [theirs, ours]
            if certainty:
                pair = [[pair[c][r] | wins[us][0][c][r] for r in range(64)] for c in (0, 1)]
            wins[us].append(pair)
            open_ = [open_[r] & ~(ours[r] | theirs[r]) for r in range(64)]
    return wins


def decode_rule(decoder, chances, tile, first, exact, symmetric, bounds, wins):
    """under_rule[side to move][winner]: the proved wins under the 50-move rule; possible ones are read and dropped."""
    under_rule = [None, None]
    for turn, us in enumerate([first] if symmetric else [first, 1 - first]):
        legal = tile.legal[us]
        hints = foresee(us, tile, under_rule[1 - us], False) if turn else [legal, legal]
        under_rule[us] = [None, None]
        for winner in (0, 1):
            kind = 8 + (winner != us) + 4 * turn
            open_ = wins[us][0][winner]
            hint = [hints[winner][r] & open_[r] for r in range(64)]
            proved = decode_plane(decoder, chances[kind], open_, open_, hint)
            under_rule[us][winner] = proved
            if bounds:
                maybe = [wins[us][-1][winner][r] & ~proved[r] for r in range(64)]
                decode_plane(decoder, chances[kind + 2], maybe, maybe, tile.takes[us])
    return under_rule


def count(rows):
    return sum(bin(row).count("1") for row in rows)


def read(path):
    data = open(path, "rb").read()
    assert data[:8] == b"PhilWDL\x1a" and data[8] in (1, 2), "no table of version 1 or 2"
    flags, length = data[9], data[10]
    exact, symmetric, rule, bounds = (flags >> i & 1 for i in range(4))
    name = data[11 : 11 + length].decode()
    key = Key(name)
    first = 1 if len(key.pieces[1]) > len(key.pieces[0]) else 0
    tiles = tiles_of(key)
    blocks = (len(tiles) + 15) // 16
    at = 11 + length + (2 if data[8] == 2 else 0)  # the maker and the rounds
    sizes = struct.unpack_from(f"<{blocks}I", data, at)
    at += 4 * blocks + 8
    totals = [[0] * 6, [0] * 6]
    for number, size in enumerate(sizes):
        decoder, chances = Decoder(data[at : at + size]), [Chances() for _ in range(16)]
        at += size + 8
        for placement, weight in tiles[16 * number : 16 * number + 16]:
            tile = Tile(key, placement)
            wins = decode_tile(decoder, chances, tile, key, first, exact, symmetric)
            under_rule = decode_rule(decoder, chances, tile, first, exact, symmetric, bounds, wins) if rule else None
            for us in (0, 1):
                if wins[us] is None:
                    continue
                won, lost = count(wins[us][0][us]), count(wins[us][0][1 - us])
                may = [wins[us][-1][0][r] | wins[us][-1][1][r] for r in range(64)]
                open_ = count(may) - won - lost
                drawn = count(tile.legal[us]) - won - lost - open_
                stay = [count(under_rule[us][c]) for c in (us, 1 - us)] if rule else [won, lost]
                for i, value in enumerate((won, drawn, lost, open_, *stay)):
                    totals[us][i] += weight * value
    assert at == len(data), "bytes are left over"
    for us, side in enumerate(("white", "black")):
        if not (symmetric and us):
            words = ("won", "drawn", "lost", "open") + (("won under the rule", "lost under the rule") if rule else ())
            print(f"{name} {side} to move: " + ", ".join(f"{v} {w}" for v, w in zip(totals[us], words)))


for argument in sys.argv[1:]:
    read(argument)
