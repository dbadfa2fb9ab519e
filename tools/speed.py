#!/usr/bin/env python3
"""Compares how many positions a second two UCI engines look at, with one thread each, one after the other.

    tools/speed.py --engine target/release/chatura\\ uci --opponent /usr/games/fairy-stockfish

For each variant both search the start position and a few positions after random moves, each the same number of
positions; what counts is the time their processes spent on a processor, so that other programs matter less.
"""

import argparse
import os
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from match import Engine, opening  # noqa: E402


def processor_seconds(process):
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def speed(command, variant, starts, nodes):
    """Positions a second over all starts."""
    engine = Engine(command, ["Threads=1", "Hash=16"], variant)
    looked, spent = 0, 0.0
    for moves in starts:
        engine.new_game()
        engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        begun = processor_seconds(engine.process)
        engine.send(f"go nodes {nodes}")
        last = 0
        while True:
            words = engine.receive(120).split()
            if words[:1] == ["bestmove"]:
                break
            if "nodes" in words:
                last = int(words[words.index("nodes") + 1])
        # The last report may be some positions old: both stop at the limit.
        looked += max(last, nodes)
        spent += processor_seconds(engine.process) - begun
    engine.quit()
    return looked / spent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--opponent", required=True)
    parser.add_argument("--variants", default="chess,capablanca,xiangqi,shogi")
    parser.add_argument("--nodes", type=int, default=300_000)
    parser.add_argument("--positions", type=int, default=4)
    arguments = parser.parse_args()
    for variant in arguments.variants.split(","):
        chance = random.Random(1)
        starts = [[]] + [opening(variant, 8, chance) for _ in range(arguments.positions - 1)]
        own, other = (speed(command, variant, starts, arguments.nodes)
                      for command in (arguments.engine, arguments.opponent))
        print(f"{variant}: {own:,.0f} and {other:,.0f} positions a second, ratio {own / other:.2f}", flush=True)


if __name__ == "__main__":
    main()
