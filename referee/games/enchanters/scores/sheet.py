"""Score sheets: the glory of everybody's piles, the wounds, and what the village counts; from a file or by questions.

The glory of a pile is what its cards show, covered ones too, with what the cards themselves add at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import tomli_w
from msgspec import Meta, Struct, to_builtins

from referee.asking.players import name_reader
from referee.asking.question import Option, Procedure, Question, choice, with_default
from referee.errors import BadInput, RefereeError, Unreadable
from referee.files.files import Data, convert
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import rules_of
from referee.games.enchanters.cards.line import read_village
from referee.games.enchanters.cards.wording import Glory
from referee.games.enchanters.readings import EnchantersReadings, Tie
from referee.games.enchanters.scores.score import CATEGORIES, counted_words, outcome_of, wound_line
from referee.games.enchanters.vocabulary import GAME, Held, Name
from referee.play.form import FormTable
from referee.scores.score import Outcome, PlayerScore, ScoreLine
from referee.text.names import find, fold

FIRST_LINE = "# A score sheet of referee: the glory of each pile, the wounds, and what the village counts.\n"
WHAT = "score sheet"
NUMBERS = CATEGORIES[:5]
"""What is typed of each player, in this order."""

Points = Annotated[int, Meta(ge=-9_999, le=9_999)]


class SheetPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's entry: glory by pile, wounds as a number of markers, and `counted`: how much the player has of what
    the village counts ("defence").
    """

    name: Name
    items: Points = 0
    enchantments: Points = 0
    monsters: Points = 0
    dragons: Points = 0
    wounds: Held = 0
    counted: dict[str, Held] = {}


class SheetFile(EnchantersReadings, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A score sheet's layout. `village` is a village of the rulebook, or what it counts: "glory 1 per 1 defence"."""

    game: str
    players: Annotated[tuple[SheetPlayer, ...], Meta(min_length=2, max_length=6)]
    village: str = ""
    note: str = ""


def read_sheet(path: Path, data: Data, deck: Path | None) -> tuple[Outcome, tuple[str, ...]]:
    """The score of a sheet on file, and no notes. Raises BadInput that names file, player and key."""
    if deck is not None:
        raise BadInput(f"{path}: its sheet names no cards; leave out --deck")
    if "players" not in data:
        raise BadInput(f"{path}: is neither a save nor a score sheet of Enchanters; a sheet has [[players]]")
    file = convert(data, SheetFile, str(path))
    try:
        return score_of(file), ()
    except RefereeError as error:
        raise BadInput(f"{path}: {error}") from None


def score_of(file: SheetFile) -> Outcome:
    """The score of a sheet (End of the game; E-aa, E-ab). Raises Unreadable for a village or a name that can't be."""
    counts = read_counts(file.village)
    names: dict[str, str] = {}
    for player in file.players:
        names[name_reader("name", names)(player.name)] = player.name
    players = [PlayerScore(player.name, tuple(_lines(player, file, counts))) for player in file.players]
    return outcome_of(players, [player.wounds for player in file.players], file.tie, over=True)


def _lines(player: SheetPlayer, file: SheetFile, counts: Sequence[Glory]) -> Iterator[ScoreLine]:
    for category in CATEGORIES[:4]:
        if points := getattr(player, category):
            yield ScoreLine(category, "", f"all {category}", points, ("glory", "E-z"))
    if player.wounds and file.wound_glory:
        yield wound_line(player.wounds, file.wound_glory)
    wanted = {effect.per.of for effect in counts if effect.per is not None} - {"wounds"}
    if unknown := sorted(player.counted.keys() - wanted):
        raise Unreadable(f"{player.name}: the village doesn't count {unknown[0]}")
    if missing := sorted(wanted - player.counted.keys()):
        raise Unreadable(f"{player.name}: counted.{missing[0]} is missing; the village counts it")
    for effect in counts:
        has = (
            0 if effect.per is None else player.wounds if effect.per.of == "wounds" else player.counted[effect.per.of]
        )
        points, told = counted_words(effect, has)
        if points:
            name = file.village if fold(file.village) in tables.told_villages() else "village"
            yield ScoreLine("village", "", f"{name}: {told}", points, ("village-glory", "E-aa"))


def read_counts(village: str) -> list[Glory]:
    """What a village counts at the end: by its name in the rulebook, or as it stands on it. Raises Unreadable."""
    if fold(village) in ("", "none", "nothing"):
        return []
    told = tables.told_villages().get(fold(village))
    if told is not None:
        texts: tuple[str, ...] = told.rules
    else:
        said = re.sub(r"^\s*end\s*:\s*", "", village)
        try:
            texts = read_village("village", f"end: {said}").rules
        except Unreadable:
            raise Unreadable(
                f'can\'t read "{village}"; write what the village counts, like glory 1 per 1 defence, or none'
            ) from None
    return [
        effect
        for rule in rules_of(texts)
        if rule.when == "end"
        for effect in rule.effects
        if isinstance(effect, Glory)
    ]


# --- by questions ---------------------------------------------------------------------------------


def ask_sheet() -> Procedure[SheetFile]:
    """Ask who played, which village it was, and a few numbers of each player."""
    names: tuple[str, ...] = yield _names_question()
    village: str = yield _village_question()
    players = []
    for name in names:
        numbers: Mapping[str, int] = yield _numbers_question(name)
        counted: dict[str, int] = {}
        for effect in read_counts(village):
            if effect.per is not None and effect.per.of not in ("wounds", *counted):
                counted[effect.per.of] = yield _count_question(name, effect.per.of)
        players.append(SheetPlayer(name, **numbers, counted=counted))
    file = SheetFile(game=GAME, players=tuple(players), village=village)
    if len(score_of(file).winners) > 1:
        tie: Tie = yield with_default(
            choice("tie", "Who wins of players who are level", [Option("shared"), Option("fewest wounds")]), "shared"
        )
        file = SheetFile(game=GAME, players=tuple(players), village=village, tie=tie)
    return file


def _names_question() -> Question[tuple[str, ...]]:
    least, most = tables.box().players.least, tables.box().players.most

    def parse(text: str) -> tuple[str, ...]:
        taken: dict[str, str] = {}
        for part in filter(None, (part.strip() for part in re.split(r"[,;]| and ", text))):
            name = name_reader("name", taken)(part)
            taken[name] = name
        if not least <= len(taken) <= most:
            raise Unreadable(f"this game is for {least} to {most} players; you named {len(taken)}")
        return tuple(taken)

    return Question("players", "Who played", parse, hint="names, commas between", write=", ".join)


def _village_question() -> Question[str]:
    known = [village.name for village in tables.told_villages().values() if read_counts(village.name)]

    def parse(text: str) -> str:
        said = next((name for name in known if fold(name) == fold(text)), text.strip())
        return said if read_counts(said) else ""

    return with_default(
        Question(
            "village", "What does the village add at the end", parse, open=True, write=lambda said: said or "none",
            options=lambda: [Option(name) for name in (*known, "none")],
            hint="what stands on it, like glory 1 per 1 defence",
        ),
        "none",
    )  # fmt: skip


def _numbers_question(name: str) -> Question[dict[str, int]]:
    def parse(text: str) -> dict[str, int]:
        found = read_numbers(text)
        for what, number in found.items():
            if what == "wounds" and number < 0:
                raise Unreadable("wounds are counted: write how many markers, like wounds 6")
        return found

    return Question(
        "glory", f"{name}'s glory by pile, and wounds", parse,
        hint=f"like 3 2 28 5 6 ({', '.join(NUMBERS)}), or monsters 28, wounds 6; what isn't named is 0",
        write=lambda found: ", ".join(f"{what} {number}" for what, number in found.items() if number) or "0",
    )  # fmt: skip


def read_numbers(text: str) -> dict[str, int]:
    """Glory by pile and wounds: five numbers in order, or each beside its name. Raises Unreadable."""
    words = re.findall(r"[+\-\N{MINUS SIGN}]?\d{1,4}(?!\d)|[^\W\d_]+", text.lower().replace(" and ", " "))
    numbers = [_number(word) for word in words]
    if words and None not in numbers and (len(words) == len(NUMBERS) or text.strip() == "0"):
        return dict(zip(NUMBERS, cast("list[int]", numbers), strict=False))
    found: dict[str, int] = {}
    known: dict[str, str] = {name: name for name in NUMBERS}
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if not words or len(words) % 2:
        raise Unreadable(
            f"write {len(NUMBERS)} numbers ({', '.join(NUMBERS)}), or names with numbers, like monsters 28"
        )
    for one, other in pairs:
        word, number = (other, _number(one)) if _number(one) is not None else (one, _number(other))
        if number is None or _number(word) is not None:
            raise Unreadable(f'can\'t read "{one} {other}"; write a name and a number, like monsters 28')
        what = find(word, known, "pile")
        if what in found:
            raise Unreadable(f"{what} is named twice")
        found[what] = number
    return found


def _number(word: str) -> int | None:
    digits = word.replace("\N{MINUS SIGN}", "-")
    return int(digits) if re.fullmatch(r"[+-]?\d+", digits) else None


def _count_question(name: str, what: str) -> Question[int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"\d{1,4}", text.strip()):
            raise Unreadable(f"write how much {what} {name} has, as a number")
        return int(text)

    return Question("counted", f"{name}'s {what}, which the village counts", parse, write=str)


class ScoreForm(FormTable[SheetFile]):
    """A score sheet that is being asked for."""

    def __init__(self, say: Callable[[str], None], deck: Path | None, path: Path | None) -> None:
        super().__init__(GAME, WHAT, ask_sheet, write_sheet, say, path)

    def score_of_sheet(self) -> tuple[Outcome, tuple[str, ...]]:
        """The score of the finished sheet, and no notes."""
        assert self.result is not None
        return score_of(self.result), ()


def write_sheet(file: SheetFile) -> str:
    """A score sheet as TOML text."""
    data: dict[str, Any] = to_builtins(file)
    return FIRST_LINE + tomli_w.dumps(data)
