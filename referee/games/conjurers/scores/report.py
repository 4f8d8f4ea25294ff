"""The score as the program tells it: of a game, of a sheet, in words, and as the JSON that scripts rely on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.declaration.game import Scores
from referee.declaration.parts import part
from referee.files.files import Data
from referee.games.conjurers.records.kinds import expect
from referee.scores.score import Outcome, PlayerScore

if TYPE_CHECKING:
    from referee.games.conjurers.rules.state import GameState, Setup
    from referee.scores.evening import ThrowOfEvening


def _sheet(path: Path, data: Data, deck: Path | None) -> tuple[Outcome, tuple[str, ...]]:
    """The score of a score sheet (pp. 24-26)."""
    from referee.games.conjurers.scores.score import score
    from referee.games.conjurers.scores.sheet import read_sheet

    expect("score sheet", data, path)
    sheet = read_sheet(path, data, deck)
    return score(sheet.players, readings=sheet.readings), tuple(sheet.notes)


def _player(player: PlayerScore) -> dict[str, Any]:
    """A player in the fixed machine format; victory points throughout."""

    def parts(category: Any, **names: str) -> dict[str, int]:
        found = {name: player.points(category, part) for name, part in names.items()}
        return {**found, "total": sum(found.values())}

    return {
        "name": player.name,
        "total": player.total,
        "creatures": parts(
            "creatures", levels="levels", variety="variety", consistency="consistency", abundance="abundance"
        ),
        "artifacts": parts("artifacts", points="points", variety="variety", consistency="consistency"),
        "combinations": player.points("combinations"),
        "resources": parts(
            "resources", wood_stone="wood_stone", iron_bronze="iron_bronze", sapphire_diamond="sapphire_diamond"
        ),
        "minus_points": -player.points("minus points"),
    }


def _colours(setup: Setup) -> Mapping[str, str]:
    from referee.games.conjurers.scores.evening import colours

    return colours(setup)


def _holdings(setup: Setup, game: GameState) -> Mapping[str, Sequence[tuple[str, str]]]:
    from referee.games.conjurers.scores.evening import holdings

    return holdings(setup, game)


def _throws(before: GameState, events: Sequence[Any]) -> Iterable[ThrowOfEvening]:
    from referee.games.conjurers.scores.evening import throws

    return throws(before, events)


SCORES = Scores(
    player=_player, sheet=_sheet, colours=_colours, holdings=_holdings, throws=_throws,
    outcome=part("referee.games.conjurers.scores.of_game:score_now"),
    words=part("referee.games.conjurers.scores.words:WORDS"),
    ask=part("referee.games.conjurers.scores.ask:ScoreForm"),
)  # fmt: skip
