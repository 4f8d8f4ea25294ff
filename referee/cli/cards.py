"""`referee cards`: the cards of a box in a deck file, listed, drawn, typed in, checked, compared."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee import games
from referee.cli.common import AGAINST, answering, complain, print_report
from referee.cli.guide import Panels
from referee.cli.options import GameOption, JsonOption, MovesOption, PlainOption, offering
from referee.errors import BadInput
from referee.files.files import create_file, read_toml, write_file
from referee.text.streams import write_exactly

if TYPE_CHECKING:
    from referee.cards.deck_editor import DeckEditor
    from referee.declaration.reports import Report

DeckArgument = Annotated[Path, typer.Argument(metavar="DECK", show_default=False, autocompletion=offering("decks"))]
NamesArgument = Annotated[
    list[str], typer.Argument(metavar="NAME...", show_default=False, autocompletion=offering("cards"))
]
KindOption = Annotated[
    str | None,
    typer.Option("--kind", help="Which kind of card is meant, where its name doesn't tell.", show_default=False),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")]


def group() -> typer.Typer:
    """Return the group of all commands of this module."""
    found = typer.Typer(
        name="cards",
        cls=Panels,
        help="Work on a deck: the cards of your box in a file.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    found.command(name="list")(list_cards)
    for command in (show, add, edit, remove, check, missing, compare):
        found.command(command.__name__)(command)
    found.command(name="import")(import_csv)
    found.command(name="export")(export_csv)
    return found


def open_editor(deck: Path, game: str | None = None, *, new: bool = False) -> DeckEditor[Any]:
    """Open a deck. Raises BadInput."""
    data = {} if new and not os.path.exists(deck) else read_toml(deck)
    return (games.of(data, str(deck)) if "game" in data else games.load(game, str(deck))).deck(deck, new=new)


def report(found: Report, as_json: bool, plain: bool) -> None:
    """Print a report for people or scripts, and exit with 1 if something is wrong."""
    from referee.text.screen import Screen

    print_report(found, None if as_json else Screen(plain))
    if found.against:
        raise SystemExit(AGAINST)


def save_deck(cards: DeckEditor[Any], results: Sequence[str], done: str = "", *, dry: bool = False) -> None:
    """Save a changed deck and print what was done; doubts are notes."""
    for note in cards.doubts():
        complain(f"note: {note}")
    if not dry:
        cards.save()
    for words in results:
        typer.echo(f"{done} {words}".strip())
    if dry:
        complain("A dry run: nothing was written.")


def list_cards(
    deck: DeckArgument,
    words: Annotated[list[str] | None, typer.Argument(metavar="[WORD]...", show_default=False)] = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """List the cards, or those with all the words."""
    report(open_editor(deck).listing(words or ()), as_json, plain)


def show(
    deck: DeckArgument,
    names: NamesArgument,
    kind: KindOption = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Draw cards; the beginning of a name is enough."""
    report(open_editor(deck).drawing(names, kind), as_json, plain)


def add(
    deck: DeckArgument,
    lines: Annotated[list[str] | None, typer.Argument(metavar="[CARD]...", show_default=False)] = None,
    kind: KindOption = None,
    moves: MovesOption = None,
    game: GameOption = None,
    plain: PlainOption = False,
) -> None:
    """Add cards, each in one line; without a line, ask for one after the other. A DECK that isn't there is begun.

    A creature: "Sphinx: egyptian 3, earth, 9/3, offensive 2, flying" (hit points / battle dice; "level 1" without a
    mythology). An item: "Dirk: power hit 1, costs 2 iron and 1 wood". An artifact: "The Holy Grail: absorption 3".

    With --game enchanters: "Gnoll: monster, strength 3, health 4, glory 2, lower attack 1; turn: heal 1 wound",
    "Millbrook: village; rest: gain 3 crystals".
    """
    cards = open_editor(deck, game, new=True)
    if lines:
        save_deck(cards, cards.add(lines, kind), "added")
        return
    from referee.cards.remember import Asking
    from referee.play import loop
    from referee.text.screen import Screen

    screen = Screen(plain)
    with answering(moves, screen, f"Stopped; every card is in {deck}.") as answerer:
        loop.play(Asking(cards, screen), answerer)
    complain(f"The cards are in {deck}.")


def edit(
    deck: DeckArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False, autocompletion=offering("cards"))],
    changes: Annotated[
        list[str], typer.Argument(metavar="CHANGE...", show_default=False, autocompletion=offering("changes"))
    ],
    kind: KindOption = None,
) -> None:
    """Change a card.

    A part of a card's line takes the place of the old one; a whole line of everything.
    """
    cards = open_editor(deck)
    save_deck(cards, cards.edit(name, changes, kind))


def remove(deck: DeckArgument, names: NamesArgument, kind: KindOption = None) -> None:
    """Take cards out, called by their whole names."""
    cards = open_editor(deck)
    save_deck(cards, cards.remove(names, kind), "removed")


def check(deck: DeckArgument, as_json: JsonOption = False, plain: PlainOption = False) -> None:
    """Say what is wrong or unusual with the cards. Exit code 1: something is wrong."""
    report(open_editor(deck).findings(), as_json, plain)


def missing(deck: DeckArgument, as_json: JsonOption = False, plain: PlainOption = False) -> None:
    """Say which cards of the box the deck doesn't have yet."""
    report(open_editor(deck).missing(), as_json, plain)


def compare(
    deck: DeckArgument,
    other: Annotated[Path, typer.Argument(metavar="OTHER", show_default=False, autocompletion=offering("decks"))],
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Compare two decks card by card."""
    report(open_editor(deck).comparison(other), as_json, plain)


def import_csv(
    deck: DeckArgument,
    source: Annotated[Path, typer.Argument(metavar="FILE.csv", show_default=False)],
    dry_run: DryRun = False,
    game: GameOption = None,
) -> None:
    """Take over the cards of a spreadsheet: new ones are added, known ones changed; all rows or none.

    The columns, by their headings, are those that `export` writes: for Conjurers kind, name, level, mythology,
    element, hp, bd, abilities, cost, points, copies.
    """
    cards = open_editor(deck, game, new=True)
    save_deck(cards, cards.import_csv(source), dry=dry_run)


def export_csv(
    deck: DeckArgument,
    target: Annotated[Path | None, typer.Argument(metavar="[FILE.csv]", show_default=False)] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace FILE.csv if it exists.")] = False,
) -> None:
    """Write the cards for a spreadsheet, to a file or to standard output."""
    cards = open_editor(deck)
    text = cards.export_csv()
    if target is None:
        write_exactly(text)
        return
    if target.suffix.lower() not in (".csv", ".txt", ".tsv"):
        raise BadInput(f"{target}: must end in .csv")
    if os.path.exists(target) and not replace:
        raise BadInput(f"{target} already exists; choose another file, or replace it with --replace")
    write = write_file if replace else create_file
    write(target, f"\ufeff{text}")  # the mark by which spreadsheets know UTF-8
    complain(f"The cards are in {target}; take changes over with: referee cards import {deck} {target}")
