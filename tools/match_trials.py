#!/usr/bin/env python3
"""Trials of `chatura match` that take minutes: python3 tools/match_trials.py PROGRAM throughput|kill

throughput: 1,000 games of two engines that answer at once; what the match takes for a move, and what of it an engine is charged.
kill: 200 games at 10 ms a move, killed at a random moment and resumed, ten times over. With
python-chess installed the PGN is read back by it.
With the argument `engine` it is the engine itself: it knows when it was asked and when it answered, and says so as nodes.
"""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"]


def engine():
    ply = 0
    for line in sys.stdin:
        now = time.perf_counter()
        word = line.split(" ", 1)[0].strip()
        if word == "uci":
            print("id name Instant\nuciok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            ply = max(len(line.split()) - 3, 0)
        elif word == "go":
            spent = int((time.perf_counter() - now) * 1e6)
            print(f"info depth 1 score cp 0 nodes {spent}\nbestmove {SHUFFLE[ply % 4]}", flush=True)
        elif word == "quit":
            return


def throughput(program):
    own = f"cmd={sys.executable} {os.path.abspath(__file__)} engine"
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [program, "match", "--engine", f"{own},name=one", "--engine", f"{own},name=other", "--games", "1000"]
        begun = time.time()
        subprocess.run(command + ["--random-plies", "0", "--movetime", "1000", "--report", report], check=True,
                       stdout=subprocess.DEVNULL)
        wall = time.time() - begun
        with open(report) as file:
            told = json.load(file)
    moves = sum(one["moves"] for one in told["engines"])
    charged = sum(one["seconds"] for one in told["engines"])
    known = sum(one["nodes"] for one in told["engines"]) / 1e6
    assert told["games"] == 1000, told["games"]
    print(f"{told['games']} games, {moves} moves in {wall:.1f} s: {1000 * wall / moves:.3f} ms a move in all")
    print(f"charged to the engines {1000 * charged / moves:.3f} ms a move, of which they know {1000 * known / moves:.3f} ms")
    print(f"ours besides {1000 * (wall - charged) / moves:.3f} ms a move")


def kill(program):
    games = 200
    for trial in range(10):
        with tempfile.TemporaryDirectory() as folder:
            state, pgn = os.path.join(folder, "m.jsonl"), os.path.join(folder, "m.pgn")
            first = ["--engine", "ai,hash=1,name=one", "--engine", "ai,hash=1,name=other", "--games", str(games),
                     "--movetime", "10", "--adjudicate", "longest=24", "--concurrency", "2", "--state", state, "--pgn", pgn]
            process = subprocess.Popen([program, "match"] + first, stdout=subprocess.DEVNULL)
            # Somewhere between the first game and the last, and somewhere in the middle of one.
            moment = random.randrange(1, games - 10)
            while finished(state) < moment:
                assert process.poll() is None, "it ended before it was killed"
                time.sleep(0.005)
            time.sleep(random.uniform(0, 0.2))
            process.send_signal(signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL, "it ended before it was killed"
            killed = finished(state)
            assert killed < games, killed
            subprocess.run([program, "match", "--resume", state], check=True, stdout=subprocess.DEVNULL)
            with open(state) as file:
                numbers = [json.loads(line)["number"] for line in list(file)[1:]]
            assert sorted(numbers) == list(range(games)), f"{len(numbers)} games, {len(set(numbers))} of them different"
            print(f"trial {trial + 1}: killed after {killed} games; {games} in the end, each once; {read(pgn, games)}", flush=True)


def finished(state):
    """How many games are kept; the first line is no game."""
    try:
        with open(state, "rb") as file:
            return max(file.read().count(b"\n") - 1, 0)
    except FileNotFoundError:
        return 0


def read(path, games):
    try:
        import chess.pgn
    except ImportError:
        return "python-chess is not installed, the PGN was not read back"
    plies = 0
    with open(path) as file:
        for _ in range(games):
            game = chess.pgn.read_game(file)
            assert game is not None and not game.errors, game and game.errors
            plies += game.end().ply()
        assert chess.pgn.read_game(file) is None
    return f"{plies} plies read back"


if __name__ == "__main__":
    if sys.argv[1:] == ["engine"]:
        engine()
    else:
        {"throughput": throughput, "kill": kill}[sys.argv[2]](os.path.abspath(sys.argv[1]))
