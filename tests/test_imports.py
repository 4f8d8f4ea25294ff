"""Imports run one way, and heavy libraries load only in the commands that use them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.children import python

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "referee"


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, at its top or inside functions, but for types only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_core(path: Path) -> bool:
    return path.parent in (PACKAGE, PACKAGE / "pictures")


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_from_commands_to_games_to_the_core(path: Path) -> None:
    found = set(imports(path))
    if is_core(path) and path.name != "__main__.py":
        assert not any(name.startswith(("referee.cli", "referee.games")) for name in found)
    if path.is_relative_to(PACKAGE / "games"):
        assert not any(name.startswith("referee.cli") for name in found)
    if path.is_relative_to(PACKAGE / "cli"):
        assert not any(name.startswith("referee.games.") for name in found if name != "referee.games.protocol")


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rules_never_import_what_draws_or_asks(path: Path) -> None:
    heavy = {name.partition(".")[0] for name in imports(path)} & {"rich", "typer", "questionary"}
    allowed: set[str] = set()
    if "screens" in (path.parent.name, path.stem):
        allowed = {"rich"}
    elif path.is_relative_to(PACKAGE / "cli"):
        allowed = {"typer"}
    elif path == PACKAGE / "prompt.py":
        allowed = {"questionary"}
    assert heavy <= allowed


def loaded_by(*arguments: str) -> set[str]:
    """The modules that are loaded when a command ends."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: sys.stderr.write('\\n'.join(sys.modules)))\n"
        f"sys.argv = ['referee', *{arguments!r}]\n"
        "from referee.__main__ import main\n"
        "main()\n"
    )
    return set(python("-c", code, code=None, cwd=ROOT).stderr.splitlines())


def test_scoring_for_scripts_loads_no_screens_and_no_prompts() -> None:
    loaded = loaded_by("score", "examples/two-players-shared.toml", "--json")
    assert "referee.games.conjurers.scoring" in loaded
    assert not loaded & {
        "rich",
        "questionary",
        "prompt_toolkit",
        "referee.screens",
        "referee.interview",
        "referee.pictures",
    }


def test_the_version_is_answered_before_anything_heavy_is_loaded() -> None:
    loaded = loaded_by("--version")
    assert "referee" in loaded
    assert not loaded & {"typer", "msgspec", "rich"}


def test_looking_at_a_deck_loads_nothing_that_asks_or_writes() -> None:
    loaded = loaded_by("cards", "list", "examples/sample-deck.toml", "--json")
    assert "referee.games.conjurers.deck.bench" in loaded
    assert not loaded & {"rich", "questionary", "prompt_toolkit", "tomlkit"}
