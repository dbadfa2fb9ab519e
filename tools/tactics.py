#!/usr/bin/env python3
"""Makes positions with one winning move, and counts how many of them an engine solves.

    tools/tactics.py make chess --only material --count 50 >> tools/tactics.txt
    tools/tactics.py solve --engine target/release/chatura\\ uci --time 1000

A line of the file is a variant, a position, the moves that win and what, with tabs between. Positions come from games
that begin with random moves and are then played by the maker, Stockfish for chess and Fairy-Stockfish for others, so
badly that there is something to find. A position is taken if the maker, thinking deeper, sees a mate in two or three
moves after at most seven of the moves (all of them count as solutions), or after one move a lead of a pawn and a half
or more that is two pawns more than after any other. Captures that the maker plays at first sight are left out.

For atomic chess, which Debian's Fairy-Stockfish does not know, the maker is a search of every move with python-chess:
one move, and no other, wins by force in two.
"""

import argparse
import random
import sys
from pathlib import Path

import chess
import chess.variant
import pyffish

sys.path.insert(0, str(Path(__file__).parent))
from match import Engine, opening, pawns  # noqa: E402

MAKERS = {"chess": "/usr/games/stockfish"}
FAIRY = "/usr/games/fairy-stockfish"
LINES = 8
FILE = Path(__file__).with_name("tactics.txt")


def lines(engine, fen, limit, wanted):
    """The best lines of the last report that told all of them: moves and scores, best first."""
    engine.send(f"setoption name MultiPV value {wanted}")
    engine.send(f"position fen {fen}")
    engine.send(f"go {limit}")
    found = {}
    while True:
        words = engine.receive(60).split()
        if words[:1] == ["bestmove"]:
            return [found[key] for key in sorted(found)]
        if words[:1] == ["info"] and "pv" in words and "score" in words:
            at = words.index("score")
            number = int(words[words.index("multipv") + 1]) if "multipv" in words else 1
            found[number] = (words[words.index("pv") + 1], words[at + 1], int(words[at + 2]))


def what_wins(found):
    """The moves that win, and what; nothing if that is not clear."""
    mates = [move for move, kind, value in found if kind == "mate" and 1 <= value <= 3]
    if mates:
        soonest = found[0][2]
        return (mates, f"mate in {soonest}") if soonest > 1 and len(mates) < len(found) else None
    if len(found) < 2:
        return None
    (best, kind, value), second = found[0], pawns(found[1][1:])
    return ([best], "material") if kind == "cp" and value >= 150 and value - second >= 200 else None


def puzzle_of(engine, fen):
    """The moves and what they win, if the position is worth asking about."""
    if what_wins(lines(engine, fen, "nodes 4000", LINES)) is None:
        return None
    deep = what_wins(lines(engine, fen, "nodes 200000", LINES))
    if deep is None:
        return None
    moves, wins = deep
    if wins == "material" and pyffish.is_capture(engine.variant, fen, [], moves[0]):
        if lines(engine, fen, "depth 1", 1)[0][0] in moves:
            return None
    return ",".join(moves), wins


def make_by_play(variant, count, chance, only):
    """Puzzles from games that the maker plays against itself, in a hurry."""
    maker = MAKERS.get(variant, FAIRY)
    # A second one thinks about the positions, so that it does not know the game.
    player, judge = Engine(maker, [], variant), Engine(maker, [], variant)
    while count > 0:
        fen = pyffish.start_fen(variant)
        fen = pyffish.get_fen(variant, fen, opening(variant, 6, chance))
        for _ in range(140):
            legal = pyffish.legal_moves(variant, fen, [])
            if not legal:
                break
            puzzle = puzzle_of(judge, fen)
            if puzzle and puzzle[1].startswith(only):
                print(variant, fen, *puzzle, sep="\t", flush=True)
                count -= 1
                if count == 0:
                    break
            if chance.random() < 0.1:
                move = chance.choice(legal)
            else:
                move = lines(player, fen, "nodes 100", 1)[0][0]
            fen = pyffish.get_fen(variant, fen, [move])
    player.quit()
    judge.quit()


def wins_at_once(board):
    for move in board.legal_moves:
        board.push(move)
        won = board.is_game_over() and board.result() != "1/2-1/2"
        board.pop()
        if won:
            return True
    return False


def forces(board, move):
    """Whether after the move every answer allows a win at once."""
    board.push(move)
    answers = list(board.legal_moves)
    forced = bool(answers)
    for answer in answers:
        board.push(answer)
        lost = board.is_game_over() or not wins_at_once(board)
        board.pop()
        if lost:
            forced = False
            break
    board.pop()
    return forced


def make_by_search(count, chance):
    """Wins in two for atomic chess, from games of random moves that blunder no king."""
    while count > 0:
        board = chess.variant.AtomicBoard()
        for ply in range(40):
            if board.is_game_over():
                break
            if ply >= 6 and not wins_at_once(board):
                winning = [move for move in board.legal_moves if forces(board, move)]
                if len(winning) == 1:
                    print("atomic", board.fen(), winning[0].uci(), "mate in 2", sep="\t", flush=True)
                    count -= 1
                    break
            moves = list(board.legal_moves)
            chance.shuffle(moves)
            for move in moves:
                board.push(move)
                if not board.is_game_over() and not wins_at_once(board):
                    break
                board.pop()
            else:
                break


def solve(arguments):
    puzzles = [line.rstrip("\n").split("\t") for line in open(arguments.file) if line.strip()]
    variants = list(dict.fromkeys(puzzle[0] for puzzle in puzzles))
    all_solved = 0
    for variant in variants:
        engine = Engine(arguments.engine, [], variant)
        own = [puzzle for puzzle in puzzles if puzzle[0] == variant]
        solved = 0
        for _, fen, moves, wins in own:
            engine.new_game()
            answer, score = engine.play(fen, [], f"movetime {arguments.time}", arguments.time / 1000 + 5)
            solved += answer in moves.split(",")
            if answer not in moves.split(","):
                print(f"  {fen}: {answer} {score}, not {moves} ({wins})", flush=True)
        engine.quit()
        print(f"{variant}: {solved} of {len(own)}", flush=True)
        all_solved += solved
    print(f"all: {all_solved} of {len(puzzles)}, {100 * all_solved / len(puzzles):.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    make = commands.add_parser("make")
    make.add_argument("variant")
    make.add_argument("--count", type=int, default=20)
    make.add_argument("--only", default="", choices=["", "mate", "material"], help="what is to be won")
    make.add_argument("--seed", type=int, default=1)
    solving = commands.add_parser("solve")
    solving.add_argument("--engine", required=True)
    solving.add_argument("--time", type=int, default=1000, help="milliseconds a position")
    solving.add_argument("--file", default=FILE)
    arguments = parser.parse_args()
    if arguments.command == "solve":
        solve(arguments)
    elif arguments.variant == "atomic":
        make_by_search(arguments.count, random.Random(arguments.seed))
    else:
        make_by_play(arguments.variant, arguments.count, random.Random(arguments.seed), arguments.only)


if __name__ == "__main__":
    main()
