"""`referee odds`: what the next moves of a battle can lead to."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.asking.question import expect_known
from referee.cli.common import AGAINST, STOPPED, leave, print_report, report_on_files, suggest, with_entries
from referee.cli.options import DeckOption, GameOption, JsonOfFilesOption, PlainOption, offering
from referee.cli.per_game import ANY_OPTION, PerGame, read_options
from referee.errors import BadInput, Illegal
from referee.files.kinds import is_save
from referee.saves.battles import BattleFile
from referee.text.names import nearest, or_list
from referee.text.screen import Screen, progress

if TYPE_CHECKING:
    from referee.declaration.game import Game
    from referee.declaration.reports import Report
    from referee.files.files import Data

MoveOption = Annotated[str | None, typer.Option("--move", metavar="MOVE", help="All that one move can lead to.")]
MagicOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME:ABILITY", help="Conjurers: what a magician uses; can be repeated."),
]
BattleOption = Annotated[
    bool, typer.Option("--battle", help="The chance to win the battle, or to survive the round.")
]
SecondsOption = Annotated[
    float, typer.Option("--seconds", metavar="N", min=0.1, max=3600, help="With --battle: how long it may take.")
]
SeedOption = Annotated[
    str | None,
    typer.Option("--seed", metavar="N", help="With --battle: the same N tells the same again, on any machine."),
]
AimOption = Annotated[
    float | None,
    typer.Option(
        "--aim", metavar="N", min=1, max=99, help="With --battle in Prophecy: who takes a plane with N% is ready."
    ),
]


OPTIONS = ("move", "magic", "battle", "seconds", "seed", "aim", "deck", "game", "json", "plain")
"""The options of the command itself."""


class OddsCommand(PerGame):
    """The command that computes odds."""

    title = "What {} takes without a record"

    def options_of(self, game: Game[Any, Any]) -> Mapping[str, str]:
        """Return the options of a game for odds without a record."""
        return game.quick_odds().options if game.quick_odds is not None else {}

    def has_options(self, game: Game[Any, Any]) -> bool:
        """Return whether a game has odds without a record."""
        return game.quick_odds is not None


SETTINGS = {"odds": {"cls": OddsCommand, "context_settings": ANY_OPTION}}


def odds(
    records: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[RECORD [ENTRY]]...", show_default=False, autocompletion=offering("records")),
    ] = None,
    move: MoveOption = None,
    magic: MagicOption = None,
    battle: BattleOption = False,
    seconds: SecondsOption = 10.0,
    seed: SeedOption = None,
    aim: AimOption = None,
    deck: DeckOption = None,
    game: GameOption = None,
    as_json: JsonOfFilesOption = False,
    plain: PlainOption = False,
) -> None:
    """Show how each possible next fight could end: chance to die and damage for each side.

    RECORD is a battle record, or the save of a game: then it is about the battle under way, or with an ENTRY about
    the move that this entry of the log was.

    The chances are exact. What comes before the move is counted as far as it is known.

    With --battle: the chance to win. With average dice it is solved who wins with best play; with dice the battle is
    played out again and again, both sides choosing well, and "62% (±5)" says how sure that is. Hidden hands are drawn
    anew each time. Of a save of Mythic Battles: the chance of each unit to survive the round, and the attacks in
    reach of it with their exact chances to kill (without --battle, --move and a unit's name tells those alone). Of
    a save of Prophecy: each hero's exact chance to take each plane, and the round in which each is likely to be ready
    for one, by playing the game on again and again.

    Without a record, with --game: what a game can tell of numbers alone, by options of its own.

    Exit code 0: all well. 1: a move of the record, or the one asked for, is illegal. 2: the record can't be used.
    """

    def find(game: Game[Any, Any], path: Path, data: Data, entry: int | None) -> Report:
        asked = BattleFile(game, path, data, deck, entry)
        try:
            if battle:
                from referee.sampling.race import Effort  # loaded only for estimates

                effort = Effort.from_request(seconds, seed, None if aim is None else aim / 100)
                report = _with_progress(partial(asked.chances, effort), seconds, silent=as_json or plain)
            else:
                report = asked.odds(move, magic or ())
        except Illegal as error:
            from referee.rulebook.rules import rulebook

            leave(f"{move} is not legal: {error} ({rulebook(game.name).cite_short(error.ruling)})", AGAINST)

        found = report.data()
        if "legal" in found and (found["over"] or not found["legal"] or entry is not None):  # nothing to go on with
            suggest(shlex.join(["judge", str(path), *([] if entry is None else [str(entry)])]))
        elif is_save(data):
            suggest(f"play {shlex.quote(str(path))}")
        return report

    if battle and (move is not None or magic):
        leave("--battle tells of everything at once, --move and --magic of one move or unit; leave one of them out")
    if aim is not None and not battle:
        leave("--aim goes with --battle")
    words = list(map(str, records or ()))
    at = next((at for at, word in enumerate(words) if word.startswith("--")), len(words))
    if not at:
        _show_quick_odds(game, words, as_json, plain)
        return
    expect_known(read_options(words[at:]), OPTIONS, "referee odds RECORD")
    _expect_files(words[:at])
    report_on_files(with_entries(list(map(Path, words))), find, as_json, plain)


def _expect_files(words: Sequence[str]) -> None:
    """Raise BadInput if a word behind a file is likely a move or a unit's name."""
    for file, word in pairwise(words):
        if not (word.isdecimal() or Path(word).suffix or os.path.lexists(word)) and os.path.isfile(file):
            meant = shlex.join(["referee", "odds", file, "--move", word])
            raise BadInput(f"{word}: there is no such file; a move or a unit is named with --move: {meant}")


def _with_progress(compute: Callable[[Callable[[str], None]], Report], seconds: float, *, silent: bool) -> Report:
    """Compute a report with a progress bar. Ctrl-C ends the command, which prints what is known by then."""
    state = "nothing is known"

    def tell(line: str) -> None:
        nonlocal state
        state = line
        on_progress(line)

    try:
        with progress(seconds, silent=silent) as on_progress:
            return compute(tell)
    except KeyboardInterrupt:
        leave(f"Stopped; so far {state}", STOPPED)


def _known_elsewhere(unknown: str, game: Game[Any, Any], named: str | None, known: Sequence[str]) -> str:
    """Explain where an unknown option belongs, or what is likely meant; "" if neither is known.

    `game` counts as the user's choice only if it was `named`; `known` are its options.
    """
    from referee import games

    others = map(games.load, games.names())
    options = {other.name: other.quick_odds().options for other in others if other.quick_odds is not None}
    every = [option for found in options.values() for option in found]
    near = unknown if unknown in every else next(iter(nearest(unknown, every, 1)), "")
    if not near or (near != unknown and nearest(unknown, known)):
        return ""
    written = or_list(f"referee odds --game {name} --{near} ..." for name, found in options.items() if near in found)
    if near != unknown:
        return f"there is no option --{unknown}; did you mean: {written}?"
    if not named:
        return f"--{near} belongs to a game; write {written}"
    return f"{game.title} has no option --{near}; write {written}"


def _show_quick_odds(name: str | None, words: Sequence[str], as_json: bool, plain: bool) -> None:
    """Show a game's odds without a record, computed from options. Raises BadInput."""
    from referee import games

    suggest("")
    game = games.load(name)
    quick = game.quick_odds() if game.quick_odds is not None else None
    given = read_options(words)
    own = quick.options if quick is not None else {}
    known = [*own, *OPTIONS]
    unknown = next((option for option in given if option not in known), "")
    if unknown and (elsewhere := _known_elsewhere(unknown, game, name, known)):
        raise BadInput(elsewhere)
    expect_known(given, known, f"referee odds --game {game.name}")
    if quick is None:
        raise BadInput(f"{game.title}: name a record, as in: referee odds RECORD")
    if twice := next((option for option, values in given.items() if len(values) > 1), None):
        raise BadInput(f"--{twice} is given twice")
    try:
        found = quick.report({option: value for option, (value,) in given.items()})
    except Illegal as error:
        leave(f"{error} ({error.ruling})", AGAINST)
    print_report(found, None if as_json else Screen(plain))
