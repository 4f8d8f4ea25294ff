"""`referee rules`: what the rulebook says, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from referee import games
from referee.cli.common import by_id, print_json, suggest
from referee.preferences import load
from referee.rulebook.rules import Answers, RuleBook, rulebook

if TYPE_CHECKING:
    import typer

    from referee.cli.options import GameOption, JsonOption, PlainOption, offering
    from referee.declaration.game import Game


def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TOPIC, ID or QUESTION]", show_default=False, autocompletion=offering("topics")),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All that was found, and in full.")] = False,
    coverage: Annotated[bool, typer.Option("--coverage", help="How the program carries each entry out.")] = False,
    as_json: JsonOption = False,
    game: GameOption = None,
    plain: PlainOption = False,
) -> None:
    """Look rules and rulings up by topic, id, title or a question in plain words; without any, list the topics."""
    asked = " ".join(words or ()).strip()
    named = next((name for name in games.names() if asked and rulebook(name).has(asked)), None)
    first, _, rest = asked.partition(" ")
    if not (game or named) and rest and first.lower() in games.names():  # "rules prophecy how many dice"
        game, asked = first.lower(), rest
    playing = games.load(game or named)
    book = rulebook(playing.name)
    held = {} if as_json else load().readings.get(playing.name, {})  # preferences don't affect scripts
    found = book.look_up(asked, held=held) if asked else None
    suggest(by_id(playing.name))
    if as_json:
        print_json(_data(playing, book, found, coverage))
    else:
        _show(playing, book, found, coverage, every, plain)


def _show(
    game: Game[Any, Any], book: RuleBook, found: Answers | None, coverage: bool, every: bool, plain: bool
) -> None:
    from referee.rulebook.screen import show_coverage, show_found, show_topics
    from referee.text.screen import Screen

    screen = Screen(plain)
    if coverage:
        show_coverage(book.explain(e.id for e in found.entries) if found else book.explain(book.entries), screen)
    elif found is None:
        show_topics(book, screen)
    else:
        show_found(book, found, screen, every=every, example=game.example)


def _data(game: Game[Any, Any], book: RuleBook, found: Answers | None, coverage: bool) -> dict[str, Any]:
    """Return the result in the machine format."""
    explained = book.explain(entry.id for entry in found.entries) if found else book.explain(book.entries)
    if coverage:
        keys = ("id", "title", "page", "topic", "ruling", "status", "switch")
        return {"game": book.game, "entries": [{key: getattr(one, key) for key in keys} for one in explained]}
    if found is None:
        return {"game": book.game, "topics": {topic: [e.id for e in book.of_topic(topic)] for topic in book.topics}}
    scores = found.scores or [None] * len(explained)
    entries = [
        {**msgspec.to_builtins(one), "example": game.example(one.id), "score": score}
        for one, score in zip(explained, scores, strict=True)
    ]
    return {
        "game": book.game,
        "found_by": found.by,
        "read_as": found.read_as,
        "kind": found.kind,
        "answer": found.answer,
        "entries": entries,
    }
