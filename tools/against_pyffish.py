"""Random games as pyffish plays them, for a test that compares our rules with them. pyffish is a test oracle only.

    pip install pyffish
    python3 tools/against_pyffish.py --games 50 --plies 60 > /tmp/pyffish.tsv
    PYFFISH=/tmp/pyffish.tsv cargo nextest run -p chatura-define --run-ignored only -E 'test(games_of_pyffish)' --no-capture

Each line is a position: the game, its FEN, every legal move with its SAN, and how the game ended there for the player to
move, if it did (win, draw, loss). Games are those that both know by the same name; others can be named.
"""

import argparse
import pathlib
import random
import re
import sys

import pyffish

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "games"



def known():
    """The names of the catalogue: files and aliases."""
    names = {}
    for path in sorted(FOLDER.glob("*.toml")):
        names[path.stem] = path.stem
        aliases = re.search(r"^aliases = \[(.*)\]", path.read_text(), re.MULTILINE)
        for alias in re.findall(r'"([^"]+)"', aliases.group(1)) if aliases else []:
            names.setdefault(alias, path.stem)
    return names


def ending(variant, fen, moves):
    """How the game has ended for the player to move, if it has."""
    over, value = pyffish.is_immediate_game_end(variant, fen, [])
    if not over and moves:
        return "-"
    if not over:
        value = pyffish.game_result(variant, fen, [])
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def play(variant, plies, dice):
    """The positions of a random game."""
    fen = pyffish.start_fen(variant)
    for _ in range(plies):
        moves = pyffish.legal_moves(variant, fen, [])
        end = ending(variant, fen, moves)
        # Where there are very many moves their SAN would take hours.
        san = pyffish.get_san if len(moves) < 150 else lambda *_: ""
        told = " ".join(f"{move}={san(variant, fen, move)}" for move in moves)
        yield fen, told, end
        if end != "-":
            return
        fen = pyffish.get_fen(variant, fen, [dice.choice(moves)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*", help="games, by the names that pyffish has for them")
    options = parser.parse_args()
    names = known()
    variants = options.names or [name for name in pyffish.variants() if name in names]
    for variant in variants:
        if len(pyffish.legal_moves(variant, pyffish.start_fen(variant), [])) > 300:
            continue
        dice = random.Random(f"{options.seed} {variant}")
        for _ in range(options.games):
            for fen, moves, end in play(variant, options.plies, dice):
                print(names.get(variant, variant), fen, moves, end, sep="\t", flush=True)
    print(f"{len(variants)} games", file=sys.stderr)


if __name__ == "__main__":
    main()
