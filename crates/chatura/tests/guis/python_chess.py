"""Drives the engine by python-chess, in both protocols, as its users would. The first argument is the program."""

import logging
import sys

import chess
import chess.engine
import chess.variant

PROGRAM = sys.argv[1]


class Complaints(logging.Handler):
    """What python-chess finds odd about the engine."""

    lines = []

    def emit(self, record):
        line = record.getMessage()
        # Lines of the protocol that it does not know, the last one an answer to what it asked.
        if not any(word in line for word in ("'setup (", "'piece ", "'stat01: ")):
            Complaints.lines.append(line)


logging.getLogger("chess.engine").addHandler(Complaints(logging.WARNING))


def whole_game(engine, board, limit):
    """Plays a game of the engine against itself to its end."""
    while not board.is_game_over(claim_draw=True):
        result = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (result, board.fen())
        board.push(result.move)
    assert board.ply() > 10, board
    return board


def start(protocol):
    opened = chess.engine.SimpleEngine.popen_uci if protocol == "uci" else chess.engine.SimpleEngine.popen_xboard
    return opened([PROGRAM, protocol], timeout=120)


def both(protocol):
    with start(protocol) as engine:
        assert engine.id["name"].startswith("Chatura"), engine.id
        whole_game(engine, chess.Board(), chess.engine.Limit(depth=1, time=60))
        print(protocol, "whole game")

        # Shuffled chess and another game.
        whole_game(engine, chess.Board.from_chess960_pos(7), chess.engine.Limit(depth=1, time=60))
        whole_game(engine, chess.variant.CrazyhouseBoard(), chess.engine.Limit(depth=1, time=60))
        print(protocol, "variants")

        # Clocks, a number of positions.
        clocks = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
        assert engine.play(chess.Board(), clocks, game="clocks").move
        assert engine.play(chess.Board(), chess.engine.Limit(nodes=500), game="nodes").move

        # Thinking on the other's time: what is expected is told, and played.
        board = chess.Board()
        limit = chess.engine.Limit(depth=4, time=60)
        for _ in range(3):
            result = engine.play(board, limit, game="ponder", ponder=True)
            board.push(result.move)
            assert result.ponder in board.legal_moves, result
            board.push(result.ponder)
        engine.play(board, limit, game="ponder")
        print(protocol, "ponder")

        # A mate is seen.
        mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        info = engine.analyse(mate, chess.engine.Limit(depth=3), game="mate")
        assert info["score"].white() == chess.engine.Mate(1), info
        assert info["pv"][0] == chess.Move.from_uci("d1d8"), info

        # Some moves only.
        only = [chess.Move.from_uci(move) for move in ("a2a3", "h2h3")]
        info = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), root_moves=only, game="only")
        assert info["pv"][0] in only, info

        # An analysis without an end is stopped, and goes on with another position.
        for board in (chess.Board(), mate):
            with engine.analysis(board, game=object()) as analysis:
                for info in analysis:
                    if info.get("depth", 0) >= 3 and info.get("pv"):
                        break
            assert analysis.wait().move in board.legal_moves
        print(protocol, "analysis and stop")
        engine.ping()


def uci_only():
    with start("uci") as engine:
        infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=3)
        assert len({info["pv"][0] for info in infos}) == 3, infos
        engine.configure({"UCI_ShowWDL": True, "Hash": 8, "Threads": 2})
        info = engine.analyse(chess.Board(), chess.engine.Limit(depth=4))
        assert sum(info["wdl"].relative) == 1000, info
        engine.configure({"Skill Level": 1})
        whole_game(engine, chess.Board(), chess.engine.Limit(time=0.01))
        print("uci several lines, chances, levels")


def xboard_only():
    with start("xboard") as engine:
        engine.configure({"SkillLevel": 1, "memory": 8, "cores": 2, "Personality": "one-ply"})
        board = whole_game(engine, chess.Board(), chess.engine.Limit(time=0.01))
        engine.send_game_result(board)
        print("xboard levels")


both("uci")
both("xboard")
uci_only()
xboard_only()
assert not Complaints.lines, Complaints.lines
