"""Readings of Enchanters: each decides its smallest situation, in every answer; house numbers count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from msgspec import to_builtins

from referee.declaration.readings import find_reading
from referee.files.files import read_toml
from referee.games.enchanters import tables
from referee.games.enchanters.readings import EnchantersReadings
from referee.games.enchanters.rules.context import Buried, Failed
from referee.games.enchanters.scores import score
from referee.play.event import names_of
from referee.play.notation import readings
from tests.enchanters.quests import happened, has, monsters, play, player, playing, question, ruling, setup_of, shut
from tests.enchanters.random_play import lay_out
from tests.old_saves import run

SAMPLE = Path(__file__).parents[2] / "examples" / "enchanters" / "sample-deck.toml"
GNOLL = "monster, strength 2, health 5, glory 3"


def test_what_is_usual_is_what_the_box_says() -> None:
    usual, box = EnchantersReadings(), tables.box()
    assert (usual.start_crystals, usual.track_cards) == (box.crystals_at_start, box.track)
    assert (usual.wound_glory, usual.fast_removed) == (box.wounds.glory, box.fast.removed_per_player)


@pytest.mark.rule("E-l")
@pytest.mark.parametrize(
    ("answer", "lies", "gone", "told"),
    [
        ("goes", ["Lance"], ["Gnoll"], "Gnoll, the nearest card, goes to the graveyard."),
        ("stays", ["Gnoll"], ["Lance"], "Lance, behind Gnoll, goes to the graveyard."),
    ],
)
def test_a_lost_fight_at_the_first_card_discards_it_or_the_second(
    answer: Any, lies: Any, gone: Any, told: str
) -> None:
    game = playing(["Gnoll", "Lance"], cards={"Gnoll": GNOLL}, failed_first=answer)
    play(game, "journey 1", "end turn")
    assert (game.present.track, game.present.graveyard) == (lies, gone)
    assert [event.describe(str) for event in happened(game, Buried)] == [told]


@pytest.mark.rule("E-l")
def test_a_spared_monster_goes_where_no_other_card_is_left() -> None:
    game = playing(["Gnoll"], cards={"Gnoll": GNOLL}, failed_first="stays")
    play(game, "journey 1", "end turn")
    assert (game.present.track, game.present.over) == ([], True)


@pytest.mark.rule("E-l")
def test_a_spared_monster_alone_on_the_track_stays_while_the_deck_has_cards() -> None:
    game = playing(["Gnoll"], cards={"Gnoll": GNOLL}, left=3, failed_first="stays")
    play(game, "journey 1", "end turn")
    assert (game.present.track, game.present.graveyard, game.present.active) == (["Gnoll"], [], 1)


@pytest.mark.rule("E-l", "failed-fight")
@pytest.mark.parametrize(
    ("answer", "track", "place", "told"),
    [
        ("goes", ["Gnoll", "Lance"], 1, "is the nearest card and goes"),
        ("goes", ["Lance", "Gnoll"], 2, "stays; the nearest card goes"),
        ("stays", ["Gnoll", "Lance"], 1, "stays; the card behind it goes"),
        ("stays", ["Lance", "Gnoll"], 2, "stays; the nearest card goes"),
        ("stays", ["Gnoll"], 1, "is the nearest card and goes"),
    ],
)
def test_what_becomes_of_the_track_after_a_lost_fight_is_told(
    answer: Any, track: list[str], place: int, told: str
) -> None:
    game = play(playing(track, cards={"Gnoll": GNOLL}, failed_first=answer), f"journey {place}")
    heard = [event.describe(names_of(game.state.players)) for event in happened(game, Failed)]
    assert heard == [f"The fight is lost: Gnoll {told} at the end of the turn."]


@pytest.mark.rule("E-l")
def test_a_monster_is_spared_only_in_the_turn_of_its_fight() -> None:
    inn = "Inn: rest: gain 1 crystal"
    game = playing(["Gnoll", "Lance", "Spear"], cards={"Gnoll": GNOLL}, failed_first="stays", village=inn)
    play(game, "journey 1", "end turn", "rest", "end turn")
    assert (game.present.track, game.present.graveyard) == (["Spear"], ["Lance", "Gnoll"])


@pytest.mark.rule("E-l")
def test_no_monster_is_spared_any_more_once_the_table_has_kept_the_track() -> None:
    game = playing(["Gnoll", "Lance", "Spear"], cards={"Gnoll": GNOLL}, failed_first="stays")
    play(game, "journey 1")
    game.correct(*readings("adjust tracking battles"))
    play(game, "end turn")
    game.correct(*readings("adjust tracking everything"))
    held = ["0", "Fist", "of Enchanting", "none"]
    play(game, *held, *held, "item", "enchantment", "Inn: rest: gain 1 crystal", "Gnoll, Lance, Spear", "none", "0")
    play(game, "rest Inn", "end turn")
    assert (game.present.track, game.present.graveyard) == (["Lance", "Spear"], ["Gnoll"])


@pytest.mark.rule("E-l", "first-track")
def test_a_monster_that_was_named_wrongly_is_spared_all_the_same() -> None:
    cards = {"Gnoll": GNOLL, "Ogre": GNOLL}
    game = playing(["Gnoll", "Lance"], cards=cards, failed_first="stays")
    play(game, "journey 1")
    game.correct(*readings("adjust track 1 Ogre"))
    play(game, "end turn")
    assert (game.present.track, game.present.graveyard) == (["Ogre"], ["Lance"])


@pytest.mark.rule("E-z")
@pytest.mark.parametrize(("answer", "points"), [("all", 5), ("visible", 3)])
def test_covered_items_score_or_not(answer: Any, points: int) -> None:
    cards = {"Stick": "item, glory 2", "Staff": "item, glory 3"}
    game = playing(cards=cards, piles={"Anna": ["Stick", "Staff"]}, covered_glory=answer)
    assert score(setup_of(game), game.present).standing[0].total == points


@pytest.mark.rule("E-z")
@pytest.mark.parametrize(("answer", "points"), [("all", 6), ("visible", 4)])
def test_what_stands_below_the_line_scores_in_both(answer: Any, points: int) -> None:
    cards = {"Stick": "item, glory 2, lower glory 1", "Staff": "item, glory 3"}
    game = playing(cards=cards, piles={"Anna": ["Stick", "Staff"]}, covered_glory=answer)
    assert score(setup_of(game), game.present).standing[0].total == points


@pytest.mark.rule("E-z")
def test_covered_monsters_score_in_both() -> None:
    cards = {"Gnoll": GNOLL, "Ogre": "monster, strength 1, health 2, glory 4"}
    game = playing(cards=cards, piles={"Anna": ["Gnoll", "Ogre"]}, covered_glory="visible")
    assert score(setup_of(game), game.present).standing[0].total == 7


@pytest.mark.rule("E-ad")
def test_the_turn_that_takes_the_last_card_is_the_last() -> None:
    game = playing(["Stick"], village="Inn: rest: heal 2 wounds", wounds={"Bo": 2})
    assert "the last turn" in question(game).prompt
    play(game, "journey 1", "end turn")
    assert game.present.over


@pytest.mark.rule("E-ad")
def test_everybody_has_equally_many_turns_where_the_table_reads_it_so() -> None:
    game = playing(["Stick"], village="Inn: rest: heal 2 wounds", wounds={"Bo": 2}, last_turns="level")
    assert "the last turn" not in question(game).prompt
    play(game, "journey 1", "end turn")
    assert not game.present.over
    play(game, "rest", "end turn")
    assert (has(game, "Bo")[1], game.present.over) == (0, True)


@pytest.mark.rule("E-u")
@pytest.mark.parametrize("answer", ["with monsters", "anyone"])
def test_who_has_no_monster_may_be_picked_or_not(answer: Any) -> None:
    bolas = "item; immediate: a player discards 1 monster"
    game = playing(
        ["Bolas"], cards={"Bolas": bolas, "Gnoll": GNOLL}, players=3, piles={"Bo": ["Gnoll"]}, targets=answer
    )
    play(game, "journey 1")
    assert ("Cleo" in shut(game)) == (answer == "with monsters")
    if answer == "anyone":
        play(game, "Cleo")
        assert monsters(game, "Bo") == ["Gnoll"]


@pytest.mark.rule("E-m")
@pytest.mark.parametrize("health", [2, 9])
def test_a_hopeless_fight_is_warned_of_or_refused(health: int) -> None:
    """Against an attack of 1."""
    cards = {"Gnoll": f"monster, strength 1, health {health}"}
    play(playing(["Gnoll", "Lance"], cards=cards, crystals={"Anna": 0}), "journey 1")
    game = playing(["Gnoll", "Lance"], cards=cards, crystals={"Anna": 0}, hopeless="refused")
    assert ruling(game, "journey 1") == "E-m"


@pytest.mark.rule("E-m")
@pytest.mark.parametrize(
    ("help", "refused"),
    [("minor: 1 monster -> attack 5", False), ("minor: journey to graveyard", False), ("minor: attack 5", True)],
)
def test_a_hopeless_fight_is_only_warned_of_where_help_is_not_counted(help: str, refused: bool) -> None:
    """What is paid with Monsters, or brings a card, isn't counted, though it isn't enough either."""
    game = playing(
        ["Ogre", "Lance"],
        cards={"Ogre": "monster, strength 1, health 9", "Drum": f"item; {help}", "Gnoll": GNOLL},
        piles={"Anna": ["Drum", "Gnoll"]},
        graveyard=["Old"],
        crystals={"Anna": 0},
        hopeless="refused",
    )
    if refused:
        assert ruling(game, "journey 1") == "E-m"
    else:
        play(game, "journey 1")


@pytest.mark.rule("E-aj")
@pytest.mark.parametrize(("answer", "lies"), [("graveyard", ["Old", "Gnoll"]), ("box", ["Old"])])
def test_what_players_lose_goes_to_the_graveyard_or_into_the_box(answer: Any, lies: Any) -> None:
    bolas = "item; immediate: a player discards 1 monster"
    game = playing(
        ["Bolas", "Lance"],
        cards={"Bolas": bolas, "Gnoll": GNOLL},
        piles={"Bo": ["Gnoll"]},
        graveyard=["Old"],
        lost_cards=answer,
    )
    play(game, "journey 1", "Bo")
    assert game.present.graveyard == lies
    assert "Gnoll" in set(game.present.in_play()), "it is in the box and can't come from the deck again"


@pytest.mark.rule("journey-cost", "starting-crystals")
def test_house_numbers_of_crystals_count() -> None:
    game = playing(["Stick", "Staff", "Spear"], start_crystals=7, passed_crystals=2)
    assert has(game)[0] == 7
    play(game, "journey 3")
    assert has(game)[0] == 3
    assert has(playing(["Stick", "Staff"], start_crystals=0))[0] == 0
    free = playing(["Stick", "Staff"], start_crystals=0, passed_crystals=0)
    play(free, "journey 2")
    assert has(free)[0] == 0


@pytest.mark.rule("first-track", "fast-invasion")
def test_house_numbers_of_cards_count() -> None:
    names = [f"Stick #{number}" for number in range(2, 42)]
    game = playing(["Stick"], track_cards=8)
    layout = lay_out(names, setup_of(game).known, 2, "fast", 1, depths=False, track_cards=8, fast_removed=3)
    assert (len(layout.track), len(layout.deck)) == (8, 40 - 8 - 2 * 3)


@pytest.mark.parametrize(("said", "taken"), [("the eighth card", "Lance"), ("journey seventh item", "Stick #7")])
def test_the_places_of_a_long_track_have_their_words(said: str, taken: str) -> None:
    track = ["Stick", *(f"Stick #{number}" for number in range(2, 8)), "Lance"]
    game = play(playing(track, track_cards=8, passed_crystals=0), said)
    assert taken not in game.present.track


@pytest.mark.rule("refill")
@pytest.mark.parametrize("places", [4, 6, 8])
def test_the_track_is_filled_up_to_so_many_cards(places: int) -> None:
    game = playing(["Stick", "Staff"], track_cards=places, left=10)
    play(game, "journey 1", *(f"Stick #{number}" for number in range(2, places + 1)))
    assert len(game.present.track) == places


@pytest.mark.rule("X2", "E-m")
def test_who_can_make_no_journey_and_take_no_rest_ends_the_turn_without() -> None:
    """The nearest card can't be beaten, the way to the next and the rest can't be paid."""
    village = "Inn: rest: 2 crystals -> heal 3 wounds; minor: gain 1 crystal"
    game = playing(
        ["Gnoll", "Lance"], cards={"Gnoll": GNOLL}, hopeless="refused", crystals={"Anna": 0}, village=village
    )
    assert [option.text for option in question(game).options()] == ["end turn", "use Inn"]
    play(game, "use Inn")
    assert ruling(game, "end turn") == "turn"
    play(game, "journey 2", "end turn")
    assert (game.present.track, game.present.graveyard, game.present.active) == (["Gnoll"], [], 1)


@pytest.mark.rule("E-aj")
def test_a_card_that_went_to_the_box_by_mistake_is_given_back() -> None:
    game = playing(["Lance"], cards={"Gnoll": GNOLL}, piles={"Anna": ["Gnoll", "Gnoll #2"]}, lost_cards="box")
    for said in ("loses Gnoll", "loses Gnoll #2", "gains Gnoll", "gains Gnoll from the box"):
        game.correct(*readings(f"adjust Anna {said}"))
    assert (sorted(monsters(game)), game.present.box, game.present.deck) == (["Gnoll", "Gnoll #2"], [], 0)


@pytest.mark.rule("refill")
def test_a_smaller_track_agreed_later_is_filled_once_fewer_cards_lie_on_it(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    players, cards = ("--player", "Anna", "--player", "Bo"), ("--deck", SAMPLE, "--draws", "program")
    run("new", save, "--game", "enchanters", *players, *cards, "--village", "Millbrook", "--yes")
    told = run("do", save, "reading track cards 5")
    assert told.exit_code == 0, told.stderr
    lying = []
    for _ in range(3):
        run("do", save, "rest 1", "end turn")
        lying.append(len(read_toml(save)["state"]["track"]))
    assert lying == [5, 5, 5]
    assert run("verify", save).exit_code == 0


def test_a_correction_after_a_turn_is_of_the_turn_that_the_drawn_card_begins(tmp_path: Path) -> None:
    """In one call as in several: it was put before the turn's end, and the village's crystal came on top of it."""
    save, village = tmp_path / "game.toml", "Town: rest: gain 3 crystals; turn: gain 1 crystal"
    players, cards = ("--player", "Anna", "--player", "Bo"), ("--deck", SAMPLE, "--draws", "program")
    run("new", save, "--game", "enchanters", *players, *cards, "--village", village, "--start", "Anna", "--yes")
    run("do", save, "rest Town", "end turn", "adjust Bo crystals 9", "adjust claim Bo crystals 9")
    assert read_toml(save)["state"]["players"][1]["crystals"] == 9
    assert run("judge", save).exit_code == 0


@pytest.mark.rule("wound-glory")
@pytest.mark.parametrize("each", [0, 1, 3])
def test_wounds_cost_what_the_table_agreed(tmp_path: Path, each: int) -> None:
    game = playing(wounds={"Anna": 4}, wound_glory=each)
    assert score(setup_of(game), game.present).standing[0].total == -4 * each
    sheet = tmp_path / "sheet.toml"
    players = '[[players]]\nname = "Anna"\nwounds = 4\n[[players]]\nname = "Bo"\n'
    sheet.write_text(f'game = "enchanters"\nwound_glory = {each}\n{players}')
    assert json.loads(run("score", sheet, "--json").stdout)["players"][0]["total"] == -4 * each


@pytest.mark.rule("E-ab")
def test_a_reading_changed_in_the_middle_holds_from_there_on() -> None:
    game = playing(["Gnoll", "Lance", "Spear"], cards={"Gnoll": GNOLL})
    game.correct(*readings("reading failed first stays"))
    play(game, "journey 1", "end turn")
    assert game.present.track == ["Gnoll", "Spear"]
    assert player(game.present, "Anna").name == "Anna"


BOLAS = {"Bolas": "item; immediate: a player discards 1 monster", "Gnoll": GNOLL}
STICKS = {"Stick": "item, glory 2", "Staff": "item, glory 3", "Four": "item, glory 4"}
TOUGH = {"Gnoll": "monster, strength 1, health 9"}
LOST, TAKEN = ["journey 1", "end turn"], ["journey 1 [Bo]", "end turn", "rest"]
LEVEL = ["adjust Anna wounds 4", "adjust Bo wounds 6", "adjust Bo gains Stick", *LOST]
COVERED = ["adjust Anna gains Stick", "adjust Anna gains Staff", "adjust Bo gains Four", *LOST]
CHAPEL = {"track": ["Bolas", "Lance"], "village": "Chapel: rest: journey to the graveyard"}
INN = {"track": ["Lance"], "village": "Inn: rest: heal 2 wounds"}
SITUATIONS = [
    ("failed first goes", "stays: Anna and Bo win", [*LOST, *LOST], BOLAS, {"track": ["Gnoll", "Lance", "Pike"]}),
    ("failed first stays", "goes: Bo wins", [*LOST, *LOST], BOLAS, {"track": ["Gnoll", "Lance", "Pike"]}),
    ("covered glory all", "visible: Bo wins", COVERED, STICKS, {"track": ["Lance"]}),
    ("covered glory visible", "all: Anna wins", COVERED, STICKS, {"track": ["Lance"]}),
    ("tie shared", "fewest wounds: Anna wins", LEVEL, STICKS, {"track": ["Lance"]}),
    ("tie fewest wounds", "shared: Anna and Bo win", LEVEL, STICKS, {"track": ["Lance"]}),
    ("last turns at once", "level it goes on", COVERED[2:], STICKS, {"track": ["Lance"]}),
    ("last turns level", "at once entry 3 can't be played", [*LOST, "rest"], {}, INN),
    (
        "targets anyone",
        "with monsters entry 2 is illegal",
        ["journey 1 [Cleo]"],
        BOLAS,
        {"players": 3, **CHAPEL},
    ),
    ("hopeless warned", "refused entry 1 is illegal", LOST, TOUGH, {"track": ["Gnoll", "Lance"]}),
    (
        "hopeless refused",
        "warned entry 1 is legal",
        [f"overrule {LOST[0]} because"],
        TOUGH,
        {"track": ["Gnoll", "Pike"]},
    ),
    ("lost cards graveyard", "box: Anna and Bo win", TAKEN, BOLAS, CHAPEL),
]
"""The answer that holds, what is told of the other one, the log, the cards, and the rest of the set-up."""


@pytest.mark.rule("E-l", "E-z", "E-ab", "E-ad", "E-u", "E-m", "E-aj")
@pytest.mark.parametrize(("held", "told", "log", "cards", "settings"), SITUATIONS)
def test_judge_says_what_hangs_on_a_reading(
    held: str, told: str, log: list[str], cards: dict[str, str], settings: dict[str, Any], tmp_path: Path
) -> None:
    reading, answer = find_reading(EnchantersReadings, held)
    if "players" in settings or "lost cards" in held:
        log = ["adjust Bo gains Gnoll", *log]
    log = [f"{one} we like it" if one.endswith("because") else one for one in log]
    setup = to_builtins(setup_of(playing(cards=cards, **settings)), str_keys=True) | {reading.name: answer}
    path = tmp_path / "log.toml"
    path.write_text(tomli_w.dumps({"game": "enchanters", "setup": setup, "log": log}))
    said = " ".join(run("judge", path, "--readings").stdout.split())
    assert f"with {reading.words} {told}" in said
