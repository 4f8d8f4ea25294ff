"""Worked examples are data that the game itself plays: what each shows, and one that can't be played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee import games
from referee.errors import BadInput
from referee.games.conjurers import examples as of_conjurers
from referee.rulebook import examples as worked
from referee.rulebook.examples import Examples, ExamplesFile
from referee.rulebook.rules import path_of, read, rulebook

SHOWN = Path(__file__).with_suffix(".txt")
"""What all examples show; made anew by `python -m tests.test_worked_examples`."""
GAMES = [name for name in games.names() if path_of(name, "examples").is_file()]


def shown(game: str) -> list[str]:
    """The examples of a game, each under the entries that it belongs to."""
    example = games.load(game).example
    lines = [game]
    for one in read(game, "examples", ExamplesFile).examples:
        lines += [f"  {', '.join(one.of)}", *(f"    {line}" for line in example(one.of[0]))]
    return lines


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_played_and_shows_its_lines(game: str) -> None:
    sections = re.split(r"(?m)^(?=\w)", SHOWN.read_text(encoding="utf-8"))
    assert "".join(f"{line}\n" for line in shown(game)) == next(one for one in sections if one.startswith(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_example_belongs_to_an_entry(game: str) -> None:
    of = [entry_id for one in read(game, "examples", ExamplesFile).examples for entry_id in one.of]
    assert set(of) <= set(rulebook(game).entries)
    assert len(set(of)) == len(of)


@pytest.mark.parametrize(
    "scene",
    [
        {"anna": ["Ox: norse 2, 3/4"], "bo": ["Fox: norse 2, 3/4"], "moves": ["attack Ox"], "show": ["{cards}{Hit}"]},
        {"anna": ["Ox: 3 apples"], "bo": [], "moves": [], "show": ["{cards}"]},
        {"army": ["Nobody"], "at": "nowhere", "show": ["{phase}"]},
        {"trun": 3, "show": ["{phase}"]},
        {"show": ["{level Nobody}"]},
    ],
)
def test_one_that_cant_be_played_names_its_rule(scene: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    file = ExamplesFile((worked.WorkedExample(("B9",), (scene,)),))
    monkeypatch.setattr(worked, "read", lambda *_: file)
    with pytest.raises(BadInput, match="conjurers examples: B9"):
        Examples("conjurers", of_conjurers.example.kinds, of_conjurers.TurnScene)("B9")


if __name__ == "__main__":
    SHOWN.write_text("\n".join(line for game in GAMES for line in shown(game)) + "\n", encoding="utf-8")
