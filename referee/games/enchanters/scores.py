"""The glory of Enchanters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import tomli_w
from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from referee.asking.question import Option, Procedure, Question, choice, name_reader
from referee.cards.fields import card_of
from referee.declaration.game import Scores
from referee.declaration.tracking import EVERYTHING
from referee.effects.rules import Term, format_terms, total
from referee.errors import BadInput, RefereeError, Unreadable, naming_place
from referee.files.files import Data, convert
from referee.files.kinds import SHEET, expect
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Glory, rules_of
from referee.games.enchanters.cards.language import read_village
from referee.games.enchanters.readings import EnchantersReadings, Tie
from referee.games.enchanters.rules import context
from referee.games.enchanters.rules.context import ActiveRule
from referee.games.enchanters.rules.state import GameState, Player, Setup
from referee.games.enchanters.vocabulary import GAME, PILES, Held, Name, pile_for
from referee.play.form import ScoreForm
from referee.scores.score import Outcome, PlayerScore, ScoreLine, ScoreWords
from referee.text.grammar import so_many
from referee.text.names import and_list, did_you_mean, fold, is_nothing, numbers_by_name, printable, printed

# --- Score ----------------------------------------------------------------------------------------
# Glory at the end of the game, line by line, and who wins (End of the game; E-z, E-aa, E-ab, E-aq).


Category = Literal["items", "enchantments", "monsters", "dragons", "wounds", "village"]
CATEGORIES: tuple[Category, ...] = get_args(Category)


def score(setup: Setup, game: GameState) -> Outcome:
    """Compute the score if the game ended now; glory counts of covered cards too (E-z)."""
    players = tuple(
        PlayerScore(player.name, tuple(_lines(setup, game, number))) for number, player in enumerate(game.players)
    )
    return outcome_of(players, [player.wounds for player in game.players], setup.tie, over=game.over)


def outcome_of(players: Sequence[PlayerScore], wounds: Sequence[int], tie: Tie, *, over: bool) -> Outcome:
    """Find the winners by most glory; with equal glory all, or by that `tie` those with the fewest wounds (E-ab)."""
    best = max(player.total for player in players)
    leading = [number for number, player in enumerate(players) if player.total == best]
    reason = "total" if len(leading) == 1 else "shared"
    if len(leading) > 1 and tie == "fewest wounds":
        least = min(wounds[number] for number in leading)
        leading = [number for number in leading if wounds[number] == least]
        reason = "wounds" if len(leading) == 1 else "shared"
    return Outcome(reason, tuple(players[number].name for number in leading), tuple(players), over=over)


def _lines(setup: Setup, game: GameState, number: int) -> Iterator[ScoreLine]:
    player = game.players[number]
    if game.tracking != EVERYTHING:  # the table has counted it
        yield from _count(setup, player)
        return
    of: dict[str, list[str]] = {category: [] for category in CATEGORIES}
    for pile in player.piles():
        for name in pile:
            of[f"{card_of(setup, game, name).type}s"].append(name)
    in_sight = list(context.card_rules(setup, game, number))
    for category in CATEGORIES[:4]:
        counted = (Term(printed(name), _glory(setup, game, player, name)) for name in of[category])
        if scoring := [term for term in counted if term.amount]:
            yield ScoreLine(category, "", format_terms(scoring), total(scoring), ("glory", "E-z"))
        own = [active for active in in_sight if active.source in of[category]]
        yield from _effect_lines(setup, game, number, category, own)
    yield from _wounds(player.wounds, setup.wound_glory)
    yield from _effect_lines(setup, game, number, "village", context.village_rules(setup, game))


def _glory(setup: Setup, game: GameState, player: Player, name: str) -> int:
    """Return the glory of a card in a pile; by a reading a covered one's only below its line (E-z)."""
    card = card_of(setup, game, name)
    pile = player.pile(pile_for(card.type))
    covered = setup.covered_glory == "visible" and not card.fights and name != pile[-1]
    return card.lower.glory + (0 if covered else card.glory)


def _wounds(wounds: int, each: int) -> Iterator[ScoreLine]:
    """Yield the line for wounds at the end, each at -`each`."""
    if wounds and each:
        yield ScoreLine("wounds", "", f"{wounds} at -{each}", -each * wounds, ("wound-glory",))


def _count(setup: Setup, player: Player) -> Iterator[ScoreLine]:
    """Yield the glory of each pile and of the village as the table has counted it."""
    for category in CATEGORIES:
        if category == "wounds":
            yield from _wounds(player.wounds, setup.wound_glory)
        elif points := player.glory.get(category, 0):
            ids = ("village-glory", "E-aa") if category == "village" else ("glory", "E-z")
            yield ScoreLine(category, "", "as counted", points, ids)


def _effect_lines(
    setup: Setup, game: GameState, number: int, category: Category, rules: Iterable[ActiveRule]
) -> Iterator[ScoreLine]:
    """Yield what villages and visible cards add for holdings; attack and defence without boosts (E-aa, E-aq)."""
    ids = ("village-glory", "E-aa") if category == "village" else ("glory", "E-aq")
    for active in rules:
        for effect in active.rule.effects:
            if isinstance(effect, Glory):
                per = effect.per
                has = 0 if per is None else context.count(setup, game, number, per.of, boosts=False)
                points, counted = counted_words(effect, has)
                if points:
                    yield ScoreLine(category, "", f"{printed(active.source)}: {counted}", points, ids)


def counted_words(effect: Glory, has: int) -> tuple[int, str]:
    """Return the glory of an effect for a player who has `has` of what it counts, and its text."""
    text = f"{effect.each} at the end"
    if (per := effect.per) is not None:
        text = f"{has} {per.of}, {effect.each} for every {per.words}"
    return effect.value_of(has), text


# --- Reports of the score: text, and JSON for scripts ---------------------------------------------


def _player(player: PlayerScore) -> dict[str, Any]:
    """Return a player's score in the fixed machine format; glory throughout, wounds as a negative number."""
    return {
        "name": player.name,
        "total": player.total,
        **{category: player.points(category) for category in CATEGORIES},
        "lines": [
            {"category": line.category, "text": line.text, "points": line.points, "rules": list(line.rules)}
            for line in player.lines
        ],
    }


def _piles(player: Player) -> Iterator[tuple[str, str]]:
    """Yield a player's artifact by its name, and the cards of each pile, the top one first."""
    if player.artifact:
        yield "artifact", player.artifact
    for pile in PILES:
        names = [printed(name) for name in reversed(player.pile(pile))]
        lines = [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]
        if lines:
            yield pile, ", ".join(lines)


# --- Sheet ----------------------------------------------------------------------------------------
# Score sheets: the glory of all piles, the wounds, and what the village counts; from a file or by questions.
#
# The glory of a pile is that on its cards, covered ones too, with what the cards themselves add at the end.


FIRST_LINE = "# A score sheet of referee: the glory of each pile, the wounds, and what the village counts.\n"
NUMBERS = CATEGORIES[:5]
"""The numbers typed for each player, in this order."""

Points = Annotated[int, Meta(ge=-9_999, le=9_999)]


class SheetPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's entry: glory by pile, and wounds as a number of markers.

    `counted` is how much the player has of what the village counts ("defence").
    """

    name: Name
    items: Points = 0
    enchantments: Points = 0
    monsters: Points = 0
    dragons: Points = 0
    wounds: Held = 0
    counted: dict[str, Held] = {}


class SheetFile(EnchantersReadings, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A score sheet's layout. `village` is one of the rulebook, or its end rule: "glory 1 per 1 defence"."""

    game: str
    players: tuple[SheetPlayer, ...]
    village: str = ""
    note: str = ""


def read_sheet(path: Path, data: Data, deck: Path | None) -> tuple[Outcome, tuple[str, ...]]:
    """Score a sheet on file, without notes. Raises BadInput that names file, player and key."""
    if deck is not None:
        raise BadInput(f"{path}: its sheet names no cards; leave out --deck")
    expect(SHEET, data, path)
    if "players" not in data:
        raise BadInput(f"{path}: is neither a save nor a score sheet of Enchanters; a sheet has [[players]]")
    file = convert(data, SheetFile, str(path))
    if not 2 <= len(file.players) <= 6:
        has = so_many(len(file.players), "player")
        raise BadInput(f"{path}: Enchanters is played by 2 to 6; the sheet has {has}, each under [[players]]")
    with naming_place(path, RefereeError):
        return score_of(file), ()


def score_of(file: SheetFile) -> Outcome:
    """Score a sheet (End of the game; E-aa, E-ab). Raises Unreadable for a wrong village or name."""
    counts = read_counts(file.village)
    names: dict[str, str] = {}
    for player in file.players:
        names[name_reader("name", names)(player.name)] = player.name
    players = [PlayerScore(player.name, tuple(_lines_of_sheet(player, file, counts))) for player in file.players]
    return outcome_of(players, [player.wounds for player in file.players], file.tie, over=True)


def _lines_of_sheet(player: SheetPlayer, file: SheetFile, counts: Sequence[Glory]) -> Iterator[ScoreLine]:
    for category in CATEGORIES[:4]:
        if points := getattr(player, category):
            yield ScoreLine(category, "", f"all {category}", points, ("glory", "E-z"))
    yield from _wounds(player.wounds, file.wound_glory)
    wanted: set[str] = {effect.per.of for effect in counts if effect.per is not None}
    if "wounds" in wanted & player.counted.keys():
        raise Unreadable(f"{player.name}: wounds are counted where they stand; leave out counted.wounds")
    wanted.discard("wounds")
    if unknown := sorted(player.counted.keys() - wanted):
        hint = did_you_mean(unknown[0], wanted)
        raise Unreadable(f"{player.name}: the village doesn't count {printable(unknown[0])}{hint}")
    if missing := sorted(wanted - player.counted.keys()):
        raise Unreadable(f"{player.name}: counted.{missing[0]} is missing; the village counts it")
    for effect in counts:
        has = (
            0 if effect.per is None else player.wounds if effect.per.of == "wounds" else player.counted[effect.per.of]
        )
        points, text_counted = counted_words(effect, has)
        if points:
            name = file.village if fold(file.village) in tables.printed_villages() else "village"
            yield ScoreLine("village", "", f"{name}: {text_counted}", points, ("village-glory", "E-aa"))


def read_counts(village: str) -> list[Glory]:
    """Parse a village's effects at the end, by its name in the rulebook, or as on the card. Raises Unreadable."""
    if is_nothing(village):
        return []
    entry = tables.printed_villages().get(fold(village))
    if entry is not None:
        texts: tuple[str, ...] = entry.rules
    else:
        words = re.sub(r"^\s*end\s*:\s*", "", village)
        try:
            texts = read_village("village", f"end: {words}").rules
        except Unreadable:
            hint = did_you_mean(village, [one.name for one in tables.printed_villages().values()])
            wanted = "; write what the village counts, like glory 1 per 1 defence, or none"
            raise Unreadable(f'can\'t read the village "{printable(village)}"{hint or wanted}') from None
    return [
        effect
        for rule in rules_of(texts)
        if rule.when == "end"
        for effect in rule.effects
        if isinstance(effect, Glory)
    ]


# --- by questions ---------------------------------------------------------------------------------


def ask_sheet() -> Procedure[SheetFile]:
    """Ask for the players, the village, and a few numbers of each player."""
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
        level = [Option("shared"), Option("fewest wounds")]
        tie: Tie = yield choice("tie", "Who wins if players are level", level, default="shared")
        file = replace(file, tie=tie)
    return file


def _names_question() -> Question[tuple[str, ...]]:
    least, most = tables.box().players.least, tables.box().players.most

    def parse(text: str) -> tuple[str, ...]:
        taken: dict[str, str] = {}
        for one in filter(None, (word.strip() for word in re.split(r"[,;]| and ", text))):
            name = name_reader("name", taken)(one)
            taken[name] = name
        if not least <= len(taken) <= most:
            raise Unreadable(f"this game is for {least} to {most} players; you named {len(taken)}")
        return tuple(taken)

    return Question("players", "Who played", parse, hint="names, commas between", write=", ".join)


def _village_question() -> Question[str]:
    known = [village.name for village in tables.printed_villages().values() if read_counts(village.name)]

    def parse(text: str) -> str:
        chosen = next((name for name in known if fold(name) == fold(text)), text.strip())
        return chosen if read_counts(chosen) else ""

    return Question(
        "village",
        "What does the village add at the end",
        parse,
        default="none",
        write=lambda chosen: chosen or "none",
        options=lambda: [Option(name) for name in (*known, "none")],
        hint="what is printed on it, like glory 1 per 1 defence",
    )


def _numbers_question(name: str) -> Question[dict[str, int]]:
    def parse(text: str) -> dict[str, int]:
        found = numbers_by_name(text, NUMBERS, "monsters 28")
        for what, number in found.items():
            if what == "wounds" and number < 0:
                raise Unreadable("wounds are counted: write how many markers, like wounds 6")
        return found

    return Question(
        "glory",
        f"{name}'s glory by pile, and wounds",
        parse,
        hint=f"like 3 2 28 5 6 ({', '.join(NUMBERS)}), or monsters 28, wounds 6; what isn't named is 0",
        write=lambda found: ", ".join(f"{what} {number}" for what, number in found.items() if number) or "0",
    )


def _count_question(name: str, what: str) -> Question[int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"\d{1,4}", text.strip()):
            raise Unreadable(f"write how much {what} {name} has, as a number")
        return int(text)

    return Question("counted", f"{name}'s {what}, which the village counts", parse, write=str)


class SheetForm(ScoreForm[SheetFile]):
    """The form of a score sheet of glory."""

    def __init__(self, say: Callable[[str], None], deck: Path | None, path: Path | None) -> None:
        super().__init__(GAME, SHEET, ask_sheet, write_sheet, say, path)

    def score_of_sheet(self) -> tuple[Outcome, tuple[str, ...]]:
        """Return the score of the finished sheet, without notes."""
        assert self.result is not None
        return score_of(self.result), ()


def write_sheet(file: SheetFile) -> str:
    """Write a score sheet as TOML text."""
    data: dict[str, Any] = to_builtins(file)
    return FIRST_LINE + tomli_w.dumps(data)


# --- Words ----------------------------------------------------------------------------------------
# A score as text, the same on every screen and picture: rows of the sheet, its lines, and why the winner wins.


def verdict(result: Outcome) -> list[str]:
    """Explain who wins and why (E-ab)."""
    best = max(player.total for player in result.standing)
    names = and_list(result.winners)
    if result.reason == "total":
        return [f"{names} {result.wins} with {best} glory."]
    level = [player.name for player in result.standing if player.total == best]
    if len(level) == len(result.winners):
        return [f"{names} {result.share}, level at {best} glory (E-ab)."]
    alone = len(result.winners) == 1
    won = f"has the fewest wounds and {result.wins}" if alone else f"have the fewest wounds and {result.share}"
    return [f"{and_list(level)} are level at {best} glory; {names} {won} (E-ab)."]


WORDS = ScoreWords(
    GAME,
    "Enchanters",
    "glory",
    CATEGORIES,
    tuple((category, "", category) for category in CATEGORIES),
    lambda line: line.text,
    verdict,
)

SCORES = Scores(
    outcome=score,
    player=_player,
    holdings=lambda setup, game: {player.name: list(_piles(player)) for player in game.players},
    words=lambda: WORDS,
    sheet=read_sheet,
    ask=SheetForm,
)
