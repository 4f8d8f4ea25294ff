"""`referee evenings`, `referee standings`, `referee story`: what many games tell together, and one as a page."""

from __future__ import annotations

import csv
import io
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from referee import games, preferences
from referee.cli.common import (
    by_hand_or_bug,
    complain,
    found_mistakes,
    is_watched,
    leave,
    print_json,
    suggest,
    write_shared,
)
from referee.cli.options import JsonOption, MistakesOption, MistakesSecondsOption, PlainOption, SaveArgument, offering
from referee.errors import RefereeError
from referee.text.names import and_list, or_list
from referee.text.streams import drawable, write_exactly

if TYPE_CHECKING:
    from referee.evenings.index import Evenings
    from referee.evenings.standings import People

Places = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FOLDER or FILE]...", show_default=False, autocompletion=offering("any_files")),
]
CsvOption = Annotated[
    bool,
    typer.Option("--csv", help="Print a row for each player, for spreadsheets; with NAME.csv, into that file."),
]
TOLD_FROM = 20
"""Fewest files for which progress is shown."""

LONG_LOG = 1000
"""Number of entries whose replay takes more than a second."""


def evenings(
    places: Places = None,
    bgstats: Annotated[
        Path | None, typer.Option("--bgstats", metavar="FILE", help="Write the plays for the app BG Stats.")
    ] = None,
    location: Annotated[str, typer.Option("--location", help="Where you play, for --bgstats.")] = "At our table",
    as_csv: CsvOption = False,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """List the games in folders and files: when, who, how long, who won, the scores.

    Without a FOLDER or FILE, the games of this folder. What isn't a game is passed over in a line; a broken file
    is named.
    """
    from referee.evenings import screen as shown

    suggest(f"standings{_arguments(places)}")
    places, table = _with_csv(places, as_csv=as_csv)
    found, people = _find_games(places)
    if bgstats is not None:
        _export(bgstats, location, found, people)
    elif as_json:
        print_json({"evenings": [shown.evening_data(one, people) for one in found.played]})
    elif as_csv:
        _print_csv(shown.evening_rows(found.played, people), table)
    else:
        from referee.text.screen import Screen

        shown.show_evenings(found.played, people, Screen(plain))


def standings(
    places: Places = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="PAGE", help="A page with tables and charts.")
    ] = None,
    as_csv: CsvOption = False,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Tell who won how often in each game, the scores, who is ahead of whom, ratings, and luck with dice.

    Only finished games count. Somebody under several spellings: referee config alias Jo=Joanna.
    """
    from referee.evenings import screen as shown
    from referee.evenings.standings import tables

    suggest(f"standings{_arguments(places)} --html standings.html" if html is None else "")
    places, table = _with_csv(places, as_csv=as_csv)
    found, people = _find_games(places, luck=True)
    made = tables(found.played, people)
    if not made:
        leave("no game is finished yet; see: referee evenings")
    if html is not None:
        from referee.evenings.page import page_of

        _write_page(html, page_of(found.played, made, people))
    elif as_json:
        print_json({"standings": [shown.standing_data(table) for table in made]})
    elif as_csv:
        _print_csv(shown.standing_rows(made), table)
    else:
        from referee.text.screen import Screen

        shown.show_standings(made, Screen(plain))


def story(
    file: SaveArgument,
    markdown: Annotated[bool, typer.Option("--markdown", help="As Markdown, to be pasted elsewhere.")] = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="PAGE", help="As a page.")] = None,
    mistakes: MistakesOption = False,
    seconds: MistakesSecondsOption = 60.0,
    plain: PlainOption = False,
) -> None:
    """Tell an evening on a page: who led when, what turned it, luck and corrections, the last score.

    With --mistakes also the moves in battles that cost most, each held against the best one; only what
    is clearly worse is told. Ctrl-C ends the search. What is hidden stays hidden while the game runs.
    """
    from referee.evenings.story import as_markdown, as_page, show_story, story_of
    from referee.saves.save import OpenSave, read_save
    from referee.text.screen import Screen

    try:
        found = read_save(file)
        save = OpenSave(games.of(found.data, str(file)), found)
        if is_watched() and len(save.session.steps) >= LONG_LOG:
            complain(f"Reading the {len(save.session.steps)} entries of {file} ...")
        evening = story_of(save, found_mistakes(save, seconds, plain) if mistakes else ())
    except RefereeError:
        raise
    except Exception as error:
        leave(by_hand_or_bug(file, error))
    if html is not None:
        _write_page(html, as_page(evening))
    elif markdown:
        typer.echo(as_markdown(evening), nl=False)
    else:
        show_story(evening, Screen(plain))


def _find_games(places: list[Path] | None, *, luck: bool = False) -> tuple[Evenings, People]:
    """Find the games and their people; notes are printed, and errors end the command."""
    from referee.evenings.index import gather
    from referee.evenings.standings import People

    def tell(number: int, all_: int) -> None:
        if all_ >= TOLD_FROM and is_watched():
            stream = drawable(sys.stderr)
            stream.write(f"\rReading {number} of {all_}" + ("\n" if number == all_ else ""))
            stream.flush()

    found = gather(places or [Path()], games.of, luck=luck, tell=tell)
    people = People(found.played, preferences.load().alias)
    for note in found.notes:
        complain(f"note: {note}")
    return found, people


def _export(path: Path, location: str, found: Evenings, people: People) -> None:
    from referee.evenings.bgstats import ABOUT, ENDINGS, export

    if path.suffix.lower() not in ENDINGS:  # the name of a save must not cost the save
        leave(f"--bgstats: {path} must end in {or_list(ENDINGS)}")
    if _is_foreign(path, ABOUT):
        leave(f"--bgstats: {path} already exists and wasn't written by referee; choose another file")
    data = export(found.played, people, location)
    if not data["plays"]:
        leave("--bgstats: no game here is finished and has a date; see: referee evenings")
    write_shared(path, msgspec.json.format(msgspec.json.encode(data), indent=1).decode() + "\n")
    left_out = len(found.played) - len(data["plays"])
    if left_out:
        complain(f"note: {left_out} left out: not finished, or without a date")


def _is_foreign(path: Path, about: str) -> bool:
    """Return whether a file exists that isn't an export of plays by this program."""
    if not path.exists():
        return False
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Any]).get("about") != about
    except (OSError, msgspec.MsgspecError, RecursionError):
        return True


def _write_page(path: Path, text: str) -> None:
    if path.suffix.lower() not in (".html", ".htm"):  # the name of a save must not cost the save
        leave(f"--html: {path} must end in .html")
    write_shared(path, text)


def _arguments(places: list[Path] | None) -> str:
    """Format folders and files as arguments, except the file for --csv."""
    return "".join(f" {shlex.quote(str(place))}" for place in places or () if place.suffix.lower() != ".csv")


def _with_csv(places: list[Path] | None, *, as_csv: bool) -> tuple[list[Path] | None, Path | None]:
    """Split the arguments into the places of games, and with --csv the file to write, None if not named."""
    named = [place for place in places or () if as_csv and place.suffix.lower() == ".csv"]
    if len(named) > 1:
        leave(f"--csv takes one file; you gave {and_list(map(str, named))}")
    return [place for place in places or () if place not in named], next(iter(named), None)


def _print_csv(rows: list[dict[str, Any]], path: Path | None) -> None:
    """Write rows as CSV to a file, else to standard output."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    if path is not None:
        write_shared(path, text.getvalue())
    else:
        write_exactly(text.getvalue())
