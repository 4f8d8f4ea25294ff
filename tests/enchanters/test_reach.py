"""What help can do in a fight: what is told of it is what playing it shows; what is asked, and what isn't (E-m)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.enchanters.rules.combat import FightReach, reach
from referee.games.enchanters.rules.context import Quest
from referee.play.loop import play
from referee.play.person import Person
from referee.play.table import Table
from referee.text.screen import Screen
from tests.enchanters.quests import (
    Play,
    has,
    monsters,
    options,
    player,
    playing,
    power,
    question,
    session,
    setup_of,
    shut,
)
from tests.enchanters.quests import play as given_answers
from tests.enchanters.slow_fights import check

HELPS = (
    "minor: attack 1",
    "minor: 1 crystal -> attack 2",
    "minor: 2 crystals -> attack 3",
    "minor: 1 wound -> attack 1",
    "minor: 1 crystal -> defence 2",
    "multi: 2 crystals -> attack 1",
    "multi: 3 crystals -> attack 2",
)


def fighting(helps: Sequence[str], health: int, crystals: int) -> Play:
    """Anna before a Bear, with some help on her item and the village."""
    village = "Inn: " + "; ".join(rule for rule in helps if rule.startswith("multi"))
    item = "item; " + "; ".join(rule for rule in helps if rule.startswith("minor"))
    return playing(
        ["Bear", "Stick"],
        cards={"Bear": f"monster, strength 2, health {health}", "Belt": item},
        village=village if village != "Inn: " else "",
        piles={"Anna": ["Belt"]},
        crystals={"Anna": crystals},
    )


def told(game: Play) -> FightReach:
    return reach(Quest(setup_of(game), game.state, []), setup_of(game).known["bear"], 0)


def cheapest(game: Play, health: int) -> int | None:
    """The fewest crystals with which some order of help wins, found by playing every one; None for none."""
    found: list[int] = []
    seen: set[tuple[int, int, tuple[str, ...]]] = set()
    begun = has(game)[0]
    todo = [game]
    while todo:
        now = todo.pop()
        stands = has(now)[0], power(now, "attack"), tuple(sorted(now.state.used))
        if stands in seen:
            continue
        seen.add(stands)
        if stands[1] >= health:
            found.append(begun - stands[0])
            continue
        for move in options(now):
            if move.startswith("use "):
                todo.append(given_answers(_copy(now), move))
    return min(found, default=None)


def _copy(game: Play) -> Play:
    return session(setup_of(game), game.state.copy())


@pytest.mark.rule("E-m")
@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(HELPS), max_size=3, unique=True), st.integers(1, 7), st.integers(0, 7))
def test_what_is_told_of_a_fight_is_what_playing_it_shows(helps: list[str], health: int, crystals: int) -> None:
    found, best = told(game := fighting(helps, health, crystals)), cheapest(fighting(helps, health, crystals), health)
    assert found.hopeless == (best is None)
    if found.short > 0 and best is not None:
        assert found.price is not None
        assert found.price[0] == best
    assert (found.description == "") == (power(game, "attack") >= health)


@pytest.mark.rule("E-m", "E-ay")
@pytest.mark.parametrize(
    ("helps", "health", "crystals", "says"),
    [
        (["multi: 2 crystals -> attack 1"], 4, 6, "can be won for 6 crystals, using Inn"),
        (["multi: 2 crystals -> attack 1"], 4, 5, "can't be won"),
        (["minor: attack 3"], 4, 0, "can be won, using Belt"),
        (["minor: 1 crystal and 1 wound -> attack 3"], 4, 2, "can be won for 1 crystal and 1 wound, using Belt"),
        (
            ["minor: 1 crystal -> attack 1", "multi: 2 crystals -> attack 1"],
            3,
            9,
            "can be won for 3 crystals, using Inn and Belt",
        ),
        (["minor: manual as printed"], 4, 6, "3 attack short without other help"),
        (["minor: gain 9 crystals", "multi: 2 crystals -> attack 1"], 4, 0, "can be won, using Belt and Inn"),
        (
            ["minor: gain 3 crystals", "multi: 2 crystals -> attack 1"],
            4,
            4,
            "can be won for 3 crystals, using Inn and Belt",
        ),
        (["minor: gain 1 crystal", "multi: 2 crystals -> attack 1"], 4, 4, "can't be won"),
        (["minor: 1 crystal -> attack 1 per 1 defence"], 4, 6, "can't be won"),
        (
            ["minor: 1 crystal -> attack 1 per 1 defence", "minor: 2 crystals -> defence 3"],
            4,
            6,
            "can be won for 3 crystals, using Belt",
        ),
        (
            ["minor: attack 1 per 1 defence", "multi: 1 wound -> defence 1"],
            4,
            0,
            "can be won for 3 wounds, using Inn and Belt",
        ),
        (["minor: attack 1 per 1 wound"], 3, 0, "can be won, using Belt"),
        (["multi: 1 wound -> gain 2 crystals", "minor: 5 crystals -> attack 2"], 4, 1, "can't be won"),
        (
            ["multi: 1 wound -> gain 2 crystals", "minor: 5 crystals -> attack 3"],
            4,
            1,
            "can be won for 3 wounds, using Inn and Belt",
        ),
        (
            ["multi: gain 1 crystal", "minor: attack -1 per 1 crystal"],
            4,
            0,
            "3 attack short without other help",
        ),
        (["multi: 2 crystals -> attack -1", "multi: 1 crystal -> attack 2"], 4, 1, "can't be won"),
        (["multi: attack -1", "minor: attack 1 per 1 item"], 4, 0, "can't be won"),
    ],
)
def test_a_fight_is_told_with_what_it_can_be_won_for(helps: list[str], health: int, crystals: int, says: str) -> None:
    assert told(fighting(helps, health, crystals)).description == says


@pytest.mark.rule("E-m")
@pytest.mark.parametrize(("crystals", "by_enter"), [(6, False), (5, True)])
def test_enter_loses_no_fight_that_help_would_win(crystals: int, by_enter: bool) -> None:
    game = given_answers(fighting(["multi: 2 crystals -> attack 1"], 4, crystals), "journey 1", "strike")
    assert (question(game).key, question(game).by_enter()) == ("attack", by_enter)


@pytest.mark.rule("E-ay", "E-p")
@pytest.mark.parametrize(("crystals", "told"), [(5, "can't be won"), (6, "can be won for 6 crystals, using Inn")])
def test_boosts_fill_up_a_sum_below_zero_first(crystals: int, told: str) -> None:
    cards = {"Imp": "monster, strength 0, health 1", "Curse": "item, attack -3"}
    game = playing(
        ["Imp"],
        cards=cards,
        village="Inn: multi: 2 crystals -> attack 1",
        piles={"Anna": ["Curse"]},
        crystals={"Anna": crystals},
    )
    assert power(game, "attack") == 0
    imp = setup_of(game).known["imp"]
    assert reach(Quest(setup_of(game), game.state, []), imp, 0).description == told
    given_answers(game, "journey 1", "strike", "use Inn x2", "attack")
    assert monsters(game) == []


@pytest.mark.rule("E-ay")
def test_crystals_that_pay_the_way_can_be_had_only_before_it() -> None:
    """Four crystals for five, before two are paid for the way: three are left for the attack, and without it none."""
    cards = {"Imp": "monster, strength 0, health 2", "Jar": "item; minor: 4 crystals -> gain 5 crystals"}
    game = playing(
        ["Stick", "Stick #2", "Imp"],
        cards=cards,
        village="Inn: minor: 3 crystals -> attack 1",
        piles={"Anna": ["Jar"]},
        crystals={"Anna": 4},
    )
    imp = setup_of(game).known["imp"]
    assert (
        reach(Quest(setup_of(game), game.state, []), imp, 2).description
        == "can be won for 2 crystals, using Jar and Inn"
    )
    given_answers(game, "use Jar", "journey 3", "strike", "use Inn")
    assert (monsters(game), has(game)[0]) == (["Imp"], 0)


@pytest.mark.rule("E-m", "E-ay")
def test_help_of_which_nobody_knows_what_it_does_may_be_used_before_the_way_is_paid() -> None:
    """Two crystals for the way, or one of them for the Belt first: it may bring what both cost."""
    belt = "item; minor: 1 crystal -> manual as printed"
    game = playing(
        ["Stick", "Stick #2", "Bear"], cards=BEASTS | {"Belt": belt}, piles={"Anna": ["Belt"]}, crystals={"Anna": 2}
    )
    bear = setup_of(game).known["bear"]
    told = reach(Quest(setup_of(game), game.state, []), bear, 2)
    assert told.description == "3 attack short without other help"


@pytest.mark.rule("E-m", "E-ay")
@pytest.mark.parametrize("number", range(12))
def test_what_is_told_of_fights_is_what_every_order_of_help_shows(number: int) -> None:
    """Thousands: `python -m tests.enchanters.slow_fights 1000`."""
    faults, tally = check(Random(number))
    assert (faults, sum(tally.values()) > 1) == ([], True)


@pytest.mark.rule("E-m", "action-effect")
@pytest.mark.parametrize(
    ("help", "says"),
    [
        ("minor: another player discards 1 monster and attack 3", "can be won, using Belt"),
        ("minor: journey to the graveyard and attack 3", "can be won, using Belt"),
        ("minor: 1 monster -> attack 3", "can't be won"),
    ],
)
def test_help_of_which_a_part_finds_nothing_helps_all_the_same(help: str, says: str) -> None:
    assert told(fighting([help], 4, 0)).description == says


@pytest.mark.rule("E-m", "E-at")
def test_of_a_journey_to_a_graveyard_with_a_card_in_it_nobody_knows_what_it_brings() -> None:
    game = fighting(["minor: journey to the graveyard and attack 3"], 4, 0)
    game.state.graveyard = ["Stick #2"]
    assert told(session(setup_of(game), game.state)).description == "3 attack short without other help"


BEASTS = {
    "Bear": "monster, strength 2, health 4",
    "Imp": "monster, strength 0, health 1, lower attack 1",
    "Elf": "monster, strength 0, health 1, lower attack 1",
    "Slug": "monster, strength 0, health 1",
    "Slime": "monster, strength 0, health 1, lower attack -3",
    "Wyrm": "dragon, strength 0, health 1",
}


def among_monsters(helps: Sequence[str], own: Sequence[str], others: Sequence[str] = (), players: int = 2) -> Play:
    """Anna before the Bear of health 4, with attack 1 and what her monsters give; monsters of Bo and the others."""
    cards = BEASTS | {"Belt": "item; " + "; ".join(helps)}
    piles = {"Anna": ["Belt", *own], **{name: [one] for name, one in zip(("Bo", "Cleo"), others, strict=False)}}
    return playing(["Bear", "Stick"], cards=cards, piles=piles, crystals={"Anna": 2}, players=players)


@pytest.mark.rule("E-m", "E-ay", "as-far-as-possible")
@pytest.mark.parametrize(
    ("helps", "own", "says"),
    [
        (
            ["minor: each other player loses all crystals", "minor: 2 crystals -> attack 3"],
            [],
            "can be won for 2 crystals, using Belt",
        ),
        (["minor: each other player gains 9 crystals", "minor: 5 crystals -> attack 3"], [], "can't be won"),
        (["minor: discard 2 monsters and attack 3"], ["Slug"], "can be won, using Belt"),
        (["minor: attack 1 per 1 monster"], ["Slug"], "can't be won"),
        (["minor: attack 1 per 1 monster"], ["Slug", "Slug #2", "Slug #3", "Wyrm"], "can be won, using Belt"),
        (["minor: attack 1 per 1 dragon"], ["Slug", "Slug #2", "Slug #3", "Wyrm"], "can't be won"),
        (["minor: 2 monsters -> attack 9"], ["Slug"], "can't be won"),
        (["minor: attack 2 per 1 item"], [], "can be won, using Belt"),
        (["minor: attack 3 per 3 items"], [], "can't be won"),
        (["minor: a player takes 3 wounds and attack 3"], [], "can be won, using Belt"),
        (["minor: each player takes 3 wounds and attack 3"], [], "can be won for 3 wounds, using Belt"),
        (["minor: each player loses all crystals and attack 3"], [], "can be won for 2 crystals, using Belt"),
        (["minor: each player loses 9 crystals and attack 3"], [], "can be won for 2 crystals, using Belt"),
        (
            ["minor: a player loses 2 crystals", "minor: 2 crystals -> attack 3"],
            [],
            "can be won for 2 crystals, using Belt",
        ),
        (["minor: 1 monster -> attack 2"], ["Imp"], "can't be won"),
        (["minor: 1 monster -> attack 3"], ["Imp"], "can be won, using Belt"),
        (["minor: 1 monster -> attack 1"], ["Imp", "Slug", "Elf"], "can be won, using Belt"),
        (["minor: 1 monster -> attack 1"], ["Imp", "Wyrm", "Elf"], "can't be won"),
        (["minor: a player discards 1 monster", "minor: attack 3"], ["Slime"], "can be won, using Belt"),
        (["minor: another player discards 1 monster", "minor: attack 3"], ["Slime"], "can't be won"),
        (["minor: each player discards 1 monster", "minor: attack 3"], ["Slime"], "can be won, using Belt"),
        (["minor: each other player discards 1 monster", "minor: attack 3"], ["Slime"], "can't be won"),
        (["minor: discard all monsters", "minor: attack 3"], ["Slime", "Slug"], "can be won, using Belt"),
        (["minor: discard 1 monster", "minor: attack 2"], ["Slime", "Imp"], "can be won, using Belt"),
    ],
)
def test_help_is_reckoned_with_the_monsters_and_crystals_that_its_user_has(
    helps: list[str], own: list[str], says: str
) -> None:
    """Two crystals; dragons are no monsters, and what stands on monsters given up counts no more."""
    assert told(among_monsters(helps, own)).description == says
    assert told(among_monsters(helps, own, ["Slug #8", "Slug #9"], players=3)).description == says


@pytest.mark.rule("E-m", "E-au")
def test_help_that_takes_the_others_monsters_decides_what_comes_of_other_help() -> None:
    """Of Bo's only monster nobody knows what it brings; once he has none, nothing is given."""
    gives, discards = "minor: another player gives 1 monster and attack 3", "minor: another player discards 1 monster"
    assert told(among_monsters([gives], [], ["Slug"])).description == "3 attack short without other help"
    assert told(among_monsters([gives, discards], [], ["Slug"])).description == "can be won, using Belt"
    assert told(among_monsters([gives], ["Slug"])).description == "can be won, using Belt", "Anna's own isn't given"
    oneself = "minor: a player gives 1 monster and attack 3"
    assert told(among_monsters([oneself], [], ["Slug"])).description == "can be won, using Belt"
    three = among_monsters([gives, discards], [], ["Slug", "Slug #2"], players=3)
    assert told(three).description == "3 attack short without other help", "Bo or Cleo still has one"
    richer = among_monsters([gives, discards], [])
    player(richer.state, "Bo").monsters = ["Slug", "Slug #2"]
    assert told(session(setup_of(richer), richer.state)).description == "3 attack short without other help"


# --- what is asked ------------------------------------------------------------------------------------


@pytest.mark.rule("buying-help", "E-n")
def test_a_fight_doesnt_go_on_only_because_the_purse_is_empty() -> None:
    game = given_answers(fighting(["minor: 1 crystal -> attack 9"], 4, 0), "journey 1")
    assert (question(game).key, options(game)) == ("attack", ["attack"])
    assert shut(game)["use Belt"] == "it costs 1 crystal; Anna has 0"
    given_answers(game, "attack")
    assert monsters(game) == []
    game = given_answers(fighting(["minor: 1 crystal -> attack 9"], 1, 0), "journey 1")
    assert monsters(game) == ["Bear"], "no more attack is needed"


@pytest.mark.rule("buying-help")
@pytest.mark.parametrize(
    ("help", "asked_once"),
    [
        ("attack 9", True),
        ("defence 1", False),
        ("defence 1; minor: attack 9", False),
        ("manual as printed", False),
        ("discard 1 monster", False),
    ],
)
def test_before_a_strike_that_nothing_can_change_nobody_has_to_answer(help: str, asked_once: bool) -> None:
    game = given_answers(fighting([f"minor: {help}"], 4, 0), "journey 1")
    assert (question(game).key, question(game).decides) == ("strike", not asked_once)


@pytest.mark.rule("buying-help")
def test_before_a_strike_monsters_given_up_for_help_may_change_it() -> None:
    cards = {
        "Bear": "monster, strength 2, health 4",
        "Belt": "item; minor: 1 monster -> attack 9",
        "Imp": "monster, strength 1, health 1",
    }
    game = playing(["Bear"], cards=cards, piles={"Anna": ["Belt", "Imp"]})
    assert question(given_answers(game, "journey 1")).decides


# --- at the prompt ------------------------------------------------------------------------------------


class AtAPrompt(Table):
    """A game at the prompt that is kept nowhere."""

    game = "enchanters"

    def __init__(self, session: Play) -> None:
        self.session = session
        self.said: list[str] = []

    def save(self) -> None:
        pass

    def reload(self) -> None:
        pass

    def refresh(self) -> bool:
        return False

    def show(self, events: Sequence[object]) -> None:
        pass

    def status(self) -> None:
        pass

    def rules(self, words: str) -> None:
        pass

    def say(self, text: str) -> None:
        self.said.append(text)


class Typing(Person):
    """Somebody who types lines, then leaves."""

    def __init__(self, *lines: str) -> None:
        super().__init__(Screen(plain=True))
        self._lines = list(lines)

    def _line(self, prompt: str, words: object, default: str = "") -> str:
        return self._lines.pop(0) if self._lines else "stop"


@pytest.fixture
def at() -> Callable[..., Play]:
    """Types lines in a game."""

    def typed(game: Play, *lines: str) -> Play:
        play(AtAPrompt(game), Typing(*lines))
        return game

    return typed


@pytest.mark.rule("E-m")
def test_a_hopeless_fight_is_confirmed_before_it_begins(
    at: Callable[..., Play], capsys: pytest.CaptureFixture[str]
) -> None:
    assert not at(fighting([], 4, 5), "journey 1").steps
    told = "Bear can't be beaten: attack 1 against health 4, and no help is enough. Press Enter to do it anyway."
    assert told in " ".join(capsys.readouterr().out.split())
    assert at(fighting([], 4, 5), "journey 1", "").steps
    assert at(fighting(["minor: attack 3"], 4, 5), "journey 1").present.major, "it can be won"
    assert at(fighting([], 4, 5), "journey 1", "journey 2").state.players[0].items[-1] == "Stick"


@pytest.mark.rule("buying-help")
def test_a_fight_asks_one_question_where_nothing_can_change_the_strike(at: Callable[..., Play]) -> None:
    game = at(fighting(["minor: 1 crystal -> attack 9"], 4, 5), "journey 1", "use Belt")
    assert monsters(game) == ["Bear"]
    assert [answer.text for answer in game.steps[0].answers] == ["journey 1 Bear", "strike", "use Belt", "attack"]


def test_a_card_that_is_called_of_something_is_told_in_brackets() -> None:
    found = FightReach(1, (2, 0), ("of Enchanting",), certain=True)
    assert found.description == "can be won for 2 crystals, using of Enchanting"
