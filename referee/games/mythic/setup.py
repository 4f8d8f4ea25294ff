"""The set-up before the first pick."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.question import Option, Question, whole_number, without
from referee.declaration import setup as fields
from referee.declaration.readings import READINGS
from referee.declaration.setup import NO, NONE, YES, Agreed, SetUp, SetUpField
from referee.declaration.tracking import EVERYTHING
from referee.errors import Unreadable
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
from referee.text.names import by_key, find, fold, is_nothing, names_in

# --- Scenarios ------------------------------------------------------------------------------------
# A scenario at the set-up, named as a file: its answers aren't asked, and no others are accepted.


Named = tuple[str, Scenario]
"""A scenario's file as typed, and its contents."""


def _question(agreed: Agreed) -> Question[Named | None]:
    count = len(agreed["player"])

    def read(file: str) -> Named:
        scenario = load_scenario(path_of(file))
        if scenario.players != count:
            raise Unreadable(f"{file}: is for {scenario.players} players; you are {count}")
        return file, scenario

    hint = "none: a skirmish by the numbers of the rules"
    return fields.file_question(
        "scenario", read, None, lambda named: named[0] if named else "", hint=hint, skippable=True
    )


def of(agreed: Agreed) -> Scenario | None:
    """Return the scenario that is played; None if there is none."""
    named: Named | None = agreed["scenario"]
    return None if named is None else named[1]


# --- fixed answers ---------------------------------------------------------------------------------------


def unless_said(one: SetUpField[Setup], fixed: Callable[[Scenario, Sequence[str]], str | None]) -> SetUpField[Setup]:
    """Make a field whose answer the scenario may fix, by `fixed` from the players: no other is accepted then."""

    def ask(agreed: Agreed) -> Any:
        question, scenario = one.ask(agreed), of(agreed)
        answer = None if scenario is None else fixed(scenario, agreed["player"])
        return question if answer is None or not isinstance(question, Question) else _fixed(question, answer)

    return replace(one, ask=ask)


def _fixed(question: Question[Any], answer: str) -> Question[Any]:
    """Restrict a question to the one answer that the scenario fixes."""

    def parse(text: str) -> Any:
        value = question.parse(text)
        if value != question.parse(answer):
            raise Unreadable(f"the scenario says {answer}")
        return value

    return replace(question, default=answer, parse=parse, forced=lambda: answer)


def apply_scenario(setup: Setup, named: Named | None) -> Setup:
    """Apply the scenario to a set-up: map, zones, stones, things, tokens, units, victory, area attacks."""
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
"""Armies named at the set-up, by player."""


class KnownUnits(Struct, frozen=True):
    """Units of the deck file."""

    file: str = ""
    units: tuple[Unit, ...] = ()


def set_up() -> SetUp[Setup]:
    """Return the questions before the first pick."""
    most = max(numbers().recruiting.points)
    return SetUp(
        make=lambda agreed: _setup(agreed, agreed.get("recruit") or {}),
        typed=lambda setup: {fold(name): setup.known[fold(name)] for name in setup.typed},
        notes=notes_on_picks,
        readings=MythicReadings,
        fields=[
            fields.how_much(TRACKING_LEVELS),
            fields.players(min(numbers().recruiting.points), most, lambda setup: setup.players),
            SetUpField(
                name="scenario",
                takes="a file with your scenario, or none",
                ask=_question,
                file=True,
                line=lambda setup: [setup.scenario] if setup.scenario else [],
            ),
            unless_said(
                fields.who_starts("Who is the lead player", "the lead player, or random", chance="the program draws"),
                lambda scenario, players: None if scenario.lead is None else players[scenario.lead],
            ),
            unless_said(_teams(most), lambda scenario, players: YES if scenario.teams else NO),
            *map(
                fields.beyond_score,
                (
                    unless_said(_mode(), lambda scenario, players: LIMITED if scenario.units else None),
                    unless_said(
                        fields.one_of(
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
                    fields.deck_file(lambda name: KnownUnits(name, UNITS.load(path_of(name))), KnownUnits()),
                    SetUpField(
                        name="card",
                        takes="the line of a unit that the deck lacks; repeat it",
                        ask=lambda agreed: _cards(),
                        answered=lambda values, options: {"card": "\n".join(values)},
                        line=_lines_typed,
                    ),
                ),
            ),
            fields.whole(
                SetUpField(
                    name="map",
                    takes="a file with your map, or ask",
                    file=True,
                    ask=lambda agreed: _map() if agreed["scenario"] is None else None,
                    line=lambda setup: [setup.board_file] if setup.board_file and not setup.scenario else [],
                )
            ),
            *map(
                fields.beyond_score,
                (
                    *fields.changeable("rulings", Option("usual"), Option("change"), _settings()),
                    fields.dice("no dice: the most wounds whose chance is at least a half"),
                ),
            ),
            fields.whole(fields.who_draws("decks and hands", lambda agreed: "", usual="table")),
            fields.seed(lambda agreed: agreed.get("draws") == "program" or agreed.get("dice") == "rolled"),
            fields.beyond_score(
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


def _settings() -> list[SetUpField[Setup]]:
    """List the fields for rulings that a group may change (the settings of the rulings page)."""
    return [
        fields.one_of(
            "ceiling",
            "How far is a die lifted in the first assault (M9)",
            {"none": "past 5 too", "five": "never past 5"},
        ),
        fields.on_or_off("cage-obstacle", "Does a cage hide what lies behind (M2)", "yes or no (M2)", usual=True),
        fields.one_of(
            "full-area-reach",
            "Over which boundaries is a full area struck as if there (M35)",
            {"passable": "those one could walk through", "any": "all"},
        ),
        unless_said(
            fields.one_of(
                "area-attacks",
                "Who makes area attacks (M37)",
                {"powers": "only powers that say so", "everyone": "every unit may"},
            ),
            lambda scenario, players: scenario.area_attacks,
        ),
        fields.one_of(
            "throw-counts",
            "When do blanks count for a mighty throw (M46)",
            {"any order": "the attacker picks", "after slayer": "after slayer"},
        ),
        fields.one_of(
            "recall",
            "What does a recall bring back (M60)",
            {"ask": "it is asked each time", "keep": "the first answer holds"},
        ),
    ]


def _teams(four: int) -> SetUpField[Setup]:
    """Return the field for four players who play as two teams."""
    asked: SetUpField[Setup] = fields.on_or_off(
        "teams",
        fields.which_teams,
        "no: all against all, for four players",
        usual=True,
        where=lambda agreed: len(agreed["player"]) == four,
    )
    return replace(asked, line=lambda setup: asked.line(setup) if len(setup.players) == four else [])


def _lines_typed(setup: Setup) -> list[str]:
    return [write_unit(setup.known[fold(name)]) for name in setup.typed]


def _mode() -> SetUpField[Setup]:
    """Return the field for the way of recruiting; `limited` is open only if a scenario names its units."""
    modes: SetUpField[Setup] = fields.one_of(
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
        return without(asked, LIMITED, "limited takes a scenario that names its units: --scenario FILE", LIMITED)

    return replace(modes, ask=ask)


def _points(agreed: Agreed) -> Question[int]:
    """Return the question for the points of each player; only a scenario without points allows none."""
    usual = numbers().recruiting.points[len(agreed["player"])]
    question = whole_number("points", "Recruitment points (RP) of each player", 1, 99, default=str(usual))
    scenario = of(agreed)
    if scenario is None or scenario.points is not None:
        return question
    return replace(
        question,
        parse=lambda text: 0 if fold(text) == NONE else question.parse(text),
        write=lambda number: str(number or NONE),
    )


# --- files ------------------------------------------------------------------------------------------


def _cards() -> Question[tuple[Unit, ...]]:
    """Return the question for units that the deck lacks: only an option, never asked."""

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
    return fields.file_question(
        "map",
        lambda file: (load_map(path_of(file)), file),
        (Board(), ""),
        lambda found: found[1],
        word=ASK,
        hint="ask: areas and borders are asked for as they matter",
    )


# --- armies named already ---------------------------------------------------------------------------


def _recruits(agreed: Agreed) -> Question[Picks]:
    players, first = agreed["player"], [unit.name for unit in _units(agreed)]
    likes = [f"{player}: {unit}" for player, unit in zip(players, first, strict=False)]

    def parse(text: str) -> Picks:
        if is_nothing(text):
            return {}
        armies: dict[str, tuple[str, ...]] = {}
        for part in text.split(";"):
            name, colon, units = part.partition(":")
            if not colon:
                raise Unreadable(f'"{part.strip()}": write the player, a colon and the units, like {likes[0]}')
            player = find(name.strip(), by_key(agreed["player"], str), "player")
            known = by_key((unit.name for unit in _units(agreed)), str)
            taken = [find(unit, known, "known unit") for unit in names_in(units, known) if unit]
            armies[player] = (*armies.get(player, ()), *taken)
        if lacking := next((player for player in agreed["player"] if player not in armies), None):
            raise Unreadable(f"the army of {lacking} is missing")
        _setup(agreed, armies)
        return armies

    return Question(
        "recruit",
        "Armies that are recruited already",
        parse,
        default=NONE,
        skippable=True,
        hint=f"none: recruit now; else all units of each, like {'; '.join(likes[:2])}",
        forced=lambda: None if first else NONE,
        write=lambda picks: "; ".join(f"{player}: {', '.join(units)}" for player, units in picks.items()) or NONE,
    )


def _units(agreed: Agreed) -> tuple[Unit, ...]:
    known: KnownUnits = agreed.get("deck") or KnownUnits()
    typed: tuple[Unit, ...] = agreed.get("card") or ()
    names = {fold(unit.name) for unit in typed}
    return (*(unit for unit in known.units if fold(unit.name) not in names), *typed)


def why_not_picks(setup: Setup) -> str:
    """Return what is wrong with the armies named at the set-up; "" if nothing is."""
    return _recruit_picks(setup, Match(setup, turns.start(setup), []))


def notes_on_picks(setup: Setup) -> Iterator[str]:
    """Describe armies of the set-up that keep points which could buy another unit (Draft, M71).

    It isn't refused: the deck may know units that aren't on the table. Without tracked cards it doesn't matter.
    """
    match = Match(setup, turns.start(setup), [])
    counts = setup.picks and setup.points and setup.tracking == EVERYTHING
    if not counts or _recruit_picks(setup, match):
        return
    for seat, player in enumerate(match.state.players):
        if player.points and (left := recruiting.affordable(match, seat)):
            more = f"{left[-1].name} can still be recruited for {left[-1].cost}"
            yield f"{player.name} keeps {player.points} RP, and {more}; they stay only when nobody can be had (M71)."


def _recruit_picks(setup: Setup, match: Match) -> str:
    """Recruit the named armies; return why one of them is impossible, "" if they are fine."""
    for seat, names in enumerate(setup.picks):
        player = match.state.players[seat]
        for name in names:
            unit = match.known(name)
            if unit is None or recruiting.unknown(unit):
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
    """Build the set-up from the answers. Raises Unreadable for impossible armies."""
    known: KnownUnits = agreed.get("deck") or KnownUnits()
    board, file = agreed.get("map") or (Board(), "")
    names: list[str] = agreed["player"]
    asked = ("tracking", "teams", "mode", "divinity", "dice", "draws", "seed", *(one.name for one in _settings()))
    setup = Setup(
        players=tuple(names),
        start=names.index(agreed["start"]),
        points=agreed.get("points") or 0,
        deck=known.file,
        units=_units(agreed),
        typed=tuple(unit.name for unit in agreed.get("card") or ()),
        board=board,
        board_file=file,
        picks=tuple(picks[name] for name in names) if picks else (),
        **agreed[READINGS] | fields.taken_over(agreed, *asked),
    )
    setup = apply_scenario(setup, agreed.get("scenario"))
    if why := why_not_picks(setup) if picks else "":
        raise Unreadable(why)
    return setup
