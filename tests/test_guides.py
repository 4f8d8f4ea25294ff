"""The README is short and begins with its two commands; every game has a guide, and what they show can be typed."""

from __future__ import annotations

import importlib
import pkgutil
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.asking.moves import Move, Moves, SpokenMove
from referee.cli import MODULES
from referee.saves.table import commands_of
from tests.said import texts
from tests.test_help import run

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = (README, *(ROOT / "referee" / "games" / name / "guide.md" for name in games.names()))
"""What is written for people."""

LONGEST = 120
"""So many lines the README has at most."""

HABITS = (
    "keeps the books",
    "beforehand",
    "put right",
    "on the record",
    "is there already",
    "noticed too late",
    "the hands must",
)
"""What nobody at a table would say."""

DIALECT = re.compile(
    rf"{'|'.join(HABITS)}|\b(anew|befalls?|reckon(s|ed)?|the own|put (it|that|them) right)\b"
    r"|\b(to give back|stands? there (twice|\{))"
    r"|\bbehind (?!it\b|\(M2\)|\{behind\})"
)
"""The same in what the program says, and words that once meant: again, affects, works out, their, redo, listed."""


def commands(page: Path) -> list[str]:
    """The commands in a page's blocks, without what is said of them."""
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return [line.split("  #")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]


def of_game(words: list[str]) -> list[str]:
    """The option of a command that names a game, whose own options its help has then; `new` begins Conjurers."""
    at = words.index("--game") if "--game" in words else len(words)
    return words[at : at + 2] or (["--game", "conjurers"] if words[0] == "new" else [])


def test_the_readme_is_short_and_runs_and_tests_first() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    first, second = commands(README)[:2]
    assert first.endswith(".venv/bin/referee score examples/four-players.toml")
    assert "pytest" in second
    assert text.count("![") == 2


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_shows_is_there(page: Path) -> None:
    """Every command is one of the program's, every option of it known, every link leads somewhere."""
    text = page.read_text(encoding="utf-8")
    told = [line for line in commands(page) if line.startswith("referee ")]
    inline = re.findall(r"`(referee [^`]+)`", text)
    assert told
    for line in (*told, *inline):
        words = shlex.split(line.replace("...", ""))[1:]
        assert words[0] in MODULES or words[0].startswith("--"), line
        if words[0] in MODULES and words[0] != "cards":
            known = run(words[0], *of_game(words), "--help").stdout
            assert all(word.split("=")[0] in known for word in words if word.startswith("--")), line
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert link.startswith("http") or (page.parent / link).exists(), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_plain_english(page: Path) -> None:
    text = " ".join(page.read_text(encoding="utf-8").split())
    assert not [habit for habit in HABITS if habit in text]


@pytest.mark.parametrize("room", [*sorted(ROOT.glob("referee/*/")), ROOT / "referee"], ids=lambda room: room.name)
def test_what_the_program_says_is_plain_english(room: Path) -> None:
    files = room.glob("*.py") if room.name == "referee" else room.rglob("*.py")
    found = [f"{path}:{line}: {text}" for path in files for line, text in texts(path) if DIALECT.search(text)]
    assert not found


@pytest.mark.parametrize("game", games.names())
def test_a_guide_is_shown_in_the_terminal(game: str) -> None:
    shown = run("guide", game).stdout
    guide = games.guide(game)
    assert f"# {games.load(game).title}" in shown
    assert "![" not in shown
    for heading in re.findall(r"^## (.+)$", guide, re.MULTILINE):
        assert heading in shown


def test_without_a_game_the_first_guide_is_shown_and_another_is_named() -> None:
    result = run("guide")
    assert result.stdout == run("guide", "conjurers").stdout
    assert "Go on with: referee guide enchanters" in result.stderr
    assert "Go on with: referee new FILE --game enchanters" in run("guide", "enchanters").stderr
    assert 'there is no game "chess"' in run("guide", "chess", code=2).stderr


def test_a_part_of_a_guide_is_shown_by_a_word_of_its_heading() -> None:
    shown = run("guide", "conjurers", "score").stdout
    assert shown.startswith("## Score sheets")
    assert "## Cards" not in shown
    refused = run("guide", "conjurers", "dragons", code=2).stderr
    assert 'the guide has no part called "dragons"; its parts are Start a game, At the prompt,' in refused


@pytest.mark.parametrize("game", games.names())
def test_the_notation_lists_every_move_of_a_game_and_every_correction(game: str) -> None:
    declared = games.load(game)
    for module in pkgutil.walk_packages([str(ROOT / "referee" / "games" / game)], f"referee.games.{game}."):
        importlib.import_module(module.name)
    page = run("guide", game, "notation", "--plain").stdout
    made = [kind for kind in moves_below(Move) if kind.__module__.startswith(f"referee.games.{game}.")]
    assert made
    for kind in made:
        first = (*kind.usage, *kind.verbs) if issubclass(kind, SpokenMove) else (Moves(kind).usage(kind),)
        assert f"`{first[0]}`" in page, kind
    assert all(f"`{usage}`" in page for usage in declared.rules().all_corrections.usage)


def moves_below(kind: type[Any]) -> list[type[Any]]:
    """The moves that can be made, of a kind and of all below it."""
    own = [kind] if getattr(kind, "says", ()) or getattr(kind, "verbs", ()) else []
    return [*own, *(below for one in kind.__subclasses__() for below in moves_below(one))]


@pytest.mark.parametrize("game", games.names())
def test_a_guide_fits_a_terminal_of_80_columns(game: str) -> None:
    """What is shown as it stands, not wrapped between words."""
    blocks = re.findall(r"```\w+\n(.*?)```", games.guide(game), re.DOTALL)
    assert [line for block in blocks for line in block.splitlines() if len(line) > 78] == []


@pytest.mark.parametrize("game", games.names())
def test_a_guide_tells_every_command_of_the_prompt(game: str) -> None:
    guide = games.guide(game)
    assert [name for name in commands_of(games.load(game)) if f"`{name}" not in guide and name != "stop"] == []


@pytest.mark.parametrize("page", ["referee/README.md", "referee/games/README.md"])
def test_every_file_that_a_map_of_the_code_names_is_there(page: str) -> None:
    there = [f"/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("[rt]*/**/*.py")]
    named = set(re.findall(r"[\w./]+\.py\b", (ROOT / page).read_text(encoding="utf-8")))
    assert named
    assert not [name for name in named if not any(path.endswith(f"/{name}") for path in there)]
