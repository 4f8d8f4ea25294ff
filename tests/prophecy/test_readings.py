"""Readings of Prophecy: each decides its smallest situation, in every answer; house numbers count."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from msgspec import to_builtins
from msgspec.structs import replace

from referee import games
from referee.declaration.readings import Reading, read_readings, readings_of
from referee.errors import Illegal, Unreadable
from referee.files.files import read_toml
from referee.games.prophecy.cards.language import read_card
from referee.games.prophecy.fights.battles import BATTLES
from referee.games.prophecy.fights.in_game import fight_in
from referee.games.prophecy.fights.opening import FightBegun
from referee.games.prophecy.fights.verdict import RecordPlayer
from referee.games.prophecy.odds.options import best_attacks, best_of_each
from referee.games.prophecy.odds.reckoning import Reckoning
from referee.games.prophecy.odds.report import options_of
from referee.games.prophecy.readings import ProphecyReadings
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.ending import settle_deaths, winners
from referee.games.prophecy.rules.state import GameState
from referee.games.prophecy.rules.turns import RULES
from referee.games.prophecy.setup import set_up
from referee.games.prophecy.tables import numbers
from referee.play.notation import readings
from referee.play.session import Session
from referee.preferences import VARIABLE
from referee.saves.judged_log import judge_log
from referee.saves.layout import Checkpoint, History, new_save
from referee.saves.save import OpenSave
from tests.old_saves import run
from tests.prophecy.fights import duel, record, ruling, told, totals
from tests.prophecy.fights import hero as fighting
from tests.prophecy.games import BOARD, EXAMPLES, make_setup, say
from tests.prophecy.staged import game, hero, offered, placed, refused, with_cards, with_whole_decks
from tests.prophecy.test_ahead import setup_of
from tests.prophecy.test_rounds import THREE, TWO, artifacts, standing, taken

BEAR = "Bear: creature, strength 4"
SPHINX = "Sphinx: lesser, strength 9; lost: lose half health"


def verdict(data: dict[str, Any]) -> Any:
    return RecordPlayer(BATTLES.read(Path("fight.toml"), data)).run()


@pytest.mark.rule("P36", "turn-back-time")
@pytest.mark.parametrize("answer", ["again", "once"])
def test_time_is_turned_back_once_on_a_roll_or_as_often_as_it_is_paid(answer: str) -> None:
    moves = ("fight", "roll 1 6", "cast Turn Back Time", "roll 1 6", "cast Turn Back Time", "roll 6 1")
    data = record(BEAR, fighting(3, 2, "Turn Back Time"), *moves, turn_back_time=answer)
    if answer == "once":
        assert ruling(data) == (5, "P36")
    else:
        assert told(data)["result"] == "won"


@pytest.mark.rule("P36")
def test_on_the_next_roll_time_is_turned_back_again() -> None:
    moves = ("fight", "roll 1 6", "cast Turn Back Time", "roll 6 1", "roll 1 6", "cast Turn Back Time", "roll 6 1")
    mob = "Mob: creature, strength 4, 2 lives"
    assert told(record(mob, fighting(3, 2, "Turn Back Time"), *moves, turn_back_time="once"))["result"] == "won"


@pytest.mark.rule("P36")
def test_odds_know_how_often_time_is_turned_back() -> None:
    """A lead of 0 wins 15 of 36, and what isn't won is thrown again once or twice."""
    won = Fraction(15, 36)
    for answer, throws in (("again", 3), ("once", 2)):
        data = record("Bear: creature, strength 3", fighting(3, 2, "Turn Back Time"), turn_back_time=answer)
        read = BATTLES.read(Path("fight.toml"), data)
        best = next(best_of_each(Reckoning(), read.scene, read.heroes[0])).chance
        assert Fraction(best.won, best.ways) == 1 - (1 - won) ** throws


@pytest.mark.rule("P31", "sphinx")
@pytest.mark.parametrize(("answer", "left"), [("down", 2), ("up", 1)])
def test_half_of_the_health_is_rounded_as_the_table_reads_it(answer: str, left: int) -> None:
    fought = verdict(record(SPHINX, fighting(3, 0), "fight", "roll 1 6", half_lost=answer))
    assert fought.heroes[0].health == left


@pytest.mark.rule("P31")
def test_a_half_of_gold_is_rounded_down_in_both() -> None:
    thief = "Thief: creature, strength 9; lost: lose half gold"
    fought = verdict(record(thief, fighting(3, 0, gold=5), "fight", "roll 1 6", half_lost="up"))
    assert fought.heroes[0].gold == 3


@pytest.mark.rule("P56", "handing-over")
@pytest.mark.parametrize(("answer", "asked"), [("loser", "Bo"), ("winner", "Anna")])
@pytest.mark.parametrize("phase", ["final battle", "countdown"])
def test_loser_or_winner_picks_the_artifact(answer: str, asked: str, phase: Any) -> None:
    variant = "standard" if phase == "final battle" else "apocalypse"
    played = standing(health=8, red=8, settings={"artifact_given": answer, "variant": variant})
    played.state.phase = phase
    played = placed(placed(played, 1, step="turn", space="Plains 6", health=2), step="turn")
    played = taken(played, ("Mirrored Shield", 0), ("Royal Cape", 1), ("Banner of Hope", 1))
    say(played, "attack Bo [accept / roll 6 1]")
    assert played.question is not None
    assert (played.question.who, sorted(one.text for one in played.question.options())) == (
        asked,
        ["Banner of Hope", "Royal Cape"],
    )
    say(played, offered(played)[0])
    assert (len(hero(played).artifacts), len(hero(played, 1).artifacts)) == (2, 1)


# --- how they are said ------------------------------------------------------------------------------------


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    path = tmp_path / "begun.toml"
    done = run(
        "new",
        path,
        "--game",
        "prophecy",
        "--yes",
        "--player",
        "Anna:Druid",
        "--player",
        "Bo:Mercenary",
        "--deck",
        EXAMPLES / "sample-deck.toml",
        "--board",
        EXAMPLES / "sample-board.toml",
        "--half-lost",
        "up",
        "--lodging-once",
        "yes",
    )
    assert done.exit_code == 0, done.output
    return path


@pytest.mark.rule("P31", "P24")
def test_options_of_a_new_game_are_keys_of_its_set_up(begun: Path) -> None:
    setup = read_toml(begun)["setup"]
    assert (setup["half_lost"], setup["lodging_once"], "turn_back_time" in setup) == ("up", True, False)
    assert "--half-lost up --lodging-once yes" in run("log", begun, "--moves").stdout.replace("\\\n", "")
    assert "House rules: half lost up, lodging once yes" in run("status", begun).stdout


@pytest.mark.parametrize("one", readings_of(ProphecyReadings).values(), ids=lambda one: one.name)
def test_every_reading_is_an_option_a_key_and_a_step(one: Reading) -> None:
    for value in [answer for answer in one.answers.values() if answer != one.usual] or [one.least, one.most]:
        said = one.write(value)
        agreed = set_up().answers({one.name.replace("_", "-"): [said]})
        assert agreed == {"readings": f"{one.words} {said}"}
        assert getattr(make_setup(2, **read_readings(ProphecyReadings, agreed["readings"])), one.name) == value
        played = game(*TWO)
        if value != one.usual:
            played.correct(*readings(f"reading {one.words} {said}"))
            assert getattr(RULES.in_force(setup_of(played), played.present), one.name) == value


def test_a_group_that_was_asked_for_readings_one_by_one_keeps_them() -> None:
    from referee.saves.new import SetupForm

    form = SetupForm(games.load("prophecy"), Path("ours.toml"), lambda text: None)
    kept = {"players": "Anna, Bo", "rulings": "change", "work after moving": "yes", "lodging once": "no"}
    assert form._with_readings(kept)["readings"] == "work after moving yes, lodging once no"


def test_a_group_keeps_its_readings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "config.toml"))
    assert run("config", "readings", "prophecy", "artifact", "given", "winner").exit_code == 0
    path = tmp_path / "ours.toml"
    run("new", path, "--game", "prophecy", "--yes", "--track", "battles", "--player", "Anna", "--player", "Bo")
    assert read_toml(path)["setup"]["artifact_given"] == "winner"


@pytest.mark.rule("P31")
def test_in_the_middle_of_a_game_a_reading_holds_from_there_on(begun: Path) -> None:
    assert run("do", begun, "reading half lost down").exit_code == 0
    assert read_toml(begun)["state"]["readings"] == {"half_lost": "down"}
    assert run("verify", begun).exit_code == 0
    assert run("undo", begun).exit_code == 0
    assert "readings" not in read_toml(begun)["state"]
    assert "it is down or up" in run("do", begun, "reading half lost sideways").stderr


@pytest.mark.rule("P49")
def test_no_reading_changes_in_the_middle_of_an_attack_on_a_plane() -> None:
    played = standing(at="City", step="movement", health=8, red=8)
    say(played, "plane Monastery [Door Warden]")
    with pytest.raises(Exception, match="between two actions"):
        played.correct(*readings("reading astral win ends turn yes"))
    say(played, "fight Door Warden [roll 1 6]")
    played.correct(*readings("reading astral win ends turn yes"))
    assert played.present.readings == {"astral_win_ends_turn": True}


def test_what_is_unusual_in_a_record_is_taken_and_an_unknown_answer_is_not(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    lines = f'game = "prophecy"\nkind = "creature"\ncreature = "{SPHINX}"\nmoves = ["fight", "roll 1 6"]\n'
    for answer, code in (("up", 0), ("sideways", 2)):
        path.write_text(f'{lines}half_lost = "{answer}"\nwork_after_moving = true\n[hero]\nhealth = 3\nmagic = 0\n')
        judged = run("judge", path, "--json")
        assert judged.exit_code == code
        assert code or json.loads(judged.stdout)["legal"]


def test_what_is_usual_is_what_the_rulebook_says() -> None:
    usual, told = ProphecyReadings(), numbers()
    assert (usual.start_gold, usual.start_experience) == (told.start.gold, told.start.experience)
    assert (usual.artifacts_to_win, usual.short_artifacts) == (told.victory.artifacts, told.victory.short)
    assert (usual.most_gold, usual.most_experience) == (told.limits.gold, told.limits.experience)
    assert (usual.most_items, usual.most_abilities) == (told.limits.items, told.limits.abilities)
    assert (usual.red_cubes, usual.blue_cubes) == (told.cubes.red, told.cubes.blue)
    assert (usual.wills_magic, usual.lost_health) == (told.fight.wills_magic, told.fight.lost_health)
    assert (usual.new_hero_health, usual.new_hero_magic) == (told.new_hero.health, told.new_hero.magic)


# --- what a turn allows -----------------------------------------------------------------------------------


@pytest.mark.rule("P66", "moving-cards")
@pytest.mark.parametrize("answer", ["up to", "exactly"])
def test_a_card_moves_up_to_its_number_or_exactly_so_far(answer: str) -> None:
    played = standing(at="Plains 6", step="movement", abilities=["Stamina"], settings={"card_moves": answer})
    two, three = (BOARD.label(BOARD.step(6, many)) for many in (2, 3))
    if answer == "exactly":
        assert refused(played, f"cast Stamina to {two}") == "moving-cards"
        say(played, "cast Stamina")
        assert set(offered(played)) == {three, BOARD.label(BOARD.step(6, -3))}
    else:
        assert hero(say(played, f"cast Stamina to {two}")).space == BOARD.step(6, 2)


@pytest.mark.rule("P27", "master-wizard")
@pytest.mark.parametrize("answer", ["new", "same"])
def test_limits_of_a_turn_begin_anew_where_the_wizard_leads_or_not(answer: str) -> None:
    played = standing(at="Forest 4", heroes=THREE, health=8, red=8, gold=5, settings={"wizards_turn": answer})
    played = placed(placed(played, 1, step="turn", space="Forest 4"), 2, step="turn", space="City")
    played = with_cards(played, "Forest 4", "Master Wizard")
    say(played, "attack Bo [accept / roll 3 3]", "use Master Wizard to City")
    assert ("attack Cleo" in offered(played)) == (answer == "new")
    fresh = standing(at="Forest 4", heroes=THREE, health=8, red=8, gold=5, settings={"wizards_turn": answer})
    fresh = with_cards(placed(fresh, 2, step="turn", space="City"), "Forest 4", "Master Wizard")
    assert "attack Cleo" in offered(say(fresh, "use Master Wizard to City")), "nobody was attacked yet"


@pytest.mark.rule("P27", "healing")
@pytest.mark.parametrize("answer", ["new", "same"])
def test_what_is_free_once_a_turn_comes_again_by_the_wizard_or_not(answer: str) -> None:
    played = standing(at="Forest 4", health=1, red=8, gold=5, settings={"wizards_turn": answer})
    played.state.players[0].marks = ["turn: Monastery"]
    played = with_cards(played, "Forest 4", "Master Wizard")
    say(played, "use Master Wizard to Monastery")
    assert ("heal 1" in offered(played)) == (answer == "new")


@pytest.mark.rule("P71")
@pytest.mark.parametrize(("answer", "left"), [("nobody", [3, 3, 3]), ("who stands there", [2, 3, 2])])
def test_a_snake_laid_open_harms_who_stands_there_or_nobody(answer: str, left: list[int]) -> None:
    settings = {"laid_open_harm": answer}
    played = standing(at="Forest 4", step="chance", heroes=THREE, health=3, red=3, settings=settings)
    played = placed(played, 1, step="chance", space="Forest 8", health=3, red=3)
    played = placed(played, 2, step="chance", space="Forest 4", health=3, red=3)
    say(played, "chance Forests [Marsh Viper / Gem Mine / Old Stair / Salt Lick]")
    assert [hero(played, seat).health for seat in range(3)] == left


@pytest.mark.rule("P71", "P42")
@pytest.mark.parametrize(("kind", "left"), [("creature, strength 3", 2), ("opportunity", 3)])
def test_a_creature_alone_that_is_laid_open_is_new_for_who_stands_there(kind: str, left: int) -> None:
    played = standing(at="Forest 4", step="chance", health=3, red=3, settings={"laid_open_harm": "who stands there"})
    played.state.learnt += (read_card(f"Odd Asp: {kind}; revealed if new: lose 1 health"),)
    played = say(placed(played, step="chance"), "chance Forests [Odd Asp / Gem Mine / Old Stair / Salt Lick]")
    assert hero(played).health == left


@pytest.mark.rule("P71", "P41")
def test_the_roll_of_who_stands_there_is_changed_by_that_heros_cards_alone() -> None:
    played = standing(
        at="Forest 4", step="chance", health=3, red=3, gold=5, settings={"laid_open_harm": "who stands there"}
    )
    charm = read_card("Beggar's Charm: common item; any roll if least gold: better of two")
    played.state.learnt += (charm, read_card("Odd Asp: creature, strength 3; revealed on 1-3: lose 1 health"))
    played = placed(played, 1, step="chance", space="Forest 8", health=3, red=3, gold=0, items=[charm.name])
    say(played, "chance Forests [Gem Mine / Odd Asp]")
    assert offered(played) == ["use Beggar's Charm", "roll"]


@pytest.mark.rule("P71", "P46")
def test_who_dies_of_a_snake_laid_open_is_buried_at_once() -> None:
    played = standing(at="Forest 4", step="chance", health=0, red=3, settings={"laid_open_harm": "who stands there"})
    say(played, "chance Forests [Marsh Viper / Gem Mine / Old Stair / Salt Lick]")
    assert (hero(played).status, played.present.active) == ("dead", 1)


@pytest.mark.rule("P6")
@pytest.mark.parametrize(("answer", "health"), [("heals", 8), ("nothing", 7)])
def test_a_gain_at_the_limit_heals_or_lapses(answer: str, health: int) -> None:
    bear = "Bear: creature, strength 4; won: gain 1 strength"
    fought = verdict(record(bear, fighting(7, 0, red=8), "fight", "roll 6 1", at_the_limit=answer))
    assert (fought.heroes[0].health, fought.heroes[0].red) == (health, 8)
    played = standing(at="Forest 4", health=7, red=8, magic=1, blue=8, gold=9, settings={"at_the_limit": answer})
    played.state.learnt += (read_card("Old Teacher: opportunity; use: gain 1 strength"),)
    played = with_cards(played, "Forest 4", "Old Teacher")
    if answer == "nothing":
        assert refused(played, "use Old Teacher") == "P25"
    else:
        assert hero(say(played, "use Old Teacher")).health == 8


@pytest.mark.rule("P6", "P25")
@pytest.mark.parametrize("answer", ["heals", "nothing"])
def test_magic_that_is_paid_makes_no_room_at_the_limit(answer: str) -> None:
    """With 10 blue cubes what is paid can be recharged, and not gained; a cube given for good can be gained again."""
    played = standing(at="Forest 4", magic=10, blue=10, settings={"at_the_limit": answer})
    played.state.learnt += (read_card("Old Well: opportunity; use: 1 willpower -> gain 1 willpower"),)
    stones = with_cards(played, "Forest 4", "Ring of Stones")
    assert ("use Ring of Stones" in offered(stones)) == (answer == "heals")
    assert "use Old Well" in offered(with_cards(played, "Forest 4", "Old Well"))
    played = standing(at="Forest 4", health=10, red=10, settings={"at_the_limit": answer})
    played.state.learnt += (read_card("Old Spring: opportunity; use: 1 health -> gain 1 strength"),)
    assert ("use Old Spring" in offered(with_cards(played, "Forest 4", "Old Spring"))) == (answer == "heals")


@pytest.mark.rule("P18", "once-a-round")
@pytest.mark.parametrize(("answer", "magic"), [("attacker's", 3), ("own", 2)])
def test_what_a_defender_used_counts_for_the_attackers_round_or_till_the_own(answer: str, magic: int) -> None:
    """Seated Anna, Bo, Cleo: Cleo defends twice, and has cast for nothing the first time."""
    played = standing(heroes=THREE, health=8, red=8, settings={"defenders_round": answer})
    played = placed(played, 1, step="turn", space="Plains 6", health=8, red=8)
    played = placed(
        played,
        2,
        step="turn",
        space="Plains 6",
        health=8,
        red=8,
        magic=3,
        blue=3,
        abilities=["Effective Spellcasting", "Prayer"],
    )
    say(played, "attack Cleo [accept / done / cast Prayer / roll 6 1+1]", "end turn")
    assert hero(played, 2).magic == 3
    say(played, "chance Charity", "stay", "attack Cleo [accept / done / cast Prayer / roll 6 1+1]")
    assert hero(played, 2).magic == magic
    say(played, "end turn", "chance Economic Crisis", "stay")
    assert not [mark for mark in hero(played, 2).marks if mark.startswith("round: ")], "the own round begins"


def _save(played: Session[GameState], start: GameState) -> dict[str, Any]:
    """The save of a game that was staged, as a file has it."""
    setup, state, begun = (to_builtins(one, str_keys=True) for one in (_setup(played), played.state, start))
    file = replace(
        new_save("prophecy", RULES.version, setup, state),
        history=History(tuple(played.steps)),
        checkpoint=Checkpoint(0, begun),
    )
    return {**to_builtins(file, str_keys=True), "kind": "save"}


def _setup(played: Session[GameState]) -> Any:
    return played.game.setup  # type: ignore[attr-defined]


def _judged(played: Session[GameState], start: GameState, **others: object) -> dict[str, Any]:
    """The verdict on the log of a game that was staged, by other readings."""
    data = _save(played, start)
    found = judge_log(games.load("prophecy"), Path("game.toml"), data, others=others, stated=False)
    return {**found.data()}


@pytest.mark.rule("P18", "once-a-round")
def test_a_judge_says_what_the_round_of_a_defender_changes(tmp_path: Path) -> None:
    """What Cleo pays; a battle's record, which can't say that she cast for less, hangs on nothing else."""
    played = standing(heroes=THREE, health=8, red=8, settings={"defenders_round": "own"})
    played = placed(played, 1, step="turn", space="Plains 6", health=8, red=8)
    cleo = {"health": 8, "red": 8, "magic": 3, "blue": 3, "abilities": ["Effective Spellcasting", "Prayer"]}
    played = with_whole_decks(placed(played, 2, step="turn", space="Plains 6", **cleo))
    start = played.state.copy()
    say(played, "attack Cleo [accept / done / cast Prayer / roll 6 1+1]", "end turn")
    say(played, "chance Charity", "stay", "attack Cleo [accept / done / cast Prayer / roll 6 1+1]")
    counts = [_judged(played, start, defenders_round=one)["counts"] for one in ("own", "attacker's")]
    assert [one["Cleo magic"] for one in counts] == [2, 3]
    save = tmp_path / "game.toml"
    save.write_text(tomli_w.dumps(_save(played, start)))
    found = json.loads(run("judge", save, "--readings", "--json").stdout)["readings"]
    told = [one for one in found if "defender" in one or one["reading"] == "defenders_round"]
    assert told == [{"reading": "defenders_round", "answer": "attacker's", "counts": {"Cleo magic": 3}}]


@pytest.mark.rule("P27", "master-wizard")
def test_a_judge_says_what_the_turn_of_a_wizard_changes() -> None:
    played = standing(at="Forest 4", heroes=THREE, health=8, red=8, gold=5, settings={"wizards_turn": "same"})
    played = placed(placed(played, 1, step="turn", space="Forest 4"), 2, step="turn", space="City")
    played = with_whole_decks(with_cards(played, "Forest 4", "Master Wizard"))
    start, because = played.state.copy(), "the wizard began a new turn"
    say(played, "attack Bo [accept / roll 3 3]", "use Master Wizard to City")
    say(played, f"overrule attack Cleo because {because} [accept / roll 3 3]")
    assert _judged(played, start)["agreed"] == [{"entry": 3, "because": because}]
    assert "agreed" not in _judged(played, start, wizards_turn="new")


SWORD, WAND = "Great Sword", "Ivory Wand"


@pytest.mark.rule("P72", "order-of-duel")
@pytest.mark.parametrize("answer", ["stay", "anew"])
def test_items_named_with_an_attack_stay_or_are_named_afresh_for_wills(answer: str) -> None:
    anna, bo = fighting(5, 4, SWORD, WAND), fighting(3, 4, "Ruby Circlet", name="Bo")
    moves = (
        "attack strength with Great Sword",
        "wills",
        "arms with Ivory Wand",
        "arms with Ruby Circlet",
        "roll 3 3",
    )
    data = duel(anna, bo, *moves, arms_after_type=answer)
    if answer == "stay":
        assert ruling(data) == (3, "P72")
    else:
        assert totals(data) == [(4 + 1, 4 - 2 + 1)]


@pytest.mark.rule("P72")
def test_an_attack_that_is_accepted_stays_as_named() -> None:
    anna, bo = fighting(5, 4, SWORD, WAND), fighting(3, 4, name="Bo")
    data = duel(anna, bo, "attack strength with Great Sword", "accept", "roll 3 3", arms_after_type="anew")
    assert totals(data) == [(5 + 3, 3)]


@pytest.mark.rule("P72", "wills-against-hero")
def test_items_named_afresh_count_for_the_price() -> None:
    """With 1 Magic Bo pays for Wills only if he names the Crown; without it his naming is refused."""
    anna, bo = fighting(5, 4, SWORD), fighting(3, 1, "Crown of Power", name="Bo")
    moves = ("attack strength with Great Sword", "wills", "arms", "arms with Crown of Power", "roll 3 3")
    data = duel(anna, bo, *moves, arms_after_type="anew")
    assert totals(data) == [(4, 0 + 1)]
    assert ruling(duel(anna, bo, *moves[:3], "arms", arms_after_type="anew")) == (4, "wills-price")
    poor = fighting(3, 0, "Crown of Power", name="Bo")
    assert ruling(duel(anna, poor, *moves[:2], arms_after_type="anew")) == (2, "wills-price")


@pytest.mark.rule("P72", "hands-and-head")
def test_items_named_afresh_fit_in_two_hands() -> None:
    anna = fighting(5, 4, SWORD, WAND)
    moves = ("attack strength with Great Sword", "wills", "arms with Great Sword, Ivory Wand")
    assert ruling(duel(anna, fighting(3, 4, name="Bo"), *moves, arms_after_type="anew")) == (3, "P37")


@pytest.mark.rule("P72")
def test_who_has_nothing_to_name_afresh_is_not_asked_in_a_record_either() -> None:
    """The Items in the record are the defender's; where nobody has any it is a Wills fight at once, and paid."""
    anna, bo = fighting(5, 4), fighting(3, 4, "Ruby Circlet", name="Bo")
    moves = ("attack strength", "wills", "arms with Ruby Circlet", "roll 3 3")
    assert totals(duel(anna, bo, *moves, arms_after_type="anew")) == [(4, 4 - 2 + 1)]
    assert totals(duel(anna, bo, *moves[:2], "arms", *moves[2:], arms_after_type="anew")) == [(4, 4 - 2 + 1)]
    bare = told(duel(anna, fighting(3, 4, name="Bo"), *moves[:2], arms_after_type="anew"))
    assert (bare["type"], bare["defender"]["magic"]) == ("wills", 2)


@pytest.mark.rule("P72")
def test_odds_know_that_items_are_named_afresh() -> None:
    """Against Wills the Wand counts: the defender's turn to Wills is worth less to him."""
    anna, bo = fighting(6, 4, SWORD, WAND), fighting(3, 5, name="Bo")
    best = {}
    for answer in ("stay", "anew"):
        read = BATTLES.read(Path("fight.toml"), duel(anna, bo, arms_after_type=answer))
        strength = next(one for one in best_attacks(Reckoning(), read.scene, read.heroes) if "strength" in one.move)
        assert strength.answered is not None
        best[answer] = (strength.answer, Fraction(strength.answered.won, strength.answered.ways))
    assert best == {"stay": ("wills", Fraction(21, 36)), "anew": ("wills", Fraction(26, 36))}
    for moves, answer, first in (("wills",), "anew", "arms"), ((), "anew", "accept"):
        data = duel(anna, bo, "attack strength with Great Sword", *moves, arms_after_type=answer)
        options = options_of(RecordPlayer(BATTLES.read(Path("fight.toml"), data), to_end=False).run())
        assert options[0].move == first
        assert max(Fraction(one.chance.won, one.chance.ways) for one in options) >= Fraction(26, 36)


@pytest.mark.rule("P72")
def test_in_a_game_items_are_named_afresh() -> None:
    played = standing(SWORD, WAND, health=8, red=8, magic=4, blue=4, settings={"arms_after_type": "anew"})
    played = placed(played, 1, step="turn", space="Plains 6", magic=4, blue=4, items=["Ruby Circlet"])
    played.take_events()
    say(played, f"attack Bo with {SWORD} [wills / arms with {WAND} / arms with Ruby / roll 6 1 / lose health]")
    assert (hero(played, 1).health, hero(played, 1).magic) == (4, 2)
    begun = [event for event in played.take_events() if isinstance(event, FightBegun)]
    assert [(one.hero, one.kind, one.price, one.used) for one in begun] == [
        ("Anna", "strength", {}, (SWORD,)),
        ("Anna", "wills", {}, (WAND,)),
        ("Bo", "wills", {"magic": 2}, ("Ruby Circlet",)),
    ]
    recorded = [answer.text for answer in played.steps[-1].answers if answer.key == "arms"]
    assert recorded == [f"arms with {WAND}", "arms with Ruby Circlet"]


@pytest.mark.rule("P72", "wills-price")
def test_only_items_with_which_the_price_is_there_are_offered_afresh() -> None:
    played = standing(SWORD, health=8, red=8, settings={"arms_after_type": "anew"})
    played = placed(
        played, 1, step="turn", space="Plains 6", magic=1, blue=4, items=["Ruby Circlet", "Crown of Power"]
    )
    say(played, f"attack Bo with {SWORD} [wills / arms]")
    assert played.question is not None
    assert (offered(played), played.question.open) == (["arms with Crown of Power"], True)


@pytest.mark.rule("P72")
@pytest.mark.parametrize("said", ["arms wills", f"arms strength with {WAND}", f"arms Bo with {WAND}"])
def test_items_named_afresh_are_named_without_a_type_and_an_opponent(said: str) -> None:
    played = standing(SWORD, WAND, health=8, red=8, magic=4, blue=4, settings={"arms_after_type": "anew"})
    played = placed(played, 1, step="turn", space="Plains 6", magic=4, blue=4)
    say(played, f"attack Bo with {SWORD} [wills]")
    assert played.question is not None
    assert played.question.key == "arms"
    with pytest.raises(Unreadable, match="write it like arms with"):
        played.answer(said)


@pytest.mark.rule("P72")
def test_only_what_is_held_in_hands_or_worn_on_the_head_is_named_afresh() -> None:
    potion = "Potion of Healing"
    played = standing(SWORD, WAND, potion, health=8, red=8, magic=4, blue=4, settings={"arms_after_type": "anew"})
    played = placed(played, 1, step="turn", space="Plains 6", magic=4, blue=4)
    question = say(played, f"attack Bo with {SWORD} [wills]").question
    assert question is not None
    assert [option.text for option in question.options()] == ["arms", f"arms with {SWORD}", f"arms with {WAND}"]


# --- house numbers ----------------------------------------------------------------------------------------


@pytest.mark.rule("start-of-hero", "gold-and-experience")
def test_heroes_start_with_what_the_table_agreed() -> None:
    played = game(*TWO, start_gold=9, start_experience=0)
    assert [(one.gold, one.experience) for one in played.present.players] == [(9, 0)] * 2


@pytest.mark.rule("four-artifacts", "short-game", "P52", "P58")
@pytest.mark.parametrize(
    ("settings", "many"),
    [
        ({}, 4),
        ({"artifacts_to_win": 3}, 3),
        ({"variant": "two artifacts"}, 2),
        ({"variant": "two artifacts", "short_artifacts": 1}, 1),
        ({"variant": "two artifacts", "artifacts_to_win": 3}, 2),
    ],
)
def test_so_many_artifacts_win(settings: dict[str, Any], many: int) -> None:
    names = artifacts()
    for held in range(1, 5):
        played = taken(standing(settings=settings), *((name, 0) for name in names[:held]))
        assert bool(winners(setup_of(played), played.state)) == (held >= many)


@pytest.mark.rule("P52", "four-artifacts")
def test_a_number_that_is_lowered_may_end_the_game_at_once() -> None:
    played = taken(standing(), *((name, 0) for name in artifacts()[:2]))
    played.correct(*readings("reading artifacts to win 2"))
    assert (played.present.over, played.present.won) == (True, [0])


@pytest.mark.rule("end-limits")
def test_what_may_be_kept_is_what_the_table_agreed() -> None:
    limits = {"most_gold": 5, "most_experience": 20, "most_items": 3, "most_abilities": 3}
    played = standing(
        "Axe",
        "Sword",
        "Rope",
        "Cape",
        gold=9,
        experience=19,
        settings=limits,
        abilities=["Prayer", "Stamina", "Staff Skill", "Ambidexterity"],
    )
    say(played, "end turn", "discard Rope", "discard Staff Skill")
    kept = hero(played)
    assert (kept.gold, kept.experience, len(kept.items), len(kept.abilities)) == (5, 19, 3, 3)


@pytest.mark.rule("most-red", "most-blue", "P5", "P6")
def test_so_many_cubes_are_the_most() -> None:
    bear = "Bear: creature, strength 4; won: gain 1 strength, gain 1 willpower"
    for most, red, blue in ((8, 8, 10), (9, 9, 10)):
        fought = verdict(record(bear, fighting(8, 10), "fight", "roll 6 1", red_cubes=most))
        assert (fought.heroes[0].red, fought.heroes[0].blue) == (red, blue)
    played = standing(health=8, red=8, settings={"red_cubes": 12, "blue_cubes": 6})
    played.correct(*readings("adjust Anna strength 12"))
    assert hero(played).red == 12
    with pytest.raises(Illegal, match="the most is 12"):
        played.correct(*readings("adjust Anna strength 13"))
    with pytest.raises(Unreadable, match="6 at most"):
        played.correct(*readings("adjust Anna blue 7 of 7"))


@pytest.mark.rule("most-red")
def test_who_has_more_than_a_lowered_limit_keeps_it_and_gains_nothing() -> None:
    played = standing(health=11, red=12, settings={"red_cubes": 12})
    played.correct(*readings("reading red cubes 8"))
    RULES.check(setup_of(played), played.present)
    played = with_cards(placed(played, gold=5), "Plains 6", "Lone Wolf")
    quest = Quest(RULES.in_force(setup_of(played), played.state), played.state, [])
    assert quest.change(0, "strength", 1, "a spring", ()) == 0
    assert (quest.hero.red, quest.hero.health) == (12, 12)


@pytest.mark.rule("wills-price", "wills-against-hero")
@pytest.mark.parametrize(("magic", "left"), [(0, 4), (2, 2), (4, 0)])
def test_wills_cost_what_the_table_agreed(magic: int, left: int) -> None:
    giant = "Rock Giant: creature, strength 5, willpower 4"
    fought = record(giant, fighting(3, 4), "fight wills", "roll 3 3", wills_magic=magic)
    assert (told(fought)["hero"]["magic"], totals(fought)) == (left, [(left, 4)])
    data = duel(fighting(3, 4), fighting(3, 4, name="Bo"), "attack wills", "accept", "roll 3 3", wills_magic=magic)
    assert told(data)["hero"]["magic"] == left


@pytest.mark.rule("loss-creature", "win-hero")
def test_a_loss_costs_what_the_table_agreed() -> None:
    for many in (1, 3):
        assert (
            verdict(record(BEAR, fighting(5, 0), "fight", "roll 1 6", lost_health=many)).heroes[0].health == 5 - many
        )
        played = standing(health=8, red=8, settings={"lost_health": many})
        played = placed(played, 1, step="turn", space="Plains 6", health=5, red=5)
        assert hero(say(played, "attack Bo [accept / roll 6 1]"), 1).health == 5 - many
    read = BATTLES.read(Path("fight.toml"), record("Bear: creature, strength 9", fighting(1, 0), lost_health=2))
    assert next(best_of_each(Reckoning(), read.scene, read.heroes[0])).chance.dies > 0, "2 Health lost of 1"


@pytest.mark.rule("new-character", "P47")
def test_the_way_costs_a_new_hero_what_the_table_agreed() -> None:
    settings = {"new_hero_health": 2, "new_hero_magic": 0}
    played = placed(game("Paladin", "Mercenary", **settings), step="round", health=0)
    played.state.players[0].status = "dead"
    settle_deaths(Quest(setup_of(played), played.state, []), "a storm")
    played = say(placed(played, step="round"), "new hero Druid")
    assert (hero(played).red - hero(played).health, hero(played).blue - hero(played).magic) == (2, 0)


@pytest.mark.rule("attack-heroes", "P56")
@pytest.mark.parametrize("many", [0, 1, 2])
def test_so_many_attacks_go_in_a_turn(many: int) -> None:
    played = standing(heroes=THREE, health=8, red=8, settings={"hero_attacks": many})
    for seat in (1, 2):
        played = placed(played, seat, step="turn", space="Plains 6", health=5)
    for _ in range(many):
        say(played, "attack Bo [accept / roll 3 3]")
    assert refused(played, "attack Cleo") == "attack-heroes"
    say(played, "end turn")
    assert played.present.further == 0


@pytest.mark.rule("P56")
def test_in_the_final_battle_one_attack_is_made_all_the_same() -> None:
    played = standing(health=8, red=8, settings={"hero_attacks": 0})
    played.state.phase = "final battle"
    played = placed(placed(played, 1, step="turn", space="Plains 6", health=2), step="turn")
    played = taken(played, ("Royal Cape", 0), ("Banner of Hope", 1), ("Mirrored Shield", 1))
    assert refused(played, "end turn") == "P56"
    assert any(one.startswith("attack Bo") for one in offered(played))


@pytest.mark.rule("end-limits", "loss-ends-turn")
def test_a_light_table_is_told_the_house_numbers(tmp_path: Path) -> None:
    path = tmp_path / "light.toml"
    run(
        "new",
        path,
        "--game",
        "prophecy",
        "--yes",
        "--track",
        "battles",
        "--player",
        "Anna",
        "--player",
        "Bo",
        "--start",
        "Anna",
        "--most-gold",
        "9",
        "--lost-health",
        "2",
    )
    said = run("do", path, "chance Charity", "fight lost", "chance Good Times")
    assert "2 Health" in said.stdout, said.output
    assert "9 Gold" in said.stdout


# --- verdicts ---------------------------------------------------------------------------------------------


@pytest.mark.rule("P72", "P36")
def test_a_verdict_says_what_hangs_on_a_reading(tmp_path: Path) -> None:
    anna, bo = fighting(5, 4, SWORD, WAND), fighting(3, 4, name="Bo")
    moves = (f"attack strength with {SWORD}", "wills", f"arms with {WAND}", "arms", "roll 3 3")
    time = ("fight", "roll 1 6", "cast Turn Back Time", "roll 1 6", "cast Turn Back Time", "roll 6 1")
    mage = fighting(3, 2, "Turn Back Time")
    for data, name, answer in (
        (duel(anna, bo, *moves), "arms_after_type", "anew"),
        (record(BEAR, mage, *time, turn_back_time="once"), "turn_back_time", "again"),
        (record(BEAR, fighting(5, 2), "fight wills", "roll 1 6"), "", ""),
    ):
        path = tmp_path / "fight.toml"
        path.write_text(tomli_w.dumps(data))
        judged = json.loads(run("judge", path, "--json").stdout)
        assert not judged["legal"]
        found = [(one["reading"], one["answer"], one["illegal"]) for one in judged.get("readings", ())]
        assert found == ([(name, answer, None)] if name else [])
        assert not name or f"with {name.replace('_', ' ')} {answer} it is legal" in run("judge", path).stdout
    path.write_text(tomli_w.dumps(record(BEAR, mage, *time)))
    assert [
        (one["reading"], one["legal"])
        for one in json.loads(run("judge", path, "--json", "--readings").stdout)["readings"]
    ] == [("turn_back_time", False)]


@pytest.mark.rule("P31")
def test_a_fight_taken_out_of_a_game_has_the_readings_that_held_then(begun: Path, tmp_path: Path) -> None:
    table = OpenSave(games.load("prophecy"), begun)
    session = with_cards(standing(health=3, red=3, settings={"half_lost": "up"}), "Plains 6", "Lone Wolf")
    say(session, "fight Lone Wolf [roll 3 3]", "chance Charity")
    session.correct(*readings("reading half lost down"))
    fought = fight_in("game.toml", setup_of(session), session, 1)
    assert (fought.file.half_lost, fought.scene.readings.half_lost) == ("up", "up")
    assert 'half_lost = "up"' in BATTLES.write(fought.file)
    assert table.setup_of(table.session.present).half_lost == "up"
