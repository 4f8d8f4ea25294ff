"""The files that the project ships or is measured by: each is read by the real commands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from referee.cli import build
from referee.games.conjurers.cards.cards import load_deck
from referee.games.conjurers.vocabulary import MYTHOLOGIES

SAMPLES = Path(__file__).parent / "samples"
EXAMPLES = Path(__file__).parents[2] / "examples"

Outcome = tuple[int, str | None, str | None]

JUDGED: dict[str, Outcome] = {
    "duel-entered-dice.toml": (0, "attacker", "eliminated"),
    "duel-disputed.toml": (1, None, None),
    "duel-illegal.toml": (1, None, None),
    "duel-cost.toml": (1, None, None),
    "battleground.toml": (0, "attacker", "eliminated"),
    "elements-and-morale.toml": (0, "attacker", "eliminated"),
}
SCORED = {"four-players.toml": (["Cleo"], "combinations"), "two-players-shared.toml": (["Eve", "Finn"], "shared")}


def run(command: str, *arguments: str | Path) -> tuple[int, dict[str, Any]]:
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments), "--json"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    found: dict[str, Any] = json.loads(result.stdout)
    return result.exit_code, found


@pytest.mark.rule("B9", "B11", "B13", "B23", "A13", "minion", "frost-attack", "absorption", "burning")
@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_a_sample_gives_its_json(path: Path) -> None:
    """The fixed machine format; the wording of a reason and the form of a citation are free."""
    code, found = run(path.stem.partition("-")[0], path)
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    against = expected.get("illegal") is not None or bool(expected.get("disputes"))
    assert code == (1 if against else 0)
    for side in (found, expected):
        if side.get("illegal"):
            assert side["illegal"].pop("reason")
            assert re.fullmatch(r"[!-~ ]+", side["illegal"].pop("ruling"))
    assert found == expected


@pytest.mark.parametrize("name", JUDGED)
def test_an_example_record_is_judged(name: str) -> None:
    code, found = run("judge", EXAMPLES / name)
    assert (code, found["winner"], found["reason"]) == JUDGED[name]


def test_the_disputed_and_the_illegal_example_say_where() -> None:
    disputed = run("judge", EXAMPLES / "duel-disputed.toml")[1]
    assert disputed["disputes"] == [{"turn": 4, "creature": "defender.Valkyrie", "claimed": 2, "ruled": 3}]
    illegal = run("judge", EXAMPLES / "duel-illegal.toml")[1]["illegal"]
    assert (illegal["turn"], illegal["move"], illegal["ruling"]) == (7, "move Kappa 2", "B8")


@pytest.mark.parametrize("name", SCORED)
def test_an_example_sheet_is_scored(name: str) -> None:
    code, found = run("score", EXAMPLES / name)
    assert (code, (found["winners"], found["decided_by"])) == (0, SCORED[name])


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.toml")} == {*JUDGED, *SCORED, "sample-deck.toml"}


def test_the_sample_deck_is_full_and_says_that_it_is_invented() -> None:
    """Pp. 6-8: 15 level 1 creatures, 8 of each mythology over the levels 2-5, 20 items, 15 artifacts."""
    path = EXAMPLES / "sample-deck.toml"
    deck = load_deck(path)
    creatures = list(deck.creatures.values())
    assert sum(card.level == 1 for card in creatures) == 15
    for mythology in MYTHOLOGIES:
        levels = [card.level for card in creatures if card.mythology == mythology]
        assert (len(levels), set(levels)) == (8, {2, 3, 4, 5})
    assert len(deck.equipment) == 20 + 15
    assert "INVENTED" in path.read_text(encoding="utf-8")


@pytest.mark.rule("B1")
def test_a_claim_after_a_turn_is_without_the_poison_of_the_next_one(tmp_path: Path) -> None:
    """The board shows the creature as it is then, so a disputed claim says both numbers."""
    sample = (SAMPLES / "judge-04-absorption-overflow-poison.toml").read_text(encoding="utf-8")
    record = tmp_path / "claimed.toml"
    record.write_text(sample.replace("claim = { Viper = 9 }", "claim = { Sphinx = 3 }"), encoding="utf-8")
    told = CliRunner().invoke(build(["judge"]), ["judge", "--plain", str(record)]).stdout
    assert "claimed 3 damage on Sphinx, it is 2" in told
    assert "3 after the poison at the start of the next turn" in " ".join(told.split())
    until_then = sample.rpartition("[[turns]]")[0]
    record.write_text(until_then.replace("claim = { Viper = 9 }", "claim = { Sphinx = 2 }"), encoding="utf-8")
    told = CliRunner().invoke(build(["judge"]), ["judge", "--plain", str(record)]).stdout
    assert "every claim right" in told
    assert "2 damage on Sphinx; 3 after the poison at the start of the next turn" in " ".join(told.split())
