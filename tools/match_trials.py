#!/usr/bin/env python3
"""Trials of engines and matches that take minutes: python3 tools/match_trials.py PROGRAM throughput|xboard|kill|stop

throughput: 1,000 games of two engines that answer at once; what the match takes for a move, and what of it an engine is charged.
xboard: the same, the engines speaking XBoard.
stop: `chatura uci` thinks without end in every game of the catalogue, those for more than two too, with one thread and with two, and is
stopped a few times; the slowest answers of all.
kill: 200 games at 10 ms a move, killed at a random moment and resumed, ten times over. With
python-chess installed the PGN is read back by it.
With the argument `engine` or `xboard-engine` it is the engine itself: it knows when it was asked and when it answered, and says so as nodes.
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


def xboard_engine():
    ply = 0
    for line in sys.stdin:
        now = time.perf_counter()
        word, _, rest = line.strip().partition(" ")
        if word == "protover":
            print('feature ping=1 setboard=1 usermove=1 myname="Instant" done=1', flush=True)
        elif word == "ping":
            print(f"pong {rest}", flush=True)
        elif word == "new":
            ply = 0
        elif word == "usermove":
            ply += 1
        elif word == "go":
            spent = int((time.perf_counter() - now) * 1e6)
            print(f"1 0 0 {spent} -\nmove {SHUFFLE[ply % 4]}", flush=True)
            ply += 1
        elif word == "quit":
            return


def throughput(program, speaks="engine"):
    own = f"cmd={sys.executable} {os.path.abspath(__file__)} {speaks}"
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


def stop(program):
    """Stops a thought at several moments, early ones too, in every game there is."""
    engine = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(line):
        engine.stdin.write(line + "\n")

    def wait(start):
        while not (line := engine.stdout.readline()).startswith(start):
            assert line, f"it ended instead of saying {start}"
        return line

    say("setoption name Many Players value true")
    say("uci")
    games = []
    while not (line := engine.stdout.readline()).startswith("uciok"):
        if line.startswith("option name UCI_Variant "):
            games = line.split(" var ")[1:]
    games = [game.strip() for game in games]
    named = sys.argv[3:]
    took = []
    for threads in (1, 2):
        say(f"setoption name Threads value {threads}")
        for game in named or games:
            say(f"setoption name UCI_Variant value {game}")
            for pause in (0.0, 0.02, 0.2):
                say("ucinewgame")
                say("isready")
                wait("readyok")
                say("go infinite")
                time.sleep(pause)
                asked = time.perf_counter()
                say("stop")
                wait("bestmove")
                took.append((1000 * (time.perf_counter() - asked), game, threads, pause))
    say("quit")
    engine.wait()
    took.sort(reverse=True)
    for threads in (1, 2):
        times = [one[0] for one in took if one[2] == threads]
        slow = sum(time > 50 for time in times)
        print(f"{threads} threads: {len(times)} stops in {len(named or games)} games, median {times[len(times) // 2]:.1f} ms, "
              f"longest {times[0]:.1f} ms, {slow} over 50 ms")
    for milliseconds, game, threads, pause in took[:20]:
        print(f"{milliseconds:8.1f} ms  {game}, {threads} threads, stopped after {pause} s")


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
    elif sys.argv[1:] == ["xboard-engine"]:
        xboard_engine()
    else:
        trials = {"throughput": throughput, "xboard": lambda program: throughput(program, "xboard-engine"), "kill": kill, "stop": stop}
        trials[sys.argv[2]](os.path.abspath(sys.argv[1]))
