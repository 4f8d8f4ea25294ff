"""What is agreed before the first pick."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.question import Option, Question, whole_number, with_default
from referee.declaration.readings import READINGS
from referee.declaration.setup import (
    NO,
    NONE,
    TRACKING,
    YES,
    Agreed,
    SetUp,
    SetUpField,
    changeable,
    deck_file,
    dice,
    how_much,
    on_or_off,
    one_of,
    players,
    seed,
    where_tracked,
    which_teams,
    who_draws,
    who_starts,
    whole,
)
from referee.declaration.tracking import BATTLES, EVERYTHING
from referee.errors import Unreadable, as_unreadable
from referee.files.files import path_of
from referee.games.mythic.board.board import Board
from referee.games.mythic.board.map_file import Scenario, load_map, load_scenario
from referee.games.mythic.readings import MythicReadings
from referee.games.mythic.rules import recruiting, turns
from referee.games.mythic.rules.endings import TRACKING_LEVELS
from referee.games.mythic.rules.state import Match, Setup
from referee.games.mythic.tables import numbers
from referee.games.mythic.units.language import UNITS, read_unit, write_unit
from referee.games.mythic.units.unit import Unit
from referee.text.names import find, fold, is_nothing, keyed, names_in

# --- Scenarios ------------------------------------------------------------------------------------
# A scenario at the set-up: named as a file; what it says isn't asked any more, and no other answer is taken.


Named = tuple[str, Scenario]
"""A scenario's file as it was typed, and what stands in it."""


def which() -> SetUpField[Setup]:
    """The file of the scenario that is played, or none."""
    return SetUpField(
        name="scenario",
        takes="a file with your scenario, or none",
        ask=_question,
        file=True,
        line=lambda setup: [setup.scenario] if setup.scenario else [],
    )


def _question(agreed: Agreed) -> Question[Named | None]:
    many = len(agreed["player"])

    def parse(text: str) -> Named | None:
        if is_nothing(text):
            return None
        with as_unreadable():
            found = load_scenario(path_of(text.strip()))
        if found.players != many:
            raise Unreadable(f"{text.strip()}: is for {found.players} players; you are {many}")
        return text.strip(), found

    return Question(
        "scenario",
        "File with your scenario",
        parse,
        default=NONE,
        skippable=True,
        hint="none: a skirmish by the numbers of the rules",
        write=lambda named: named[0] if named else NONE,
    )


def of(agreed: Agreed) -> Scenario | None:
    """The scenario that is played."""
    named: Named | None = agreed["scenario"]
    return None if named is None else named[1]


# --- what it says ---------------------------------------------------------------------------------------


def unless_said(one: SetUpField[Setup], said: Callable[[Scenario, Sequence[str]], str | None]) -> SetUpField[Setup]:
    """A field whose answer the scenario may have `said`, given the players: only that one is taken then."""

    def ask(agreed: Agreed) -> Any:
        asked, scenario = one.ask(agreed), of(agreed)
        answer = None if scenario is None else said(scenario, agreed["player"])
        return asked if answer is None or not isinstance(asked, Question) else _fixed(asked, answer)

    return replace(one, ask=ask)


def _fixed(asked: Question[Any], answer: str) -> Question[Any]:
    """A question that has one answer, as the scenario says it."""

    def parse(text: str) -> Any:
        value = asked.parse(text)
        if value != asked.parse(answer):
            raise Unreadable(f"the scenario says {answer}")
        return value

    return replace(with_default(asked, answer), parse=parse, forced=lambda: answer)


def applied(setup: Setup, named: Named | None) -> Setup:
    """A set-up with what else the scenario says: map, zones, stones, things, tokens, units, victory, area attacks."""
    if named is None:
        return setup
    file, scenario = named
    return replace(
        setup,
        scenario=file,
        board=scenario.board,
        board_file=scenario.map,
        zones=scenario.zones,
        stones=(*scenario.stones, *scenario.things),
        things=tuple(name for name, _ in scenario.things),
        tokens=scenario.tokens,
        limited=scenario.units,
        victory=scenario.victory,
        area_attacks=scenario.area_attacks or setup.area_attacks,
    )


# --- Fields ---------------------------------------------------------------------------------------
# Setting a game up by questions: players, mode, points, deck, map, settings, dice and draws, armies (Recruiting).


ASK, LIMITED = "ask", "limited"
Picks = Mapping[str, tuple[str, ...]]
"""The armies that are named at the set-up, by player."""


class KnownUnits(Struct, frozen=True):
    """The units of the deck file."""

    file: str = ""
    units: tuple[Unit, ...] = ()


def set_up() -> SetUp[Setup]:
    """What is agreed on before the first pick."""
    most = max(numbers().recruiting.points)
    return SetUp(
        make=lambda agreed: _setup(agreed, agreed.get("recruit") or {}),
        typed=lambda setup: {fold(name): setup.known[fold(name)] for name in setup.typed},
        notes=notes_on_picks,
        readings=MythicReadings,
        fields=[
            how_much(TRACKING_LEVELS),
            players(min(numbers().recruiting.points), most, lambda setup: setup.players),
            which(),
            unless_said(
                who_starts("Who is the lead player", "the lead player, or random", chance="the program draws"),
                lambda scenario, players: None if scenario.lead is None else players[scenario.lead],
            ),
            unless_said(_teams(most), lambda scenario, players: YES if scenario.teams else NO),
            *(
                _of_armies(field)
                for field in (
                    unless_said(_mode(), lambda scenario, players: LIMITED if scenario.units else None),
                    unless_said(
                        one_of(
                            "divinity",
                            "Gods or titans",
                            {"god": "each army has a god", "titan": "each army has a titan"},
                        ),
                        lambda scenario, players: scenario.divinity,
                    ),
                    unless_said(
                        SetUpField(
                            name="points",
                            takes="recruitment points (RP) of each player",
                            ask=_points,
                            line=lambda setup: [str(setup.points or NONE)],
                        ),
                        lambda scenario, players: NONE if scenario.points is None else str(scenario.points),
                    ),
                    deck_file(lambda name: KnownUnits(name, UNITS.load(path_of(name))), KnownUnits()),
                    SetUpField(
                        name="card",
                        takes="the line of a unit that the deck lacks; repeat it",
                        ask=lambda agreed: _cards(),
                        answered=lambda values, options: {"card": "\n".join(values)},
                        line=_lines_typed,
                    ),
                )
            ),
            whole(
                SetUpField(
                    name="map",
                    takes="a file with your map, or ask",
                    file=True,
                    ask=lambda agreed: _map() if agreed["scenario"] is None else None,
                    line=lambda setup: [setup.board_file] if setup.board_file and not setup.scenario else [],
                )
            ),
            *(
                _of_armies(field)
                for field in (
                    *changeable("rulings", Option("usual"), Option("change"), _settings()),
                    dice("no dice: the most wounds whose chance is at least a half"),
                )
            ),
            whole(who_draws("decks and hands", lambda agreed: "", usual="table")),
            seed(lambda agreed: agreed.get("draws") == "program" or agreed.get("dice") == "rolled"),
            _of_armies(
                SetUpField(
                    name="recruit",
                    takes="an army named already: 'Anna: Storm Warden, Ash Runner'; repeat it",
                    ask=_recruits,
                    answered=lambda values, options: {"recruit": "; ".join(values)},
                    line=lambda setup: [
                        f"{player}: {', '.join(units)}"
                        for player, units in zip(setup.players, setup.picks, strict=False)
                    ],
                )
            ),
        ],
    )


def _of_armies(one: SetUpField[Setup]) -> SetUpField[Setup]:
    """A field of games whose units are known: all where more than the score is tracked."""
    return where_tracked(one, EVERYTHING, BATTLES)


def _settings() -> list[SetUpField[Setup]]:
    """Rulings that a table may change (the settings of the rulings page)."""
    return [
        one_of(
            "ceiling",
            "How far is a die lifted in the first assault (M9)",
            {"none": "past 5 too", "five": "never past 5"},
            rules=("M9",),
        ),
        on_or_off(
            "cage-obstacle", "Does a cage hide what lies behind (M2)", "yes or no (M2)", usual=True, rules=("M2",)
        ),
        one_of(
            "full-area-reach",
            "Over which boundaries is a full area struck as if there (M35)",
            {"passable": "those one could walk through", "any": "all"},
            rules=("M35",),
        ),
        unless_said(
            one_of(
                "area-attacks",
                "Who makes area attacks (M37)",
                {"powers": "only powers that say so", "everyone": "every unit may"},
                rules=("M37",),
            ),
            lambda scenario, players: scenario.area_attacks,
        ),
        one_of(
            "throw-counts",
            "When do blanks count for a mighty throw (M46)",
            {"any order": "the attacker picks", "after slayer": "after slayer"},
            rules=("M46",),
        ),
        one_of(
            "recall",
            "What does a recall bring back (M60)",
            {"ask": "it is asked each time", "keep": "the first answer holds"},
            rules=("M60",),
        ),
    ]


def _teams(four: int) -> SetUpField[Setup]:
    """Whether four players play as two teams."""
    asked: SetUpField[Setup] = on_or_off(
        "teams",
        which_teams,
        "no: all against all, for four players",
        usual=True,
        where=lambda agreed: len(agreed["player"]) == four,
    )
    return replace(asked, line=lambda setup: asked.line(setup) if len(setup.players) == four else [])


def _lines_typed(setup: Setup) -> list[str]:
    return [write_unit(setup.known[fold(name)]) for name in setup.typed]


def _mode() -> SetUpField[Setup]:
    """How armies are recruited; from limited units only where a scenario names them."""
    modes: SetUpField[Setup] = one_of(
        "mode",
        "How are armies recruited",
        {
            "draft": "in turn, from all units",
            "constructed": "each from their own box, all points spent",
            LIMITED: "only the units of the scenario",
        },
    )

    def ask(agreed: Agreed) -> Question[str]:
        asked: Question[str] = modes.ask(agreed)  # type: ignore[assignment]
        scenario = of(agreed)
        if scenario is not None and scenario.units:
            return asked
        why = "limited takes a scenario that names its units: --scenario FILE"

        def parse(text: str) -> str:
            if (mode := asked.parse(text)) == LIMITED:
                raise Unreadable(why)
            return mode

        return replace(
            asked,
            parse=parse,
            options=lambda: [one for one in asked.options() if one.text != LIMITED],
            closed=lambda: [Option(LIMITED, detail=why, rule=LIMITED)],
        )

    return replace(modes, ask=ask)


def _points(agreed: Agreed) -> Question[int]:
    """The points of each; a scenario without points is the only way to none."""
    usual = numbers().recruiting.points[len(agreed["player"])]
    asked = whole_number("points", "Recruitment points (RP) of each player", 1, 99, default=str(usual))
    scenario = of(agreed)
    if scenario is None or scenario.points is not None:
        return asked
    return replace(
        asked,
        parse=lambda text: 0 if fold(text) == NONE else asked.parse(text),
        write=lambda number: str(number or NONE),
    )


# --- files ------------------------------------------------------------------------------------------


def _cards() -> Question[tuple[Unit, ...]]:
    """The lines of units that the deck lacks: only an option, nobody is asked."""

    def parse(text: str) -> tuple[Unit, ...]:
        return tuple(read_unit(line) for line in text.splitlines() if fold(line) not in ("", NONE))

    return Question(
        "card",
        "Units that the deck lacks",
        parse,
        default=NONE,
        forced=lambda: NONE,
        skippable=True,
        write=lambda units: "\n".join(map(write_unit, units)) or NONE,
    )


def _map() -> Question[tuple[Board, str]]:
    def parse(text: str) -> tuple[Board, str]:
        if is_nothing(text) or fold(text) == ASK:
            return Board(), ""
        with as_unreadable():
            return load_map(path_of(text.strip())), text.strip()

    return Question(
        "map",
        "File with your map",
        parse,
        default=ASK,
        hint="ask: areas and borders are asked for as they matter",
        write=lambda value: value[1] or ASK,
    )


# --- armies named already ---------------------------------------------------------------------------


def _recruits(agreed: Agreed) -> Question[Picks]:
    def parse(text: str) -> Picks:
        if is_nothing(text):
            return {}
        found: dict[str, tuple[str, ...]] = {}
        for part in text.split(";"):
            name, colon, units = part.partition(":")
            if not colon:
                raise Unreadable(f'"{part.strip()}": write the player, a colon and the units: Anna: Storm Warden')
            player = find(name.strip(), keyed(agreed["player"], str), "player")
            known = keyed((unit.name for unit in _units(agreed)), str)
            taken = [find(unit, known, "known unit") for unit in names_in(units, known) if unit]
            found[player] = (*found.get(player, ()), *taken)
        if lacking := next((player for player in agreed["player"] if player not in found), None):
            raise Unreadable(f"the army of {lacking} is missing")
        _setup(agreed, found)
        return found

    return Question(
        "recruit",
        "Armies that are recruited already",
        parse,
        default=NONE,
        skippable=True,
        hint="none: recruit now; else like Anna: Storm Warden, Ash Runner; Bo: Deep Queen, Wall Guard",
        write=lambda picks: "; ".join(f"{player}: {', '.join(units)}" for player, units in picks.items()) or NONE,
    )


def _units(agreed: Agreed) -> tuple[Unit, ...]:
    known: KnownUnits = agreed.get("deck") or KnownUnits()
    typed: tuple[Unit, ...] = agreed.get("card") or ()
    names = {fold(unit.name) for unit in typed}
    return (*(unit for unit in known.units if fold(unit.name) not in names), *typed)


def why_not_picks(setup: Setup) -> str:
    """What is wrong with the armies that are named at the set-up, "" if nothing is."""
    return _recruited(setup, Match(setup, turns.start(setup), []))


def notes_on_picks(setup: Setup) -> Iterator[str]:
    """Armies named at the set-up that keep points for which another unit could be had (Draft, M71).

    It isn't refused: the deck may know units that aren't on the table. Without tracked cards nothing hangs on it.
    """
    match = Match(setup, turns.start(setup), [])
    counts = setup.picks and setup.counts_points and setup.tracking == EVERYTHING
    if not counts or _recruited(setup, match):
        return
    for seat, player in enumerate(match.state.players):
        if player.points and (left := recruiting.affordable(match, seat)):
            more = f"{left[-1].name} can still be recruited for {left[-1].cost}"
            yield f"{player.name} keeps {player.points} RP, and {more}; they stay only when nobody can be had (M71)."


def _recruited(setup: Setup, match: Match) -> str:
    """Let the armies that are named join; why one of them can't be, "" if they can."""
    for seat, names in enumerate(setup.picks):
        player = match.state.players[seat]
        for name in names:
            unit = match.known(name)
            if unit is None or unit.cost is None or unit.cards is None or unit.art is None:
                return f"{name}: its cost, cards and strategic value (art) aren't known"
            why, _ = recruiting.why_not(match, seat, unit)
            if why:
                which = "" if unit.name in why else f"{unit.name}: "
                return f"{player.name}'s army: {which}{why}"
            recruiting.take(match, seat, unit)
        if recruiting.owes_divinity(match, seat):
            return f"{player.name}'s army has no {setup.divinity}"
        if setup.mode == "constructed" and player.points:
            return f"{player.name}'s army: all points must be spent; {player.points} RP left"
    return ""


# --- the whole --------------------------------------------------------------------------------------


def _setup(agreed: Agreed, picks: Picks) -> Setup:
    """The set-up of what was agreed. Raises Unreadable for armies that can't be."""
    known: KnownUnits = agreed.get("deck") or KnownUnits()
    board, file = agreed.get("map") or (Board(), "")
    names: list[str] = agreed["player"]
    settings: dict[str, Any] = agreed[READINGS] | {
        one.name.replace("-", "_"): agreed[one.name] for one in _settings() if agreed.get(one.name) is not None
    }
    setup = Setup(
        players=tuple(names),
        start=names.index(agreed["start"]),
        teams=bool(agreed.get("teams")),
        tracking=agreed[TRACKING],
        mode=agreed.get("mode") or "draft",
        divinity=agreed.get("divinity") or "god",
        points=agreed.get("points") or 0,
        deck=known.file,
        units=_units(agreed),
        typed=tuple(unit.name for unit in agreed.get("card") or ()),
        board=board,
        board_file=file,
        dice=agreed.get("dice") or "entered",
        draws=agreed.get("draws") or "table",
        seed=agreed.get("seed") or 0,
        picks=tuple(picks[name] for name in names) if picks else (),
        **settings,
    )
    setup = applied(setup, agreed.get("scenario"))
    if why := why_not_picks(setup) if picks else "":
        raise Unreadable(why)
    return setup
