"""Fights on a file: the JSON that scripts rely on, what is refused and with which words, exit codes."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee.errors import BadInput
from referee.files.files import parse_toml
from referee.games.prophecy.cards.language import read_whole
from referee.games.prophecy.fights.battles import BATTLES
from referee.games.prophecy.fights.in_game import fight_in
from referee.games.prophecy.fights.state import Bonus
from referee.games.prophecy.fights.verdict import judge
from tests.old_saves import run
from tests.prophecy.fights import duel, hero, judged, record, ruling, told
from tests.prophecy.games import make_setup, say
from tests.prophecy.staged import game, placed, with_cards
from tests.prophecy.test_ahead import known, setup_of
from tests.prophecy.test_rounds import TWO, standing

BEAR = "Bear: creature, animal, strength 4"
EXAMPLES = Path(__file__).parents[2] / "examples" / "prophecy"


def refused(data: dict[str, Any]) -> str:
    """The message with which a record is refused."""
    with pytest.raises(BadInput) as error:
        judged(data)
    message = str(error.value)
    assert message.startswith("fight.toml: ")
    assert "\n" not in message
    return message.removeprefix("fight.toml: ")


@pytest.mark.parametrize("odd", ["\t\n", "Axe\nSword", "Axe\u2028Sword"])
def test_a_message_stays_on_one_line_whatever_it_quotes(odd: str) -> None:
    assert len(refused(record(BEAR, hero(5, 3), odd)).splitlines()) == 1
    assert len(refused(record(BEAR, hero(5, 3) | {"items": [odd]}, "fight")).splitlines()) == 1


def test_the_json_of_a_verdict() -> None:
    found = told(record(BEAR, hero(5, 3, "Axe"), "fight with Axe", "throw Axe", "roll 5 2", claim="lost"))
    assert found == {
        "game": "prophecy",
        "kind": "creature",
        "legal": True,
        "illegal": None,
        "type": "strength",
        "rolls": [{"own": 6, "enemy": 4, "dice": [5, 2], "totals": [11, 6], "result": "won"}],
        "result": "won",
        "hero": {"health": 5, "magic": 3, "alive": True, "damaged": ["Axe"], "discarded": []},
        "disputes": [{"claimed": "lost", "ruled": "won"}],
    }


def test_the_json_of_an_illegal_move() -> None:
    found = told(record(BEAR, hero(5, 3), "fight wills", "roll 1 1"))
    assert (found["legal"], found["type"], found["rolls"], found["result"]) == (False, None, [], None)
    assert found["illegal"].keys() == {"move", "reason", "ruling"}
    assert (found["illegal"]["move"], found["illegal"]["ruling"]) == (1, "strength-only")
    assert found["hero"]["magic"] == 3  # as after the last legal move


def test_a_fight_may_be_undecided() -> None:
    found = told(record(BEAR, hero(5, 3), "fight"))
    assert (found["legal"], found["type"], found["result"]) == (True, "strength", None)
    assert told(record(BEAR, hero(5, 3)))["type"] is None


def test_a_result_is_not_known_past_an_illegal_move(tmp_path: Path) -> None:
    data = record(BEAR, hero(5, 3), "fight wills", "roll 1 1", claim="won")
    assert told(data)["disputes"] == []
    path = tmp_path / "fight.toml"
    path.write_text(tomli_w.dumps(data), encoding="utf-8")
    said = " ".join(run("judge", path, "--no-cost").stdout.split())
    assert "The claim about the result can't be checked past move 1." in said


@pytest.mark.rule("roll-of-fight")
def test_nothing_follows_the_end() -> None:
    assert ruling(record(BEAR, hero(5, 3), "fight", "roll 6 1", "roll 6 1")) == (3, "roll-of-fight")


def test_names_are_found_in_the_rulebook_and_a_deck(tmp_path: Path) -> None:
    assert judged(record("Ghost", hero(3, 5), "fight", "roll 1 1")).result == "won"
    deck = EXAMPLES / "sample-deck.toml"
    path = tmp_path / "fight.toml"
    path.write_text(tomli_w.dumps(record("Toll Ogre", hero(6, 3) | {"items": ["Ember Sword"]}, "fight", "roll 6 1")))
    done = run("judge", str(path), "--json", "--deck", str(deck))
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["result"] == "won"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": ["fight", "roll 7 1"]}, "a die can't show 7"),
        ({"moves": ["fight", "roll 1 2 3"]}, "has 3 dice; 2 are thrown, like roll 3 3"),
        ({"moves": ["fight", "roll"]}, "has 0 dice; 2 are thrown, like roll 3 3"),
        ({"moves": ["fight", "roll 1"]}, "has 1 die; 2 are thrown, like roll 3 3"),
        (
            {"hero": hero(5, 3, "Prayer"), "moves": ["fight", "cast Prayer", "roll 1"]},
            "has 1 die; 2 and 1 are thrown, like roll 3+5 3",
        ),
        ({"moves": ["fight", "roll one 2"]}, 'can\'t read the die "one"'),
        ({"moves": ["fite"]}, '"fite" isn\'t a move; did you mean fight?'),
        ({"moves": ["fight with Axxe"]}, "did you mean Axe?"),
        ({"moves": ["fight", "cast Prayer"]}, 'Anna has no "Prayer"'),
        ({"moves": ["fight Wolf"]}, 'this is a fight with Bear, not "Wolf"'),
        ({"moves": ["fight wills", "drink"]}, '"drink" isn\'t a move'),
        ({"moves": ["fight with Axe, Axe"]}, "Axe is named twice"),
        ({"creature": "Bear: creature, animal"}, "needs its Strength, its Willpower or both"),
        ({"creature": "Bear: creature, strong 4"}, 'can\'t read "strong 4"; did you mean strength 4'),
        ({"creature": "Bear: creature, strength 4; loses: lose 1 health"}, "did you mean"),
        ({"creature": "Bear: creature, strength 4; lost: loose 1 health"}, "did you mean lose 1 health?"),
        ({"creature": "Axe: item, weapon"}, "Axe is of kind item"),
        ({"creature": "Nobody"}, 'no card is called "Nobody"'),
        ({"creature": "Ghost: item, weapon"}, "it is a creature, the rulebook says, not an item"),
        ({"kind": "duel"}, 'kind is "duel"'),
        ({"dice": "loaded"}, 'dice is "loaded"'),
        ({"clame": "won"}, 'unknown key "clame"; did you mean claim or game?'),
        ({"seed": 7}, "seed goes with"),
        ({"game": "prophecy", "kind": "save"}, "is the save of a game, not a fight record; go on with"),
    ],
)
def test_what_cant_be_read_is_refused(change: dict[str, Any], message: str) -> None:
    assert message in refused(record(BEAR, hero(5, 3, "Axe"), "fight") | change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"health": 9}, "8 or less"),
        ({"magic": 11}, "10 or less"),
        ({"health": -1}, "0 or more"),
        ({"red": 3}, "red = 3 are all cubes; on the right side alone are 5"),
        ({"blue": 2}, "blue = 2"),
        ({"artifacts": 6}, "5 or less"),
        ({"items": ["Bear"]}, "Bear is of kind creature"),
        ({"abilities": ["Sword: item, weapon"]}, "Sword is of kind item"),
        ({"gold": "much"}, "whole number"),
        ({"space": "Swamp"}, 'there is no space "Swamp"'),
        ({"shield": True}, 'unknown key "shield"'),
    ],
)
def test_what_a_hero_cant_be_is_refused(change: dict[str, Any], message: str) -> None:
    assert message in refused(record(BEAR, hero(5, 3), "fight") | {"hero": hero(5, 3) | change})


@pytest.mark.rule("artifacts")
def test_artifacts_are_five_and_each_in_one_hand() -> None:
    cape = "Royal Cape: artifact"
    one, other = hero(5, 3) | {"items": [cape]}, hero(5, 3) | {"items": [cape], "name": "Bo"}
    assert "Royal Cape is in two hands" in refused(duel(one, other, "attack"))
    assert "6 Artifacts" in refused(duel(hero(5, 3, artifacts=3), hero(5, 3, artifacts=3), "attack"))


def test_a_record_of_one_kind_doesnt_take_what_belongs_to_the_other() -> None:
    data = record(BEAR, hero(5, 3), "fight")
    assert "needs attacker" in refused(data | {"kind": "hero"})
    del data["creature"]
    assert "needs creature" in refused(data)


def test_rolled_dice_come_from_the_seed() -> None:
    data = record(BEAR, hero(5, 3), "fight", "roll", dice="rolled")
    first, again, other = (told(data | {"seed": seed})["rolls"] for seed in (7, 7, 8))
    assert first == again != other
    assert told(data)["rolls"] == told(data | {"seed": 0})["rolls"]
    noted = data | {"moves": ["fight", "roll 1 2"], "seed": 7}  # what the program threw may be written too
    assert told(noted)["rolls"][0]["dice"] == [1, 2]
    averaged = record(BEAR, hero(5, 3), "fight", "roll 1 2", dice="average")
    assert "without what they show" in refused(averaged)


@pytest.mark.rule("wills-against-hero", "type-of-duel")
def test_the_defender_answers_in_time() -> None:
    data = duel(hero(5, 5), hero(5, 5), "attack wills", "wills")
    assert ruling(data) == (2, "wills-price")
    assert "write it like accept" in refused(duel(hero(5, 5), hero(5, 5), "attack", "fight"))


@pytest.mark.parametrize(
    ("name", "code"), [("fight-disputed", 1), ("fight-illegal", 1), ("fight-heroes", 0), ("fight-odds", 0)]
)
def test_the_examples_say_what_they_say(name: str, code: int) -> None:
    done = run("judge", str(EXAMPLES / f"{name}.toml"), "--json")
    assert done.exit_code == code
    assert json.loads(done.stdout)["legal"] == (name != "fight-illegal")


def test_the_screen_tells_every_sum() -> None:
    done = run("judge", str(EXAMPLES / "fight-disputed.toml"), "--plain")
    text = " ".join(done.output.split())
    assert "Mercenary 13 (6 Health + 1 Axe + 1 Spiked Shield + die 5), Angry Mob 12 (6 printed + die 6): won." in text
    assert "The players say drawn; it is won." in text


def test_odds_of_a_record_on_the_screen_and_for_scripts() -> None:
    path = str(EXAMPLES / "fight-odds.toml")
    done = run("odds", path, "--json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert found["game"] == "prophecy"
    assert found["options"][0].keys() == {"move", "own", "enemy", "magic", "health", "won", "drawn", "lost", "dies"}
    assert "fight strength with Moth Cleaver: 6 against 5" in run("odds", path, "--plain").output
    bad = run("odds", path, "--move", "fight with Ruby Circlet, Ruby Circlet")
    assert bad.exit_code == 2
    assert run("odds", path, "--move", "fight wills; throw Moth Cleaver", "--json").exit_code == 1


def test_every_line_of_the_rulebook_can_be_typed_again() -> None:
    for line in ("Axe: item", "Ghost: creature", "Prayer: ability, spell 1"):
        assert read_whole(line).name == line.partition(":")[0]


# --- refereed live ------------------------------------------------------------------------------------

AXE = "Axe: item, weapon, throwing; always: in strength 1 thrown"
PRAYER = "Prayer: ability, Monastery, spell 1; any roll: better of two"


def live(tmp_path: Path, *lines: str) -> tuple[Any, dict[str, Any]]:
    """A fight refereed from a script, and the record that it left."""
    script, path = tmp_path / "fight.moves", tmp_path / "live.toml"
    script.write_text("\n".join(lines))
    done = run("battle", str(path), "--game", "prophecy", "--moves", str(script), "--plain")
    return done, tomllib.loads(path.read_text()) if path.exists() else {}


def test_what_is_claimed_of_a_live_fight_stands_in_its_record(tmp_path: Path) -> None:
    set_up = ("creature", "entered", BEAR, "Anna", "4", "3", AXE, PRAYER, "done")
    done, kept = live(tmp_path, *set_up, "fight with Axe", "claim lose", "roll 2 3", "claim wings")
    assert "Recorded: adjust claim lose" in done.stdout
    assert kept["claim"] == "lost"


def test_a_fight_is_refereed_and_its_record_judged(tmp_path: Path) -> None:
    moves = ["fight with Axe", "cast Prayer", "throw Axe", "roll 2+5 3"]
    done, kept = live(tmp_path, "creature", "entered", BEAR, "Anna", "4", "3", AXE, PRAYER, "done", *moves)
    assert done.exit_code == 0, done.output
    assert kept["moves"] == moves
    assert "won." in done.output
    judged_again = json.loads(run("judge", str(tmp_path / "live.toml"), "--json").stdout)
    assert (judged_again["result"], judged_again["hero"]["magic"]) == ("won", 2)
    assert judged_again["hero"]["damaged"] == ["Axe"]


@pytest.mark.rule("attack-heroes")
def test_a_live_fight_takes_no_attack_on_somebody_else(tmp_path: Path) -> None:
    heroes = ("hero", "entered", "Anna", "4", "3", "done", "Bo", "3", "3", "done")
    done, kept = live(tmp_path, *heroes, "attack Zed")
    assert 'this is an attack on Bo, not "Zed"' in done.stderr, done.output
    assert "moves" not in kept, "a record with it couldn't be judged"


RICH = "Rich Bear: creature, animal, strength 4; won: draw 1 rare"
RING = "Ring: item, rare, costs 4"


@pytest.mark.rule("win-creature")
def test_an_item_drawn_as_a_reward_is_asked_for_and_held(tmp_path: Path) -> None:
    """In a record it is named by a move; where no move names it, it is noted that one was drawn."""
    head = ("creature", "entered", RICH, "Anna", "4", "3", "done", "fight", "roll 6 1")
    done, kept = live(tmp_path, *head, RING)
    assert done.exit_code == 0, done.output
    assert kept["moves"] == ["fight", "roll 6 1", f"draw {RING}"]
    assert "Anna draws Ring (Rich Bear)." in done.output
    assert told(kept)["legal"]
    for path in ("none", "common"):
        (tmp_path / path).mkdir()
    done, kept = live(tmp_path / "none", *head, "nothing")
    assert kept["moves"] == ["fight", "roll 6 1", "draw nothing"]
    assert told(kept)["result"] == "won"
    done, _ = live(tmp_path / "common", *head, "Rope: item, common")
    assert (done.exit_code, "a rare one is drawn" in done.output) == (2, True)


BURNT = "Burnt Offering: ability, Monastery; roll: 1 item -> in either 3"


@pytest.mark.rule("card-costs", "P34")
def test_an_item_is_the_price_of_an_announcement(tmp_path: Path) -> None:
    """It is named with the card and goes to the discards; once per roll, whatever is given."""
    head = ("creature", "entered", BEAR, "Anna", "4", "3", AXE, "Rope: item, common", BURNT, "done")
    done, kept = live(tmp_path, *head, "fight with Axe", "pay Rope for Burnt Offering", "roll 1 3")
    assert done.exit_code == 0, done.output
    assert "4 Health + 3 Burnt Offering + die 1" in " ".join(done.output.split())
    hero = json.loads(run("judge", str(tmp_path / "live.toml"), "--json").stdout)["hero"]
    assert hero["discarded"] == ["Rope"]
    assert kept["moves"] == ["fight with Axe", "pay Rope for Burnt Offering", "roll 1 3"]
    for place, more in (("twice", "pay Axe for Burnt Offering"), ("gone", "pay Rope for Burnt Offering")):
        (tmp_path / place).mkdir()
        done, _ = live(tmp_path / place, *head, "fight with Axe", "pay Rope for Burnt Offering", more)
        assert done.exit_code in (1, 2), done.output
    (tmp_path / "free").mkdir()
    done, _ = live(tmp_path / "free", *head, "fight with Axe", "pay Burnt Offering")
    assert done.exit_code in (1, 2)


@pytest.mark.rule("special-rules")
@pytest.mark.parametrize(("die", "own"), [("roll 5", 3), ("roll 2", 4)])
def test_a_die_before_the_fight_is_thrown_in_a_live_one_too(die: str, own: int, tmp_path: Path) -> None:
    stinger = "Stinger: creature, strength 4; met on 4-6: lose 1 health"
    done, kept = live(tmp_path, "creature", "entered", stinger, "Anna", "4", "3", "done", "fight", die, "roll 3 3")
    assert done.exit_code == 0, done.output
    assert f"({own} Health + die 3)" in " ".join(done.output.split())
    assert kept["moves"] == ["fight", die, "roll 3 3"]
    assert json.loads(run("judge", str(tmp_path / "live.toml"), "--json").stdout)["rolls"][0]["own"] == own


ZEAL = "Fanaticism: ability, Monastery; drawn: fight again"


@pytest.mark.rule("fanaticism")
@pytest.mark.parametrize(
    ("last", "result"), [(["fight with Axe", "roll 6 1"], "won"), (["no"], "drawn"), (["fight", "roll 1 6"], "lost")]
)
def test_after_a_draw_a_live_fight_goes_on_as_a_new_battle(last: list[str], result: str, tmp_path: Path) -> None:
    """Fanaticism: a new battle, if it is wanted."""
    moves = ["fight with Axe", "roll 4 4", *last]
    done, kept = live(tmp_path, "creature", "entered", BEAR, "Anna", "4", "3", AXE, ZEAL, "done", *moves)
    assert done.exit_code == 0, done.output
    assert kept["moves"] == moves
    judged_again = json.loads(run("judge", str(tmp_path / "live.toml"), "--json").stdout)
    assert (judged_again["legal"], judged_again["result"]) == (True, result)


@pytest.mark.rule("order-of-duel")
def test_a_duel_is_refereed(tmp_path: Path) -> None:
    sides = ("Anna", "4", "3", PRAYER, "done", "Bo", "3", "6", "done")
    done, kept = live(tmp_path, "hero", "entered", *sides, "attack", "wills", "cast Prayer", "roll 2+4 1")
    assert done.exit_code == 0, done.output
    assert kept["moves"] == ["attack", "wills", "cast Prayer", "roll 2+4 1"]
    assert told(kept)["result"] == "won"


@pytest.mark.parametrize("dice", ["rolled", "average"])
def test_dice_that_nobody_throws(dice: str, tmp_path: Path) -> None:
    seed = ["7"] if dice == "rolled" else []
    done, kept = live(tmp_path, "creature", dice, *seed, BEAR, "Anna", "5", "3", PRAYER, "done", "fight", "roll")
    assert done.exit_code == 0, done.output
    assert told(kept)["result"] in ("won", "drawn", "lost")
    assert told(kept)["legal"]


def test_a_fight_is_gone_on_with_and_an_illegal_move_is_told(tmp_path: Path) -> None:
    head = ("creature", "entered", BEAR, "Anna", "5", "3", AXE, "done")
    _, kept = live(tmp_path, *head, "fight with Axe")
    assert kept["moves"] == ["fight with Axe"]
    more, kept = live(tmp_path, "roll 5 1")
    assert more.exit_code == 0, more.output
    assert told(kept)["result"] == "won"
    other = tmp_path / "other"
    other.mkdir()
    refused_move, _ = live(other, *head, "fight wills")
    assert (refused_move.exit_code, "has no Willpower" in refused_move.output) == (1, True)
    odd = tmp_path / "odd"
    odd.mkdir()
    unread, _ = live(odd, "creature", "entered", "Bear: creature")
    assert (unread.exit_code, "needs its Strength" in unread.output) == (2, True)


def test_a_record_is_refereed_on_as_the_game_that_it_names(tmp_path: Path) -> None:
    record = tmp_path / "fight.toml"
    record.write_bytes((EXAMPLES / "fight-odds.toml").read_bytes())
    (tmp_path / "sample-deck.toml").write_bytes((EXAMPLES / "sample-deck.toml").read_bytes())
    answers = tmp_path / "answers"
    answers.write_text("fight\n")
    done = run("battle", str(record), "--moves", str(answers))
    assert "is a deck" not in done.stderr
    assert "Cleo against Ford Raiders" in done.stdout


@pytest.mark.rule("P43", "P18", "forgotten-chapel")
def test_what_counted_in_a_games_fight_is_in_its_record() -> None:
    """A bonus until the next battle, a damaged Item, a discount that was used, a plane's second fight."""
    chapel = Bonus("Forgotten Chapel", "in either 3 first roll", "next battle")
    abilities = ["Effective Spellcasting", "Prayer", "Berserker Rage", "Forest Wisdom"]
    played = game("Bellringer", "Reed Piper")
    played = placed(played, space="Forest 20", damaged=["Axe"], bonuses=[chapel], abilities=abilities)
    played.state.planes[0].lesser, played.state.planes[0].greater = "Cinder Hound", "Pale Regent"
    say(played := placed(played), "plane Monastery", "fight Cinder Hound [cast Prayer / roll 4+1 1]")
    say(played, "fight Pale Regent [cast Berserker Rage / roll 1 6]")
    for number, own in ((2, 4 + 3 + 1), (3, 4 + 2)):
        fought = fight_in("game.toml", make_setup(), played, number)
        written = BATTLES.read(Path("fight.toml"), parse_toml(BATTLES.text(fought), "fight.toml"))
        assert judge(written).data() == judge(fought).data()
        assert judge(written).data()["rolls"][0]["own"] == own


def test_a_fight_in_which_other_heroes_count_cannot_be_a_record() -> None:
    poverty = "Poverty: ability, Monastery, costs 1; always if least gold: in either 1"
    played = known("Door Warden", "Pale Regent", typed=[poverty], abilities=["Poverty"], gold=0, space="City")
    say(played, "plane Monastery", "fight Door Warden [roll 1 6]")
    fought = fight_in("game.toml", setup_of(played), played, 2)
    assert judge(fought).data()["rolls"][0]["own"] == 3 + 1
    with pytest.raises(BadInput, match=r"^game.toml: .* what the other heroes have counts in it$"):
        BATTLES.text(fought)


@pytest.mark.rule("P43")
def test_a_guardian_is_fought_in_a_plane() -> None:
    """The space counts for the first roll alone."""
    hound = "Hound: lesser, strength 1, 3 lives"
    found = told(record(hound, hero(5, 3, "Forest Wisdom", space="Forest"), "fight", "roll 3 3", "roll 3 3"))
    assert [one["own"] for one in found["rolls"]] == [6, 5]


def test_a_bonus_that_nobody_can_read_is_refused() -> None:
    who = hero(5, 3) | {"bonuses": [{"source": "Luck", "effect": "in strength lots", "until": "turn"}]}
    assert refused(record(BEAR, who)).startswith("hero.bonuses: ")


# --- at the prompt of a fight -------------------------------------------------------------------------


def until_attack(tmp_path: Path) -> tuple[Path, Path]:
    """A game just before Bo attacks Cleo, and a file for what is said then."""
    script = (EXAMPLES / "three-players.moves").read_text(encoding="utf-8")
    for name in ("sample-deck.toml", "sample-board.toml"):
        (tmp_path / name).write_bytes((EXAMPLES / name).read_bytes())
    save, moves = tmp_path / "three.toml", tmp_path / "three.moves"
    moves.write_text(script.partition("attack Cleo [accept / roll 1 6]")[0], encoding="utf-8")
    assert run("do", save, "--from", moves, "--brief").exit_code == 0
    return save, moves


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("accept\njudge", "Undecided so far; next:"),
        ("accept\nodds", "roll: 3 against 5: won 17%"),
        ("accept\nclaim won", "Undecided so far; next:"),
        ("accept\nroll 1 6\nclaim won", "The players say won; it is lost."),
        ("accept\nroll 1 6\nclaim lost", "Everything is legal."),
        ("accept\nclaim 4", "claim won, claim drawn or claim lost"),
    ],
)
def test_a_fight_of_a_game_is_judged_where_it_is_fought(tmp_path: Path, said: str, told: str) -> None:
    """It is the step under way: nothing of it stands in the log yet."""
    save, moves = until_attack(tmp_path)
    moves.write_text(f"attack Cleo\n{said}\n", encoding="utf-8")
    assert told in " ".join(run("play", save, "--moves", moves, "--plain").stdout.split())


@pytest.mark.rule("P30")
def test_a_die_of_the_meeting_that_changes_nothing_is_no_roll_of_the_fight(tmp_path: Path) -> None:
    """Goat Thief takes a Gold on 1 or 2, and Anna has none: the game has the die thrown all the same."""
    save, moves = until_attack(tmp_path)
    script = (EXAMPLES / "three-players.moves").read_text(encoding="utf-8")
    moves.write_text(script.partition("[roll 4 / roll 6 1]")[0] + "[roll 4 / roll 6 1]\n", encoding="utf-8")
    save.unlink()
    assert run("do", save, "--from", moves, "--brief").exit_code == 0
    done = run("judge", save, "--plain")
    assert (done.exit_code, "die 6), Goat Thief 3" in done.stdout) == (0, True), done.output
    assert "move 2" not in done.stdout


def test_a_claim_of_a_games_fight_is_kept_and_judged_with_it(tmp_path: Path) -> None:
    """Also one of the fight under way, which stands before it; the last one counts."""
    save, moves = until_attack(tmp_path)
    moves.write_text("attack Cleo\naccept\nclaim won\nstop\n", encoding="utf-8")
    assert "Recorded: adjust claim under way won" in run("play", save, "--moves", moves, "--plain").stdout
    moves.write_text("roll 1 6\n", encoding="utf-8")
    run("play", save, "--moves", moves)
    assert "The players say won; it is lost." in run("judge", save, "--brief", "--no-cost").stdout
    moves.write_text("end turn\nclaim lose\n", encoding="utf-8")
    run("play", save, "--moves", moves)
    log = run("log", save, "--moves").stdout.splitlines()[-4:]
    assert log == ["adjust claim under way won", "attack Cleo [accept / roll 1 6]", "end turn", "adjust claim lost"]
    assert run("judge", save, "--json").exit_code == 0


def test_a_fight_of_its_own_is_judged_at_its_prompt(tmp_path: Path) -> None:
    record, moves = tmp_path / "fight.toml", tmp_path / "fight.moves"
    record.write_bytes((EXAMPLES / "fight-odds.toml").read_bytes())
    moves.write_text("fight strength\njudge\nodds\n", encoding="utf-8")
    shown = run("battle", record, "--moves", moves, "--plain").stdout
    assert "Undecided so far; next: " in shown
    assert "roll: " in shown


@pytest.mark.rule("attack-heroes")
def test_a_fight_that_the_table_overruled_is_the_one_that_is_judged() -> None:
    played = placed(standing(health=8, red=8), 1, step="turn", space="Plains 6", health=8, red=8)
    say(played, "attack Bo [accept / roll 3 2]", "overrule attack Bo because he said so [accept / roll 1 6]")
    for number in (None, len(played.steps)):
        assert fight_in("game", make_setup(2, heroes=TWO), played, number).file.moves[-1] == "roll 1 6"


@pytest.mark.rule("card-costs", "X8", "fanaticism")
@pytest.mark.parametrize(
    ("rule", "dice", "moves", "left"),
    [
        ("won: 1 magic -> heal 1 health", "6 1", ["yes"], (4, 2)),
        ("won: 1 magic -> heal 1 health", "6 1", ["use Balm"], (4, 2)),
        ("won: 1 magic -> heal 1 health", "6 1", ["no"], (3, 3)),
        ("won: 1 magic -> heal 1 health", "6 1", [], (3, 3)),
        ("drawn: 1 magic -> fight again", "1 2", ["yes", "use Draught", "fight", "roll 6 1"], (4, 2)),
        ("drawn: 1 magic -> fight again", "1 2", ["fight", "roll 6 1"], (3, 2)),
        ("drawn: 1 magic -> fight again", "1 2", ["yes", "no"], (3, 2)),
    ],
)
def test_what_was_paid_after_a_fight_stands_in_its_record(
    tmp_path: Path, rule: str, dice: str, moves: list[str], left: tuple[int, int]
) -> None:
    """It is judged as it was written by `do`, and gone on with."""
    ability, potion = f"Balm: ability, Monastery; {rule}", "Draught: item, potion; any time: heal 1 health"
    anna = {"name": "Anna", "health": 3, "red": 5, "magic": 3, "abilities": [ability], "items": [potion]}
    data = record("Wolf: creature, strength 2", anna, "fight", f"roll {dice}")
    (tmp_path / "fight.toml").write_text(tomli_w.dumps(data), encoding="utf-8")
    judged_whole = told(data | {"moves": [*data["moves"], *moves]})
    assert (judged_whole["legal"], judged_whole["hero"]["health"], judged_whole["hero"]["magic"]) == (True, *left)
    for move in moves if {"use Draught", "fight"}.isdisjoint(moves) else ():  # a live fight asks otherwise
        assert run("do", tmp_path / "fight.toml", move).exit_code == 0
        assert run("next", tmp_path / "fight.toml", "--json").exit_code == 0
        assert run("judge", tmp_path / "fight.toml", "--json").exit_code == 0


@pytest.mark.rule("card-costs", "X8")
def test_what_the_winner_pays_for_apart_from_the_fight_is_no_move_of_it() -> None:
    played = placed(standing(health=4, red=8, abilities=["Boast", "Brag"]), 1, step="turn", space="Plains 6")
    played.state.learnt += (
        read_whole("Boast: ability, Fortress; hero beaten: 1 magic -> gain 2 gold"),
        read_whole("Nut: ability, Fortress; lost: 1 item -> gain 1 gold"),
        read_whole("Brag: ability, Fortress; hero beaten on 4-6: gain 2 gold"),
    )
    played = placed(played, 1, step="turn", items=["Axe", "Rope"], abilities=["Nut"], health=2, red=2)
    played = say(played, "attack Bo [accept / roll 6 1 / lose health / yes / Rope / yes / roll 5]")
    assert judge(fight_in("game", make_setup(2, heroes=TWO), played, None)).illegal is None


@pytest.mark.rule("highwayman", "card-costs", "special-rules")
@pytest.mark.parametrize(
    ("rules", "said", "lost"),
    [
        ("met: lay 1 item on this", "give Axe / roll 6 1", ["Axe"]),
        ("met: lay 1 item on this", "give Rope / roll 6 1", ["Rope"]),
        ("won: discard an item", "roll 6 1 / Rope", ["Rope"]),
        ("won: 1 item -> heal 1 health; won: 1 item -> gain 1 gold", "roll 6 1 / Rope / Axe", ["Rope", "Axe"]),
        ("won: damage an item", "roll 6 1 / Axe", []),
    ],
)
def test_items_that_go_in_a_fight_of_a_game_go_where_it_is_judged(rules: str, said: str, lost: list[str]) -> None:
    played = standing("Axe", "Rope", health=4, red=6)
    played.state.learnt += (read_whole(f"Thief: creature, strength 3; {rules}"),)
    played = say(with_cards(played, "Plains 6", "Thief"), f"fight Thief with Axe [{said}]")
    verdict = judge(fight_in("game", make_setup(2, heroes=TWO), played, None))
    assert (verdict.illegal, sorted(verdict.data()["hero"]["discarded"])) == (None, sorted(lost))
    assert verdict.data()["hero"]["damaged"] == played.present.players[0].damaged


@pytest.mark.rule("card-costs", "X8")
def test_an_item_given_for_a_card_after_a_live_fight_stands_in_its_record(tmp_path: Path) -> None:
    anna = {"name": "Anna", "health": 3, "red": 5, "magic": 3, "items": ["Rope: item", "Cup: item"]}
    data = record("Wolf: creature, strength 2", anna, "fight", "roll 6 1")
    data["hero"]["abilities"] = ["Balm: ability, Monastery; won: 1 item -> heal 1 health"]
    (tmp_path / "fight.toml").write_text(tomli_w.dumps(data), encoding="utf-8")
    for move in ("yes", "Cup"):
        assert run("do", tmp_path / "fight.toml", move).exit_code == 0
    assert json.loads(run("next", tmp_path / "fight.toml", "--json").stdout)["over"]
    assert json.loads(run("judge", tmp_path / "fight.toml", "--json").stdout)["hero"]["discarded"] == ["Cup"]


@pytest.mark.rule("non-battle", "P30", "fanaticism")
@pytest.mark.parametrize(
    ("moves", "result", "health"),
    [
        (["use Draught"], None, 4),
        (["use Draught", "fight", "roll 6 1"], "won", 4),
        (["fight", "roll 2 2", "use Draught"], "drawn", 4),
        (["fight", "roll 2 2", "use Draught", "fight"], None, 4),  # the new battle isn't over
        (["fight", "roll 2 2", "fight", "roll 1 6"], "lost", 2),
    ],
)
def test_a_record_with_what_was_used_before_a_battle_is_gone_on_with(
    tmp_path: Path, moves: list[str], result: str | None, health: int
) -> None:
    anna = {"name": "Anna", "health": 3, "red": 5, "magic": 3, "abilities": [ZEAL]}
    data = record("Wolf: creature, strength 3", anna, *moves)
    data["hero"]["items"] = ["Draught: item, potion; any time: heal 1 health"]
    found = told(data)
    assert (found["legal"], found["result"], found["hero"]["health"]) == (True, result, health)
    for file, first in (("whole.toml", moves), ("live.toml", [])):
        (tmp_path / file).write_text(tomli_w.dumps(data | {"moves": first}), encoding="utf-8")
    for move in moves:
        assert run("do", tmp_path / "live.toml", move).exit_code == 0
    went_on = [json.loads(run("next", tmp_path / file, "--json").stdout) for file in ("whole.toml", "live.toml")]
    assert went_on[0] == went_on[1]
    if "use Draught" not in moves:
        assert run("do", tmp_path / "live.toml", "use Draught").exit_code == 2
    elif went_on[0]["key"] == "opening":
        assert "use Draught" not in [move["move"] for move in went_on[0]["moves"]]


@pytest.mark.rule("non-battle")
def test_cards_that_can_be_used_before_a_live_fight_are_listed(tmp_path: Path) -> None:
    anna = {"name": "Anna", "health": 3, "red": 5, "magic": 3}
    data = record("Wolf: creature, strength 3", anna)
    data["hero"]["abilities"] = ["Vim: ability, Fortress, spell 1; before battle: in strength 2"]
    data["hero"]["items"] = ["Draught: item, potion; any time: heal 1 health", "Cap: item, head"]
    (tmp_path / "live.toml").write_text(tomli_w.dumps(data), encoding="utf-8")
    listed = json.loads(run("next", tmp_path / "live.toml", "--json").stdout)["moves"]
    assert [move["move"] for move in listed][1:] == ["use Draught", "cast Vim"]
    run("do", tmp_path / "live.toml", "cast Vim")
    assert run("do", tmp_path / "live.toml", "cast Vim").exit_code == 1  # it is at work


@pytest.mark.rule("succubus", "attack-heroes")
@pytest.mark.parametrize(
    ("lies", "said"),
    [("Lilim", "fight Lilim [man / roll 2 2]"), ("", "attack Bo [woman / accept / roll 2 2]")],
)
def test_a_fight_is_judged_with_what_was_said_of_its_heroes(lies: str, said: str) -> None:
    played = standing(health=4, red=6, sex="")
    played.state.learnt += (
        read_whole("Lilim: creature, strength 2; always if man: in strength 3"),
        read_whole("Grace: ability, Fortress; always if woman: in strength 1"),
    )
    played = placed(played, 1, step="turn", sex="", space="Plains 6", abilities=["Grace"], health=4, red=4)
    played = say(with_cards(played, "Plains 6", *filter(None, [lies])), said)
    (roll,) = judge(fight_in("game", make_setup(2, heroes=TWO), played, None)).data()["rolls"]
    assert (roll["own"], roll["enemy"]) == (4, 5)
