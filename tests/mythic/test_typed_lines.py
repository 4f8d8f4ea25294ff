"""Lines that tired players type at the prompts of Mythic Battles: Pantheon, and what they add to the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.made_up import answered, play_example, type_at

TWO, SHORT, FOUR = "mythic/two-players.moves", "mythic/short-game.moves", "mythic/four-players.moves"
ROUND_2, BLADES, CALLED = "activate Storm Warden complex\nabsorb", "activate Twin Blades complex", "leader Wall Guard"
CHOOSE, IN_M, BUYING = "activate Storm Warden complex\ndeploy B", "walk J\n", "buy draw\nactivate Ford"
SHOT, SLAYER, LIFT = "5 4 3 2 / best", "reroll 0 0", "lift 4 by 1, second all / 3 2 0"
STONE_THROWER, THIEF, CARRIED = "activate Stone Thrower complex", "recall Wall Guard 1 D", "absorb from Wall Guard"
IN_D, INITIATIVE = "no]\nwalk D", "initiative / 5 4 2"
SHOOTING = "attack Barrow Guard [5 4"
BARROW, BARROW_COMPLEX = "activate Barrow Guard simple", "activate Barrow Guard complex"
ABSORBED = ["activate Storm Warden complex", "absorb"]


@pytest.mark.parametrize(
    ("script", "until", "line", "added"),
    [
        (TWO, "recruit Barrow", "i take the barrow guard with my last point", ["recruit Barrow Guard"]),
        (TWO, "recruit Ford", "the slingers with the last one", ["recruit Ford Slingers"]),
        (SHORT, "greek B, egypt", "greek ones on B, egyptian in C", ["greek B, egyptian C"]),
        (TWO, ROUND_2, "storm warden absorbs the stone in B, then calls the wall guard", [*ABSORBED, CALLED]),
        (TWO, ROUND_2, "do nothing", ["pass"]),
        (TWO, ROUND_2, "no activation", ["pass"]),
        (TWO, ROUND_2, "nobody", ["pass"]),
        (TWO, ROUND_2, "nobody, draw two", ["pass and draw"]),
        (TWO, "evade with omphalos", "stay and take it", ["no"]),
        (TWO, ROUND_2, "activate my storm warden and absorb the stone", ABSORBED),
        (TWO, ROUND_2, "activate storm warden and absorb", ["activate Storm Warden", "complex", "absorb"]),
        (TWO, ROUND_2, "storm warden absorbs the stone in D", []),
        (TWO, IN_M, "simple", []),
        (TWO, IN_M, "it goes from M to J", ["walk J"]),
        (TWO, BLADES, "twin blades come into play in M", [BLADES, "deploy M"]),
        (TWO, STONE_THROWER, "then stone thrower comes in at A", [STONE_THROWER, "deploy A"]),
        (
            SHORT,
            "activate Sun",
            "sun archer complex deploy A end",
            ["activate Sun Archer complex", "deploy A", "end turn"],
        ),
        (TWO, "claim from H", "claim from area H", ["claim from H"]),
        (TWO, THIEF, "recall wall guard 1 in D paid with omphalos", ["recall Wall Guard 1 D with omphalos"]),
        (TWO, ROUND_2, "warden complex, absorb greek stone", ABSORBED),
        (TWO, CHOOSE, "(storm warden to B", ["activate Storm Warden complex", "deploy B"]),
        (TWO, CHOOSE, "Anna passes and draws", ["pass and draw"]),
        (TWO, "activate Barrow Guard simple\nwalk J", "barrow guard, simple, go to J", [BARROW, "walk J"]),
        (TWO, "activate Barrow Guard simple\nwalk J", "barrow guard, complex, walk to J", [BARROW_COMPLEX]),
        (TWO, CHOOSE, "my god comes in at B", ["activate Storm Warden complex", "deploy B"]),
        (TWO, BUYING, "I buy two cards with my art of war", ["Anna: buy draw"]),
        (TWO, BUYING, "draw 2 cards with an AoW card", ["Anna: buy draw"]),
        (TWO, BUYING, "search the deck for an aow", ["Anna: buy search"]),
        (TWO, SHOOTING, "shoot barrow guard, the dice are 5 4 3 2", ["attack Barrow Guard", "5 4 3 2"]),
        (TWO, SHOT, "I've got a 5, a 4, a 3 and a 2", ["5 4 3 2"]),
        (TWO, SHOT, "nothing, all blanks", ["0 0 0 0"]),
        (TWO, SHOT, "one 5, the rest blanks", ["5 0 0 0"]),
        (TWO, SHOT, "two 5, one 4, rest 0", ["5 5 4 0"]),
        (TWO, SHOT, "3 hits, the rest blanks", []),
        (TWO, SHOT, "no 5, the rest 3", []),
        (TWO, SHOT, "the rest blanks", []),
        (TWO, SHOT, "dice: 5 4 x x", ["5 4 0 0"]),
        (TWO, SHOT, "3x5 and a 1", ["5 5 5 1"]),
        (TWO, SHOT, "all good", []),
        (TWO, "best]\nwalk A", "discard 2 and 3 to make the 5 a 7", ["lift 5 by 2 3"]),
        (TWO, "best]\nwalk A", "second assault", ["second 5"]),
        (TWO, "best]\nwalk A", "give all the others to the 4", ["lift 4 by 5 3 2"]),
        (TWO, "throw I", "throw the blades in area I", ["throw I"]),
        (TWO, "throw I", "don't throw, 4+1 and second all", ["lift 4 by 1, second 5 5 5"]),
        (TWO, "best]\nwalk A", "take the 3 and the 2 to lift the five", ["lift 5 by 3 2"]),
        (TWO, SLAYER, "reroll both blanks", ["reroll 0 0"]),
        (TWO, SLAYER, "the two blanks again", ["reroll 0 0"]),
        (TWO, LIFT, "make the 4 a 5 with the 1, second assault all fives", ["lift 4 by 1, second 5 5 5"]),
        (TWO, LIFT, "lift 4 with 1 and second assault with all three", ["lift 4 by 1, second 5 5 5"]),
        (TWO, LIFT, "lift 4 by 1, throw all three fives", ["lift 4 by 1, second 5 5 5"]),
        (TWO, CARRIED, "absorb the stone the wall guard carries", [CARRIED]),
        (TWO, THIEF, "recall one miniature of the wall guard with omphalos", ["recall Wall Guard 1 D with omphalos"]),
        (TWO, "recall Barrow", "end of turn, recall 3 barrow guards to L", []),
        (TWO, THIEF, "recall 2 wall guards, paying with the omphalos card", ["recall Wall Guard 2 D with omphalos"]),
        (TWO, "evade with", "she evades with the omphalos", ["evade with omphalos"]),
        (TWO, "evade with", "evade, omphalos", ["evade with omphalos"]),
        (TWO, "evade with", "he does not evade", ["no"]),
        (TWO, "retaliate / 5", "wall guard does not strike back", ["no"]),
        (TWO, "guard Wall Guard / 5 5 4 3 2 1 ", "the wall guard doesn't guard", ["no"]),
        (TWO, "guard Wall Guard / 5 5 4 3 2 1 ", "wall guard stays out of it", ["no"]),
        (TWO, "\nclaim\nend", "take the stone that lies here", ["claim"]),
        (TWO, "\nclaim\nend", "that's it, your turn Bo", ["end turn", "draw"]),
        (FOUR, "walk D\nend turn", "walk to D with the stone", ["walk D"]),
        (TWO, BUYING, "i play an aow and search my deck", ["Anna: buy search"]),
        (TWO, BUYING, "play art of war for two more cards", ["Anna: buy draw"]),
        (TWO, BUYING, "discard an AoW to search for a wall guard card", ["Anna: buy search"]),
        (
            TWO,
            "activate Stone Thrower complex",
            "wall guard to E for an aow",
            ["activate Wall Guard simple", "walk E"],
        ),
        (TWO, "recall Barrow", "spend art of war to recall the barrow guard", ["recall Barrow Guard 3 L", "draw"]),
        (TWO, "recruit Barrow", "the barrow guard for 1", ["recruit Barrow Guard"]),
        (TWO, "recruit Barrow", "the barrow guard for 2", []),
        (TWO, "recruit Storm", "Anna: Deep Queen. Bo: Storm Warden.", ["recruit Deep Queen", "recruit Storm Warden"]),
        (TWO, "recruit Barrow", "bo buys the barrow guard", ["recruit Barrow Guard"]),
        (TWO, "north", "anna south bo north", ["south", "north"]),
        (TWO, "place Wall", "B: slingers", ["place Ford Slingers B"]),
        (TWO, CHOOSE, "draw, storm warden to B", ["activate Storm Warden complex", "deploy B"]),
        (TWO, CHOOSE, "draw; pass", ["pass", "draw"]),
        (TWO, CHOOSE, "draw two, then pass", []),
        (TWO, "activate Barrow", "zeus", []),
        (TWO, "activate Barrow", "athena walks", []),
        (TWO, SHOOTING, "i shoot them", ["attack Barrow Guard"]),
        (TWO, SHOOTING, "slingers back to A, end of turn", ["walk A", "end turn", "draw"]),
        (TWO, SHOT, "5 4 3 2, 2 and 3 on the five", ["5 4 3 2", "lift 5 by 2 3"]),
        (TWO, "end turn\ndraw\nbuy draw\nactivate Storm", "end turn no recall", ["end turn", "draw"]),
        (TWO, "retaliate / 5", "no, end turn", ["no", "end turn", "draw"]),
        (TWO, "retaliate / 5", "let it go", ["no"]),
        (TWO, IN_D, "use it, then bearers to D", ["use", "walk D"]),
        (TWO, "walk A\nactivate Stone", "they go to A, end", ["walk A", "end turn", "draw"]),
        (
            TWO,
            "activate Stone Thrower complex",
            "stone thrower at A, end",
            [STONE_THROWER, "deploy A", "end turn", "draw"],
        ),
        (TWO, CALLED, "that's it for me, over to Bo", ["end turn", "draw"]),
        (TWO, CALLED, "i use leader to fetch the slingers card", ["leader Ford Slingers"]),
        (TWO, "nature\nattack", "break the column and attack the bearers", ["nature", "attack Standard Bearers"]),
        (TWO, CHOOSE, "slingers to D too, end", ["activate Ford Slingers simple", "walk D", "end turn", "draw"]),
        (TWO, "walk F E", "the blades stay put", []),
        (TWO, INITIATIVE, "yes, they roll 5 4 2 1 and two blanks", ["initiative", "5 4 2 1 0 0"]),
        (TWO, "second 5 5 /", "throw both fives again, 5 2", ["second 5 5", "5 2"]),
        (TWO, "throw I", "use mighty throw, I", ["throw I"]),
        (TWO, "evade with", "yes, discard an art of war to evade", ["evade"]),
        (TWO, STONE_THROWER, "now the stone thrower at A, end turn", [STONE_THROWER, "deploy A", "end turn", "draw"]),
        (TWO, "place Wall", "slingers A, no B", []),
        (TWO, CHOOSE, "slingers, hm", []),
        (TWO, SLAYER, "slayer on both blanks", ["reroll 0 0"]),
        (TWO, "lift 4 by 1, second all / 3 4 2", "4+1, second", ["lift 4 by 1, second 5 5 5"]),
        (TWO, CHOOSE, "i think i'll send the slingers to D", ["activate Ford Slingers simple", "walk D"]),
        (TWO, CHOOSE, "i think bo will pass", []),
        (TWO, "end turn\ndraw\nbuy draw\nactivate Storm", "no attack, end turn", ["end turn", "draw"]),
        (TWO, "walk D\nclaim", "d claim end", ["walk D", "claim", "end turn", "draw"]),
        (TWO, "end turn\ndraw\nbuy draw\nactivate Storm", "my turn ends", ["end turn", "draw"]),
        (TWO, THIEF, "no recall", []),
        (TWO, THIEF, "no recall, done", ["end turn", "draw"]),
        (TWO, IN_D, "place the urn", ["use"]),
        (TWO, IN_D, "yes, put the urn down", ["use"]),
        (TWO, IN_D, "no, bearers to D", ["no", "walk D"]),
        (TWO, IN_D, "yeah, no", ["no"]),
        (TWO, IN_D, "yes but not here", []),
        (TWO, INITIATIVE, "they do", ["initiative"]),
        (TWO, INITIATIVE, "no, he has no card", ["no"]),
        (TWO, SHOOTING, "the barrow guard attacks me", []),
        (TWO, SHOOTING, "barrow guard hits", []),
        (TWO, SHOOTING, "the slingers hit the barrow guard", ["attack Barrow Guard"]),
        (TWO, "recruit Barrow", "I'd love the barrow guard but it's no good", []),
        (TWO, "recruit Barrow", "barrow guard costs 1", []),
    ],
)
def test_a_line_is_read_as_it_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, until: str, line: str, added: list[str]
) -> None:
    save = play_example(script, until, tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, line)
    assert answered(save)[len(before) :][: len(added)] == added
    assert added or answered(save) == before


def test_a_price_is_no_number_of_the_next_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "4 RP" behind a pick recruited the fourth unit of the list for the next player."""
    save = play_example(TWO, "recruit Marsh", tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, "Bo recruits the serpent, 4 RP")
    assert answered(save)[len(before) :] == ["recruit Marsh Serpent"]


GUARD_ACTS = "activate Barrow Guard simple\nwalk H"


@pytest.mark.rule("recall")
@pytest.mark.parametrize("line", ["barrow guard j", "barrow guard stays in j", "barrow guard j done", "guard j"])
def test_who_stays_recalls_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Only the recall of the troop itself has the name of its area among its words; it costs a card."""
    save = play_example(TWO, GUARD_ACTS, tmp_path)
    if line == "guard j":
        type_at(save, monkeypatch, "barrow guard simple")
    before = answered(save)
    type_at(save, monkeypatch, line)
    assert answered(save) == before


@pytest.mark.parametrize("end", ["done", "end"])
def test_a_turn_may_end_right_behind_a_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    save = play_example(TWO, GUARD_ACTS, tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, f"barrow guard h {end}")
    assert answered(save)[len(before) :][:3] == ["activate Barrow Guard simple", "walk H", "end turn"]


@pytest.mark.rule("activation")
@pytest.mark.parametrize(
    ("line", "told"), [("storm warden", "Storm Warden is Anna's"), ("slingers", "Slingers are Anna's")]
)
def test_the_name_of_another_players_unit_is_told_as_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str, told: str
) -> None:
    save = play_example(TWO, "activate Barrow", tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, line)
    assert told in capsys.readouterr().out
    assert answered(save) == before


@pytest.mark.rule("draft")
def test_a_unit_is_typed_bit_by_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing is asked for alone, and what was typed stays."""
    save = play_example(TWO, "recruit Marsh", tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, "Hill Giant", "", "monster 3, norse", "5-1 5/7/0/2", "3 cards, art 1")
    assert answered(save)[len(before) :][:2] == [
        "recruit Hill Giant",
        "Hill Giant: monster 3, norse, 3 cards, art 1; 5-1 5/7/0/2",
    ]


@pytest.mark.rule("activation")
@pytest.mark.parametrize("line", ["activate Reed Mother complex", "sorry, activate the Reed Mother complex, I said"])
def test_activating_a_unit_again_activates_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """Its name may stand in front of what it does, and a second unit may be activated for a card."""
    save = play_example(SHORT, "end turn\ndraw\nactivate Sun Archer complex\nrun", tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, line)
    assert answered(save) == before
    assert "Reed Mother was activated this turn" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    ["no way I end turn", "no, don't end my turn", "I'm not ending yet", "no, sorry", "sorry, no", ", turn attack"],
)
def test_a_denied_end_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    save = play_example(TWO, GUARD_ACTS, tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, "activate Barrow Guard simple", line)
    assert answered(save)[len(before) :] == ["activate Barrow Guard simple"]


@pytest.mark.parametrize("line", ["not pass", "do not end"])
def test_a_denied_pass_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    save = play_example(TWO, GUARD_ACTS, tmp_path)
    before = answered(save)
    type_at(save, monkeypatch, line)
    assert answered(save) == before
