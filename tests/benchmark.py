"""Measures speed as ratios to something else run beside it: `python -m tests.benchmark`.

The machines that run this are noisy, so the two of a pair run in turn and the median of the ratios counts.
"""

from __future__ import annotations

import io
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import chess
import chess.pgn
import icepool
import tomli_w
from msgspec.structs import replace

from referee.asking.dice import Average
from referee.asking.question import Procedure, Question, finish, relay
from referee.errors import BadInput, Illegal
from referee.files.files import backup_of, read_toml
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers import tables
from referee.games.conjurers.battle.moves import MOVES, Attack, BattleMove, Pass, legal_moves
from referee.games.conjurers.battle.state import Battle, Lineup, Play, start_battle
from referee.games.conjurers.battle.turn import turn
from referee.games.conjurers.cards.cards import load_deck
from referee.games.conjurers.odds.fights import odds_of
from referee.games.conjurers.odds.results import throw
from referee.games.conjurers.winning.winning import chances_of
from referee.games.mythic import GAME as MYTHIC
from referee.games.mythic.surviving.report import report_round
from referee.games.prophecy.ahead.report import AIM, HORIZON, TriedGame, box_of, trials
from referee.games.prophecy.rules.turns import start_game
from referee.play.notation import read_one
from referee.play.session import Session
from referee.preferences import VARIABLE
from referee.rulebook.indexing import compile_index
from referee.rulebook.rules import RuleBook, rulebook
from referee.rulebook.rules import folder as folder_of_tables
from referee.sampling.race import LEVEL, Effort
from referee.saves.save import OnDisk, OpenSave
from tests.conjurers.fights import card, duel
from tests.conjurers.test_random_battles import tried as all_tried
from tests.conjurers.test_winning import random_lineups
from tests.prophecy.games import make_setup

ROOT = Path(__file__).resolve().parent.parent
SHEET = ROOT / "examples" / "two-players-shared.toml"
EVENING = ROOT / "examples" / "four-player-game.moves"
SHEET_WITH_DECK = ROOT / "examples" / "four-players.toml"
PAIRS = 25


def main() -> None:
    """Print every figure with its meaning."""
    script = str(Path(sys.executable).with_name("referee"))
    typer = whole_process([sys.executable, "-c", "import typer"])

    def process(what: str, bound: str, *words: str | Path, tab: bool = False) -> None:
        """One figure: a command as a whole process, or the tab key at its last word, to import typer."""
        run = tab_key(script, *map(str, words)) if tab else whole_process([script, *map(str, words)])
        report(f"referee {what}, whole process, to python -c 'import typer'", paired(run, typer), bound)

    process("score FILE", "at most 1.7", "score", SHEET)
    process("score FILE --json", "at most 1.25", "score", SHEET, "--json")
    process("score FILE --json with a deck of 90 cards", "at most 1.25", "score", SHEET_WITH_DECK, "--json")
    process("rules flying", "at most 1.6", "rules", "flying")
    process("rules with a question in words", "at most 1.8", "rules", "can a flyer be bound")
    with tempfile.TemporaryDirectory() as folder:
        first, last, final = (Path(folder) / name for name in ("first.toml", "last.toml", "final.toml"))
        lines = [line for line in EVENING.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
        for save, moves in ((first, lines[:1]), (last, lines[:-1]), (final, lines[:-1])):
            begin(script, save, moves)
        subprocess.run([script, "do", str(final), lines[-1]], check=True, capture_output=True)
        process("next FILE --json on a whole game's save", "at most 1.8", "next", final, "--json")
        one, other = (put_back(script, "do", save, move) for save, move in ((last, lines[-1]), (first, lines[1])))
        report("referee do of the last move, whole process, to import typer", paired(one, typer), "at most 2.2")
        report("referee do of the last move to that of the first, whole process", paired(one, other), "at most 1.5")
        back = put_back(script, "undo", final)
        report(
            "referee undo of the last move after it, whole process, to import typer",
            paired(back, typer),
            "at most 2.2",
        )
        tabs: dict[str, list[str | Path]] = {
            "command": ["sc"],
            "file": ["score", f"{folder}/"],
            "rule": ["rules", "fl"],
            "entry of a whole game": ["why", final, ""],
            "move": ["do", last, ""],
        }
        for what, record in attacks(Path(folder)).items():
            process(f"odds of an attack record, {what}", ATTACKS[what], "odds", record)
        for what, words in tabs.items():
            process(f"and the tab key: {what}", "at most 1.4", *words, tab=True)
        for what, seconds, bound in at_the_prompt(final):
            report(f"{what}, milliseconds of CPU", [1000 * second for second in seconds], bound)
        empty = empty_command(script, Path(folder))
        report(
            "referee --version to an empty command that the same pip installed",
            paired(whole_process([script, "--version"]), empty),
            "at most 1.05",
        )
    report(
        "random battles a second, every legal move listed, to the same with all moves tried",
        listing_rates(),
        "at least 3",
    )
    report("battle turns per second, average dice, to python-chess pushing legal moves", rates(), "no bound")
    report("moves per second of a whole game, to python-chess reading a PGN of as many", game_rates(), "at least 0.5")
    with tempfile.TemporaryDirectory() as folder:
        if (client := boardgame_client(Path(folder))) is not None:
            report("moves per second of a whole game, to boardgame.io's client", client, "at least 3")
    report("odds of one strike of ten dice, to icepool", odds(one_strike(), icepools_strike), "at most 0.5")
    report("odds of a whole fight with burning, to icepool", odds(burning_fight(), icepools_fight), "at most 1")
    for what, found, bound in (*answers(), *evenings(), *winning(), surviving(), ready()):
        print(f"{what}: {found} ({bound})", flush=True)


HELD_BACK = 5
"""Every fifth question that is known of an entry is held back, to measure the search by those it doesn't know."""


def answers() -> Iterator[tuple[str, str, str]]:
    """How many of the questions held back find an entry that answers them, for each game.

    One that several entries answer stands at each of them, and is held back at all.
    """
    for path in sorted(folder_of_tables().glob("*/asked.toml")):
        game = path.parent.name
        documents = rulebook(game).documents
        held = {question: set[str]() for d in documents for question in d.asked[HELD_BACK - 1 :: HELD_BACK]}
        for d in documents:
            for question in held.keys() & set(d.asked):
                held[question].add(d.id)
        taught = [
            replace(d, asked=tuple(question for question in d.asked if question not in held)) for d in documents
        ]
        book = copy(rulebook(game))
        vars(book).pop("_search", None)
        vars(book)["index"] = compile_index(taught)
        found = [[one in right for one in answered(book, question)] for question, right in held.items()]
        told = f"first {sum(hits[:1] == [True] for hits in found) / len(found):.0%}"
        told += f", within three {sum(map(any, found)) / len(found):.0%}"
        yield f"{len(found)} questions about {game} held back", told, "first 90%, within three 97%"


def answered(book: RuleBook, question: str) -> list[str]:
    """The ids of the first three entries that answer a question."""
    try:
        return [entry.id for entry in book.find(question)[:3]]
    except BadInput:
        return []


SAVES = 500


def evenings() -> list[tuple[str, str, str]]:
    """What `evenings` and `standings` take over a folder of saves of the whole game for four: CPU of the process."""
    script = str(Path(sys.executable).with_name("referee"))
    found = []
    with tempfile.TemporaryDirectory() as folder:
        saves = Path(folder) / "saves"
        saves.mkdir()
        environment = os.environ | {VARIABLE: str(Path(folder) / "home" / "config.toml")}
        save = Path(folder) / "evening.toml"
        subprocess.run([script, "do", str(save), "--from", str(EVENING)], check=True, capture_output=True)
        text = save.read_text(encoding="utf-8")
        for number in range(SAVES):
            of_its_own = re.sub(r'^id = ".*"$', f'id = "{number:012x}"', text, count=1, flags=re.MULTILINE)
            (saves / f"{number:03}.toml").write_text(of_its_own, encoding="utf-8")
        for what, bound in (("the first time", 30), ("with the index", 1)):
            for command in ("evenings", "standings"):
                began = os.times()
                subprocess.run(
                    [script, command, str(saves), "--csv"], env=environment, check=True, capture_output=True
                )
                now = os.times()
                seconds = now.children_user + now.children_system - began.children_user - began.children_system
                found.append((f"{command} over {SAVES} saves, {what}", f"{seconds:.2f} s", f"at most {bound} s"))
    return found


BATTLES, TIME = 10, 10.0
"""So many random battles of three against three are solved or played out, in so many seconds each."""


def winning() -> list[tuple[str, str, str]]:
    """The chance to win random battles of the sample deck: what was solved, and how sure the estimates are."""
    found = []
    for pieces, bound in ((0, "at least 8 of 10"), (2, "no bound")):
        chances = [
            chances_of(random_lineups(Random(seed), 3, pieces), "average", Effort(TIME)) for seed in range(BATTLES)
        ]
        solved = sum(one.solved is not None for one in chances)
        worn = f"{pieces} pieces a side" if pieces else "no equipment"
        found.append((f"average dice, {worn}, solved in {TIME:.0f} s", f"{solved} of {BATTLES}", bound))
    chances = [chances_of(random_lineups(Random(seed), 3), "rolled", Effort(TIME)) for seed in range(BATTLES)]
    sure = sum(one.best.estimate is not None and one.best.estimate.half_width <= 0.05 for one in chances)
    longest = max(one.seconds for one in chances)
    known = sum(one.regret is not None and one.regret <= LEVEL for one in chances)
    told = f"{sure} of {BATTLES}, {longest:.1f} s at most, no other better by more than 2 points in {known}"
    found.append(("dice, the chance of the best move within 5 points", told, "10 of 10 in 10 s on two free cores"))
    return found


def surviving() -> tuple[str, str, str]:
    """What it takes to know who survives the round, at some turns of the shipped game of Mythic Battles."""
    folder = ROOT / "examples" / "mythic"
    lines = (folder / "two-players.moves").read_text(encoding="utf-8").splitlines()
    with tempfile.TemporaryDirectory() as place:
        save, moves = Path(place) / "game.toml", Path(place) / "game.moves"
        for name in ("sample-units.toml", "wide-valley.toml"):
            shutil.copy(folder / name, place)
        moves.write_text("\n".join(lines), encoding="utf-8")
        script = str(Path(sys.executable).with_name("referee"))
        subprocess.run([script, "do", str(save), "--from", str(moves)], check=True, capture_output=True)
        game = OpenSave(MYTHIC, OnDisk(save, "", read_toml(save)))
        turns = [number for number, step in enumerate(game.session.steps, 1) if step.key == "draw"][MIDDLE::5]
        spent = []
        for turn in turns:
            begun = time.process_time()
            report_round(game.setup, game.session.before(turn), Effort(30 * TIME, cores=0), lambda line: None)
            spent.append(time.process_time() - begun)
    told = f"median {statistics.median(spent):.1f}, worst {max(spent):.1f}"
    return "Mythic Battles, who survives the round, all within 5 points, seconds of CPU", told, "worst at most 15"


def ready() -> tuple[str, str, str]:
    """What it takes to play a game of Prophecy for three out, from its start, to see when each hero is ready."""
    setup = make_setup(3)
    tried = TriedGame(*box_of(setup, start_game(setup))[:2], (0, 1, 2), AIM)
    begun = time.process_time()
    trials(tried, "1", range(PLAYED_OUT))
    spent = (time.process_time() - begun) / PLAYED_OUT
    what = f"Prophecy, {HORIZON} own rounds of three heroes played out, seconds of CPU"
    return what, f"{spent:.2f}", "at most 0.4, so 50 times in 10 s on two cores"


PLAYED_OUT = 25


MIDDLE = 10
"""The turns before this one aren't looked at: units are only coming into the game."""

ATTACKS = {"6 dice": "at most 2", "10 dice": "at most 5", "10 dice with slayer": "at most 10"}
"""Attacks of Mythic Battles whose odds are reckoned, none of them beforehand."""


def attacks(folder: Path) -> dict[str, Path]:
    """Records of those attacks, against a defence that takes lifts and a second assault."""
    found: dict[str, Path] = {}
    for what in ATTACKS:
        record = {
            "game": "mythic",
            "kind": "attack",
            "attacker": {
                "name": "Stone Thrower",
                "type": "hero",
                "offence": int(what.split()[0]),
                "talents": ["monster slayer"] if what.endswith("slayer") else [],
            },
            "defender": {"name": "Marsh Serpent", "type": "monster", "defence": 8, "vitality": 5},
        }
        path = folder / f"{what.replace(' ', '-')}.toml"
        path.write_text(tomli_w.dumps(record), encoding="utf-8")
        found[what] = path
    return found


def report(what: str, ratios: list[float], bound: str) -> None:
    """One figure: the median of the ratios, and their spread."""
    print(f"{what}: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}; {bound})")


def whole_process(command: list[str], **more: str) -> Callable[[], float]:
    """A run of a command, with `more` in its environment; the seconds it took."""

    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | more

    def run() -> float:
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        return time.perf_counter() - began

    return run


def paired(one: Callable[[], float], other: Callable[[], float]) -> list[float]:
    """The ratios of two runs made in turn, after one of each to warm up."""
    one(), other()
    return [one() / other() for _ in range(PAIRS)]


def begin(script: str, save: Path, moves: list[str]) -> None:
    """Make a save by moves."""
    source = save.with_suffix(".moves")
    source.write_text("\n".join(moves), encoding="utf-8")
    deck = source.with_name("sample-deck.toml")
    deck.write_bytes((ROOT / "examples" / "sample-deck.toml").read_bytes())
    subprocess.run([script, "do", str(save), "--from", str(source)], check=True, capture_output=True)


def put_back(script: str, command: str, save: Path, *moves: str) -> Callable[[], float]:
    """A run of a command that changes a save, which is put back before each with the version before beside it."""
    backup = backup_of(save)
    texts = {path: path.read_bytes() for path in (save, backup) if path.exists()}
    run = whole_process([script, command, str(save), *moves])

    def again() -> float:
        for path, text in texts.items():
            path.write_bytes(text)
        return run()

    return again


def tab_key(script: str, *words: str) -> Callable[[], float]:
    """A run of what bash calls at the tab key behind these words, the last of them begun."""
    line = "\n".join(["referee", *words])
    return whole_process([script], _REFEREE_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(words)))


def empty_command(script: str, folder: Path) -> Callable[[], float]:
    """A run of the launcher that pip made, where what it calls does nothing."""
    (folder / "empty.py").write_text("def main(): pass\n", encoding="utf-8")
    launcher = folder / "launcher"
    text = Path(script).read_text(encoding="utf-8")
    launcher.write_text(text.replace("from referee.__main__ import main", "from empty import main"), encoding="utf-8")
    return whole_process([sys.executable, str(launcher)], PYTHONPATH=str(folder))


def at_the_prompt(save: Path) -> list[tuple[str, list[float], str]]:
    """What `play` takes between an answer and the next question, and to take an answer back, at a game's end.

    Drawing is left out, saving is in it.
    """
    played = OpenSave(CONJURERS, save)
    last = [answer.text for step in played.session.steps[-PAIRS:] for answer in step.answers]
    played.session.rewind(len(played.session.steps) - PAIRS)
    played.session.undone.clear()
    played.save()
    table = OpenSave(CONJURERS, save)
    answered, undone = [], []
    for text in last:
        if table.session.question is None or table.session.question.forced() is not None:
            continue
        began = time.process_time()
        table.session.say(read_one(text))
        table.save()
        options = table.session.question.options() if table.session.question is not None else ()
        answered.append(time.process_time() - began)
        assert options is not None
    for _ in range(PAIRS):
        began = time.process_time()
        table.session.take_back()
        undone.append(time.process_time() - began)
    return [
        ("play: from an answer to the next question", answered, "at most 6"),
        ("play: undo of the last answer of a whole game", undone, "at most 3"),
    ]


def whole_game() -> tuple[int, Callable[[], float]]:
    """How many moves the complete game for four has, and a playing of them; the moves per second.

    A move is every answer of the script but dice; reading files is left out.
    """
    with tempfile.TemporaryDirectory() as folder:
        save = Path(folder) / "evening.toml"
        script = str(Path(sys.executable).with_name("referee"))
        subprocess.run([script, "do", str(save), "--from", str(EVENING)], check=True, capture_output=True)
        open_save = OpenSave(CONJURERS, save)
    entries = list(open_save.session.steps)
    answers = [answer.text for entry in entries for answer in entry.answers]
    moves = sum(1 for text in answers if not re.fullmatch(r"[0-2]( [0-2])*", text))

    def play() -> float:
        began = time.perf_counter()
        Session(open_save.session.game, open_save.session.start, entries)
        return moves / (time.perf_counter() - began)

    return moves, play


def game_rates() -> list[float]:
    """Moves per second of a whole game to those of python-chess reading a PGN, whose text is in memory."""
    moves, play = whole_game()
    games = recorded_games(count=1 + moves // 60)
    text = "\n\n".join(str(pgn_of(game)) for game in games)
    plies = sum(len(game) for game in games)

    def read() -> float:
        began = time.perf_counter()
        source = io.StringIO(text)
        while chess.pgn.read_game(source) is not None:
            pass
        return plies / (time.perf_counter() - began)

    return paired(play, read)


CLIENT = """
const { Client } = require("boardgame.io/client");
const mark = ({ G, playerID }, cell) => { G.cells[cell] = playerID; };
const game = { setup: () => ({ cells: Array(81).fill(null) }), turn: { minMoves: 1, maxMoves: 1 }, moves: { mark } };
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const client = Client({ game, numPlayers: 4, debug: false });
  client.start();
  const began = process.hrtime.bigint();
  for (let move = 0; move < Number(line); move++) client.moves.mark(move % 81);
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  if (client.getState()._stateID < Number(line)) throw new Error("a move was refused");
  client.stop();
  console.log(Number(line) / seconds);
});
"""
"""The least game for four in boardgame.io's client: a player marks a cell. Plays as many moves as each line says."""


def boardgame_client(folder: Path) -> list[float] | None:
    """Moves per second of a whole game to those of boardgame.io's client, that many moves in one game.

    None where npm isn't there, or can't install it into the folder. Node is one process, warm like ours.
    """
    npm, node = shutil.which("npm"), shutil.which("node")
    install = [npm or "", "install", "--silent", "--prefix", str(folder), "boardgame.io@0.50"]
    if npm is None or node is None or subprocess.run(install, check=False, capture_output=True).returncode:
        return None
    script = folder / "client.cjs"
    script.write_text(CLIENT, encoding="utf-8")
    moves, play = whole_game()
    with subprocess.Popen([node, str(script)], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as client:
        asks, answers = client.stdin, client.stdout
        assert asks is not None
        assert answers is not None

        def in_client() -> float:
            asks.write(f"{moves}\n")
            asks.flush()
            return float(answers.readline())

        ratios = paired(play, in_client)
        asks.close()
    return ratios


def listing_rates(count: int = 40) -> list[float]:
    """Random battles a second with the legal moves listed before each turn, to those where all moves are tried."""
    starts = [start for start, _ in recorded_battles(count)]
    dice = Average(tables.battle().die)

    def battles_with(legal: Callable[[Battle], list[BattleMove]]) -> Callable[[], float]:
        def run() -> float:
            chooser = random.Random(1)
            began = time.perf_counter()
            for start in starts:
                battle = start.copy()
                with suppress(Illegal, RuntimeError):  # lost before acting, or a magician would be asked
                    while battle.outcome is None and battle.turn < 60:
                        finish(play_move(Play(battle, dice, []), chooser.choice(legal(battle))))
            return count / (time.perf_counter() - began)

        return run

    tried = battles_with(lambda battle: list(all_tried(battle, True)) or [Pass()])
    return paired(battles_with(legal_moves), tried)


def pgn_of(moves: list[chess.Move]) -> chess.pgn.Game:
    """A game of chess as a PGN."""
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    for move in moves:
        node = node.add_variation(move)
    return game


def play_move(play: Play, move: BattleMove) -> Procedure[None]:
    """One turn with a move that is chosen already. Raises Illegal."""

    def answer(question: Question[Any]) -> Procedure[Any]:
        if question.key != "move":
            return (yield question)
        MOVES.verify(play.battle, move)
        return move

    yield from relay(turn(play), answer)


def rates() -> list[float]:
    """Turns per second of the battle engine to pushes per second of python-chess; legal moves chosen beforehand."""
    battles = recorded_battles()
    games = recorded_games()
    turns = sum(len(moves) for _, moves in battles)
    pushes = sum(len(moves) for moves in games)
    dice = Average(tables.battle().die)

    def fight() -> float:
        began = time.perf_counter()
        for start, moves in battles:
            battle = start.copy()
            for move in moves:
                finish(play_move(Play(battle, dice, []), move))
        return turns / (time.perf_counter() - began)

    def push() -> float:
        began = time.perf_counter()
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push(move)
        return pushes / (time.perf_counter() - began)

    return paired(fight, push)


Chances = list[tuple[dict[int, Fraction], Fraction]]
"""Of each creature, the chance of each damage on it and the chance that it dies."""


def odds(battle: Battle, icepools: Callable[[], Chances], times: int = 20) -> list[float]:
    """The time for the odds of an attack to the time that icepool takes for the same chances, both from nothing.

    Ours begins with a battle and a move, like `referee odds`; icepool's with its formulas written out for this very
    fight, creature by creature.
    """

    def ours() -> Chances:
        throw.cache_clear()
        found = odds_of(battle, Attack(0))
        assert found is not None
        return [(creature.damage, creature.dies) for creature in found.creatures]

    assert ours() == icepools()

    def timed(run: Callable[[], Chances]) -> Callable[[], float]:
        def seconds() -> float:
            began = time.perf_counter()
            for _ in range(times):
                run()
            return time.perf_counter() - began

        return seconds

    return paired(timed(ours), timed(icepools))


def one_strike() -> Battle:
    """An archer with ten dice and a creature that can't strike back."""
    return duel(
        (card("Archer", 9, 10, "ranged"), card("Imp", 5, 1)),
        (card("Bear", 12, 3), card("Rat", 5, 1)),
        Archer=2,
        Bear=2,
    )


def icepools_strike() -> Chances:
    """The chances of that strike by icepool."""
    strike = 10 @ icepool.Die([0, 1, 2])
    return [chances(strike, 12), ({0: Fraction(1)}, Fraction(0))]


def burning_fight() -> Battle:
    """Two that burn, of five and four dice, and a neighbour of one of them."""
    mine = (card("Wolf", 8, 5, "burning 3"), card("Imp", 5, 1))
    theirs = (card("Bear", 9, 4, "burning 2"), card("Rat", 5, 1), card("Owl", 5, 1))
    return duel(mine, theirs, Wolf=2, Bear=2, Rat=1)


def icepools_fight() -> Chances:
    """The chances of that fight by icepool: who was struck dead isn't burned."""
    die = icepool.Die([0, 1, 2])
    by_wolf, by_bear = 3 @ die, 2 @ die
    bear = (5 @ die).map(lambda damage: damage if damage >= 9 else damage + by_wolf)
    wolf = (4 @ die).map(lambda damage: damage if damage >= 8 else damage + by_bear)
    return [chances(bear, 9), chances(wolf, 8), chances(by_wolf, 5)]


def chances(damage: icepool.Die[int], hp: int) -> tuple[dict[int, Fraction], Fraction]:
    """The chances of a creature with so many hit points."""
    return dict(zip(damage.outcomes(), damage.probabilities(), strict=True)), damage.probability(">=", hp)


def recorded_battles(count: int = 60) -> list[tuple[Battle, list[BattleMove]]]:
    """Random battles between creatures of the sample deck: the start and the legal moves played."""
    chooser = random.Random(1)
    deck = load_deck(ROOT / "examples" / "sample-deck.toml")
    creatures, pieces = list(deck.creatures.values()), list(deck.equipment.values())
    dice = Average(tables.battle().die)
    found = []
    for _ in range(count):
        six = chooser.sample(creatures, 6)
        attacker = Lineup("Anna", tuple(six[:3]), tuple(chooser.sample(pieces, 2)))
        defender = Lineup("Bo", tuple(six[3:]), tuple(chooser.sample(pieces, 2)))
        start = start_battle("duel", attacker, defender)
        battle = start.copy()
        moves: list[BattleMove] = []
        while battle.outcome is None and len(moves) < 60:
            legal = legal_moves(battle)
            move = chooser.choice(legal)
            after = battle.copy()
            try:
                finish(play_move(Play(after, dice, []), move))
            except Illegal:  # lost before acting: only a pass is left
                break
            except RuntimeError:  # a magician would be asked
                break
            battle = after
            moves.append(move)
        found.append((start, moves))
    return found


def recorded_games(count: int = 30, length: int = 60) -> list[list[chess.Move]]:
    """Random legal games of chess."""
    chooser = random.Random(1)
    games = []
    for _ in range(count):
        board = chess.Board()
        while len(board.move_stack) < length and (legal := list(board.legal_moves)):
            board.push(chooser.choice(legal))
        games.append(list(board.move_stack))
    return games


if __name__ == "__main__":
    main()
