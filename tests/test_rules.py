"""The rules as data: every entry that the code enforces is named by a test, and every cited id is an entry."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.errors import BadInput
from referee.rules import RuleBook, RulesFile, rulebook

TESTS = Path(__file__).parent
CODE = TESTS.parent / "referee"
GAMES = ("conjurers",)


def marked_ids() -> dict[str, set[str]]:
    """The rule ids that tests pin by their marker, with the files that do."""
    found: dict[str, set[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for argument in node.args:
                    assert isinstance(argument, ast.Constant), f"{path}: a rule id must stand there literally"
                    found.setdefault(str(argument.value), set()).add(path.name)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_enforced_or_computed_rule_has_a_test(game: str) -> None:
    pinned = marked_ids()
    lacking = [e.id for e in rulebook(game).entries.values() if e.status != "told" and e.id not in pinned]
    assert not lacking, f"no test is marked with: {', '.join(lacking)}"


def test_every_marked_rule_is_an_entry() -> None:
    known = {entry_id for game in GAMES for entry_id in rulebook(game).entries}
    unknown = {entry_id: files for entry_id, files in marked_ids().items() if entry_id not in known}
    assert not unknown


def test_every_ruling_id_in_the_code_is_an_entry() -> None:
    """Ids like B9 in strings and comments of a game's code stand in its rules.toml."""
    for game in GAMES:
        known = rulebook(game).entries
        for path in (CODE / "games" / game).rglob("*.py"):
            cited = set(re.findall(r"\b[ABESX]\d{1,2}\b", path.read_text(encoding="utf-8")))
            assert cited <= set(known), f"{path.name} cites {sorted(cited - set(known))}"


def test_cite_gives_pages_then_rulings() -> None:
    book = rulebook("conjurers")
    assert book.cite(["B9", "frost-attack", "offensive"]).replace("\N{NO-BREAK SPACE}", " ") == "pp. 18, 18-19, B9"
    assert book.cite(["offensive"]).replace("\N{NO-BREAK SPACE}", " ") == "p. 18"
    assert book.cite([]) == ""


@pytest.mark.parametrize(
    ("words", "first"),
    [("flying", "flying"), ("b9", "B9"), ("Frost Attack", "frost-attack"), ("scoring", "level-points")],
)
def test_find_takes_ids_titles_and_topics(words: str, first: str) -> None:
    assert rulebook("conjurers").find(words)[0].id == first


def test_find_looks_into_the_text() -> None:
    assert any(entry.id == "break-free" for entry in rulebook("conjurers").find("break free devourer"))


def test_find_suggests_the_nearest() -> None:
    with pytest.raises(BadInput, match="did you mean flying"):
        rulebook("conjurers").find("flyng")


def test_a_rulebook_with_a_dead_reference_is_refused() -> None:
    entry = rulebook("conjurers").rules[0]
    with pytest.raises(BadInput, match='refers to "nowhere", which is no entry'):
        RuleBook("conjurers", RulesFile(rules=(replace(entry, see=("nowhere",)),), rulings=()))


def test_a_rulebook_with_an_id_twice_is_refused() -> None:
    entry = replace(rulebook("conjurers").rules[0], see=())
    with pytest.raises(BadInput, match="stands twice"):
        RuleBook("conjurers", RulesFile(rules=(entry,), rulings=(entry,)))
