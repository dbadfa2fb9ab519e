#!/usr/bin/env python3
"""Plays matches between UCI engines in any variant that pyffish knows, and prints the score with its error.

    tools/match.py --engine target/release/chatura\\ uci --opponent /usr/games/fairy-stockfish \\
        --opponent-option UCI_LimitStrength=true --opponent-option UCI_Elo=2000 \\
        --variant chess --games 50 --movetime 100

pyffish is the referee: it says which moves are legal and how games end. Openings are a few random moves, each played
twice with colours reversed; games past 400 plies are drawn. With --agree a game also ends when both engines say
for three moves each that the same one is winning. An engine loses at once by an illegal move, by silence,
or by taking half a second more than it was given. With --clock each side has so many seconds for the whole game and
more for each move, as in 5+0.05, and loses by any overstepping of it.
"""

import argparse
import math
import os
import queue
import random
import shlex
import shutil
import subprocess
import sys
import threading
import time

import pyffish


class Engine:
    """A UCI engine in a process of its own."""

    def __init__(self, command, options, variant):
        self.command = command
        self.variant = variant
        words = shlex.split(command)
        # Debian keeps engines where not everybody looks for programs.
        path = os.environ.get("PATH", os.defpath) + os.pathsep + "/usr/games"
        words[0] = shutil.which(words[0], path=path) or sys.exit(f"there is no program {words[0]}")
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.send("uci")
        known = []
        while (line := self.receive(20)) != "uciok":
            known.append(line)
        offered = [line.split(" var ")[1:] for line in known if "name UCI_Variant " in line]
        if offered:
            if variant not in [name.strip() for name in offered[0]]:
                sys.exit(f"{command} does not play {variant}")
            self.send(f"setoption name UCI_Variant value {variant}")
        elif variant != "chess":
            sys.exit(f"{command} plays chess only, not {variant}")
        for option in options:
            name, value = option.split("=", 1)
            self.send(f"setoption name {name} value {value}")
        self.ready()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def receive(self, seconds):
        line = self.lines.get(timeout=seconds)
        if line is None:
            raise RuntimeError(f"{self.command} ended")
        return line

    def ready(self):
        self.send("isready")
        while self.receive(30) != "readyok":
            pass

    def new_game(self):
        self.send("ucinewgame")
        self.ready()

    def play(self, fen, moves, limit, grace):
        """The move, and the score of the last report."""
        start = "startpos" if fen is None else f"fen {fen}"
        self.send(f"position {start}" + (" moves " + " ".join(moves) if moves else ""))
        begun = time.monotonic()
        self.send(f"go {limit}")
        score = None
        while True:
            left = grace - (time.monotonic() - begun)
            line = self.receive(max(left, 0.01))
            words = line.split()
            if words[:1] == ["info"] and "score" in words:
                at = words.index("score")
                score = (words[at + 1], int(words[at + 2]))
            elif words[:1] == ["bestmove"]:
                return words[1], score

    def quit(self):
        try:
            self.send("quit")
            self.process.wait(2)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()


class Record:
    """A game as it stands. Each question to the referee takes milliseconds, so none is asked twice."""

    def __init__(self, variant, moves=()):
        self.variant = variant
        self.start = self.fen = pyffish.start_fen(variant)
        self.moves = []
        self.legal = pyffish.legal_moves(variant, self.fen, [])
        self.seen = {self.placement(): 1}
        for move in moves:
            self.play(move)

    def placement(self):
        return " ".join(self.fen.split()[:4])

    def play(self, move):
        self.fen = pyffish.get_fen(self.variant, self.fen, [move])
        self.moves.append(move)
        self.legal = pyffish.legal_moves(self.variant, self.fen, [])
        self.seen[self.placement()] = self.seen.get(self.placement(), 0) + 1

    def ended(self):
        """The result for White in half points (0, 1, 2) if the game is over."""
        variant, fen = self.variant, self.fen
        over, result = pyffish.is_optional_game_end(variant, fen, [])
        if not over and self.seen[self.placement()] > 1:
            # Only the whole game shows what a repetition means.
            over, result = pyffish.is_optional_game_end(variant, self.start, self.moves)
        if not over:
            over, result = pyffish.is_immediate_game_end(variant, fen, [])
        if not over and not self.legal:
            over, result = True, pyffish.game_result(variant, fen, [])
        few = sum(letter.isalpha() for letter in fen.split()[0]) <= 8
        if not over and few and pyffish.has_insufficient_material(variant, fen, []) == (True, True):
            over, result = True, 0
        if not over:
            return None
        turn = 1 if len(self.moves) % 2 == 0 else -1
        return 1 if result == 0 else 2 if result * turn > 0 else 0


def opening(variant, plies, chance):
    """A few random moves after which the game still goes on."""
    while True:
        record = Record(variant)
        while len(record.moves) < plies and record.legal:
            record.play(chance.choice(record.legal))
        if len(record.moves) == plies and record.ended() is None:
            return record.moves


def agreed(scores, lead):
    """The result for White if both engines said the same three times in a row: that one of them leads by so much."""
    last = scores[-6:]
    if len(last) < 6 or None in last:
        return None
    if all(score >= lead for score in last):
        return 2
    return 0 if all(score <= -lead for score in last) else None


class Allowance:
    """So much for every move: what to say after `go`, and after how long silence is a loss."""

    def __init__(self, limit, grace):
        self.limit, self.grace = limit, grace

    def ask(self, white):
        return self.limit, self.grace

    def spend(self, white, seconds):
        pass


class Clock:
    """So much for a whole game, and some more for every move."""

    def __init__(self, seconds, increment):
        self.left, self.increment = {True: seconds, False: seconds}, increment

    def ask(self, white):
        millis = {side: int(1000 * left) for side, left in self.left.items()}
        more = int(1000 * self.increment)
        return f"wtime {millis[True]} btime {millis[False]} winc {more} binc {more}", self.left[white]

    def spend(self, white, seconds):
        self.left[white] += self.increment - seconds


def game(variant, first, white, black, time_control, lead):
    """Half points for White and how it ended."""
    record, scores = Record(variant, first), []
    for engine in (white, black):
        engine.new_game()
    while True:
        result = record.ended()
        if result is not None:
            return result, "by the rules", record.moves
        if lead and (result := agreed(scores, lead)) is not None:
            return result, "agreed", record.moves
        if len(record.moves) >= 400:
            return 1, "too long", record.moves
        mover, sign = (white, 1) if len(record.moves) % 2 == 0 else (black, -1)
        lost = 0 if mover is white else 2
        limit, grace = time_control.ask(mover is white)
        begun = time.monotonic()
        try:
            move, score = mover.play(None, record.moves, limit, grace)
        except queue.Empty:
            return lost, f"{mover.command} is late", record.moves
        except RuntimeError as error:
            return lost, str(error), record.moves
        if move not in record.legal:
            return lost, f"{mover.command} played {move}, which is illegal", record.moves
        time_control.spend(mover is white, time.monotonic() - begun)
        scores.append(None if score is None else sign * pawns(score))
        record.play(move)


def pawns(score):
    """A reported score in hundredths of a pawn; a mate is a hundred pawns."""
    kind, value = score
    return value if kind == "cp" else 10_000 if value > 0 else -10_000


def clock(text):
    """Seconds for a game and for each move, as in 5+0.05."""
    seconds, _, increment = text.partition("+")
    return float(seconds), float(increment or 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--opponent", required=True)
    parser.add_argument("--engine-option", action="append", default=[])
    parser.add_argument("--opponent-option", action="append", default=[])
    parser.add_argument("--variant", default="chess")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--clock", metavar="SECONDS+INCREMENT", type=clock, help="a clock for each game instead")
    parser.add_argument("--limit", help="what to say after `go` instead, as in `nodes 10000`")
    parser.add_argument("--opening", type=int, default=4, help="random plies at the start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agree", type=int, default=0,
                        help="end a game when both engines say three times in a row that one leads by so many "
                             "hundredths of a pawn; 0 plays every game out")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    variant = arguments.variant
    limit = arguments.limit or f"movetime {arguments.movetime}"
    grace = arguments.movetime / 1000 + (0.5 if arguments.limit is None else 600)
    points, strange = [], []
    first = []
    engine = Engine(arguments.engine, arguments.engine_option, variant)
    opponent = Engine(arguments.opponent, arguments.opponent_option, variant)
    for number in range(arguments.games):
        if number % 2 == 0:
            first = opening(variant, arguments.opening, chance)
        white, black = (engine, opponent) if number % 2 == 0 else (opponent, engine)
        time_control = Clock(*arguments.clock) if arguments.clock else Allowance(limit, grace)
        result, how, moves = game(variant, first, white, black, time_control, arguments.agree)
        own = result if number % 2 == 0 else 2 - result
        points.append(own / 2)
        if how not in ("by the rules", "agreed", "too long"):
            strange.append(how)
            for name in ("engine", "opponent"):
                old = engine if name == "engine" else opponent
                old.quit()
            engine = Engine(arguments.engine, arguments.engine_option, variant)
            opponent = Engine(arguments.opponent, arguments.opponent_option, variant)
        if arguments.verbose:
            print(f"{number + 1}: {own / 2} {how} ({len(moves)} plies) {' '.join(moves)}", flush=True)
    engine.quit()
    opponent.quit()
    mean = sum(points) / len(points)
    spread = math.sqrt(sum((p - mean) ** 2 for p in points) / max(1, len(points) - 1))
    error = 1.96 * spread / math.sqrt(len(points))
    wins, draws = points.count(1.0), points.count(0.5)
    print(f"{variant}: {100 * mean:.1f} % ± {100 * error:.1f} of {len(points)} games "
          f"(+{wins} ={draws} -{len(points) - wins - draws})")
    for how in sorted(set(strange)):
        print(f"  {strange.count(how)} × {how}")
    sys.exit(0)


if __name__ == "__main__":
    main()
