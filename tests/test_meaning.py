"""What people say at a prompt: any word of a name fits among the legal answers, and nothing is guessed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.asking.interrupts import Interrupt
from referee.asking.meaning import AmbiguousText, Suggestion, Vocabulary, fit, fit_plainer
from referee.asking.moves import Moves, MovesNow
from referee.asking.question import Command, Option, Question, choice
from referee.asking.words import asks, misspelt_command
from referee.declaration.setup import deck_file
from referee.errors import BadInput, Illegal, Unreadable
from referee.play.reading import Read, Reader
from referee.text.names import find, fold
from tests.made_up import NO_MOVES

SPACES = (
    "place conjurer garden of eden",
    "place conjurer wood storage",
    "place conjurer sacrificial pit 1",
    "place conjurer sacrificial pit 2",
    "place worker wood storage",
    "place worker wild animals",
)


def parse(text: str) -> str:
    if text == "place worker tavern":
        raise Illegal("a worker can't go to the tavern", "assistants")
    if text not in SPACES:
        raise Unreadable(f'can\'t read "{text}"')
    return text


PLACING = Question(
    "place",
    "Anna places",
    parse,
    options=lambda: [Option(text, alike=text.rstrip(" 12") if "pit" in text else "") for text in SPACES],
    closed=lambda: [Option("marketplace", detail="taken by Bo's worker", rule="E1")],
    open=True,
)
TALK = Vocabulary(words=lambda: {"hunt": ("wild animals",)})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("eden", "place conjurer garden of eden"),
        ("gar", "place conjurer garden of eden"),
        ("w wood", "place worker wood storage"),
        ("Worker to the WOOD storage, please!", "place worker wood storage"),
        ("hunt", "place worker wild animals"),
        ("worker hunts", "place worker wild animals"),
        ("pit", "place conjurer sacrificial pit 1"),
        ("pit 2", "place conjurer sacrificial pit 2"),
        ("the second pit", "place conjurer sacrificial pit 2"),
        ("place worker wild animals", "place worker wild animals"),
    ],
)
def test_any_word_of_a_name_fits_or_one_that_the_table_uses(typed: str, meant: str) -> None:
    assert fit(PLACING, typed, TALK) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("worker to the woodstorage", "place worker wood storage"),
        ("conjurer gardenofeden", "place conjurer garden of eden"),
        ("worker to the wild ani mals", "place worker wild animals"),
        ("placeworker wild animals", "place worker wild animals"),
    ],
)
def test_words_may_be_parted_and_joined(typed: str, meant: str) -> None:
    assert Reader(PLACING).read(typed) == (meant, ())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("crossbow", "Cross Bow"), ("a pit fall", "Pitfall"), ("pilgrims shoes", "Pilgrim's Shoes")],
)
def test_words_of_a_card_may_be_parted_and_joined(typed: str, meant: str) -> None:
    card = choice("piece", "Which piece", [Option(name) for name in ("Cross Bow", "Pitfall", "Pilgrim's Shoes")])
    assert Reader(card).read(typed) in ((meant, ()), (typed, ()))


def test_what_fits_several_is_asked_about() -> None:
    with pytest.raises(AmbiguousText) as several:
        fit(PLACING, "wood")
    assert [option.text for option in several.value.options] == [SPACES[1], SPACES[4]]


def test_a_word_in_the_singular_means_the_plural_as_well_as_another_name_with_it() -> None:
    drawn = choice("chance", "Which Chance card", [Option("chance Forest Camp"), Option("chance Forests")])
    with pytest.raises(AmbiguousText):
        fit(drawn, "forest")
    assert fit(drawn, "camp") == "chance Forest Camp"


def test_what_fits_only_an_illegal_answer_is_refused_with_the_reason() -> None:
    with pytest.raises(Illegal, match="taken by Bo's worker"):
        fit(PLACING, "market")
    with pytest.raises(Illegal, match="can't go to the tavern"):
        fit(PLACING, "place worker tavern")


def test_what_is_listed_as_closed_is_refused_though_its_words_fit_another_answer() -> None:
    def parse(text: str) -> str:
        if text == "use inn":
            raise Illegal("it was used this turn", "E-b")
        return choice("move", "Anna", [Option("rest Inn")]).parse(text)

    asked = Question("move", "Anna", parse, options=lambda: [Option("rest Inn")], closed=lambda: [Option("use Inn")])
    with pytest.raises(Illegal, match="it was used this turn"):
        fit(asked, "use inn")
    assert fit(asked, "inn") == "rest Inn"


def test_a_misspelt_answer_is_offered() -> None:
    with pytest.raises(Suggestion) as meant:
        fit(PLACING, "wrker woood")
    assert meant.value.answer == "place worker wood storage"


def test_of_several_that_are_near_one_is_asked_for() -> None:
    with pytest.raises(AmbiguousText) as several:
        fit(PLACING, "wodo storgae")
    assert [option.text for option in several.value.options] == [SPACES[1], SPACES[4]]


@pytest.mark.parametrize("typed", ["place", "zebra", "conjurer tavern mountain", "7"])
def test_nothing_is_guessed(typed: str) -> None:
    with pytest.raises(Unreadable):
        fit(PLACING, typed)


def test_a_word_of_the_answer_goes_before_the_beginning_of_another() -> None:
    fight = Question(
        "move", "Move", parse, options=lambda: [Option("attack Wolf"), Option("summon Archer 1")], open=True
    )
    assert fit(fight, "a") == "attack Wolf"
    assert fit(fight, "arch") == "summon Archer 1"


def test_of_two_names_the_one_that_was_typed_whole_is_meant() -> None:
    cards = choice("card", "Which", [Option("Hydra"), Option("Hydra Queen")])
    assert fit(cards, "hydra") == "Hydra"
    assert fit(cards, "queen") == "Hydra Queen"


def test_a_refusal_names_answers_as_they_are_written() -> None:
    with pytest.raises(Unreadable, match="it can be Anna or Björn"):
        fit(choice("who", "Who", [Option("Anna"), Option("Björn")]), "zebra")


def test_another_word_for_an_answer_fits_too() -> None:
    how = choice("battle", "How", [Option("referee"), Option("attacker wins", also=("Anna won",))])
    assert fit(how, "anna won") == "attacker wins"


def test_a_word_of_an_answer_is_rather_that_answer_than_another_in_other_words() -> None:
    options = [Option("attacker wins", also=("defender loses",)), Option("defender wins", also=("attacker loses",))]
    how = choice("battle", "How", options)
    assert fit(how, "the attacker") == "attacker wins"
    assert fit(how, "the attacker loses") == "defender wins"


HOW = choice("battle", "How", {"referee": "here, with dice", "attacker wins": "Anna won it on the table"})


@pytest.mark.parametrize(
    ("said", "meant"), [("here", "referee"), ("with dice", "referee"), ("table", "attacker wins")]
)
def test_what_stands_behind_an_answer_can_be_said_for_it(said: str, meant: str) -> None:
    assert fit(HOW, said) == meant


def test_a_move_is_meant_by_its_own_words_at_least() -> None:
    """Of what it faces nobody knows what is to be done with it."""
    summons = Question(
        "move",
        "Anna's move",
        choice("move", "", [Option("summon Bear 1"), Option("summon Bear 2")]).parse,
        options=lambda: [Option("summon Bear 1"), Option("summon Bear 2", detail="faces Minion")],
        moves=NO_MOVES,
    )
    assert fit(summons, "bear against minion") == fit(summons, "summons bear in slot 2") == "summon Bear 2"
    with pytest.raises(Unreadable):
        fit(summons, "minion")


@pytest.mark.parametrize("said", ["norse, greek", "norse and greek", "norse & greek", "norse greek"])
def test_several_things_may_be_listed_as_people_list_them(said: str) -> None:
    def parse(text: str) -> str:
        known = {name: name for name in ("norse", "greek")}
        return ", ".join(find(part.strip(), known, "mythology") for part in text.split(","))

    asked = Question("locked", "Locked", parse)
    assert parse(fit(asked, said)) == "norse, greek"


COMING = replace(
    choice("reveal", "Which card comes", [Option("Scimitar"), Option("Manticore")]),
    parse=str.strip,
    coins=lambda name: "" if name in ("Scimitar", "Manticore") else name,
    open=True,
)


def test_a_new_name_is_confirmed_first() -> None:
    with pytest.raises(Suggestion, match="Is it a new card") as meant:
        fit(COMING, "Gnoll")
    assert meant.value.answer == "Gnoll"
    assert fit(COMING, "manti") == "Manticore"


def test_a_new_name_that_is_nearly_a_known_one_is_asked_about() -> None:
    with pytest.raises(Suggestion, match="Did you mean Manticore") as meant:
        fit(COMING, "Mantikore")
    assert meant.value.answer == "Manticore"


@pytest.mark.parametrize(
    "typed", ["e", "none", "attack", "attack 1", "decline", "deck is empty", "status", "can a monster heal?"]
)
def test_what_cant_be_a_name_never_becomes_a_card(typed: str) -> None:
    with pytest.raises(Unreadable, match="isn't a card's name"):
        fit(COMING, typed)


def test_nothing_but_a_move_is_overruled() -> None:
    with pytest.raises(Unreadable, match="only a move can be overruled"):
        fit(COMING, "overrule journey 6 because we say so")
    with pytest.raises(Unreadable, match="only a move can be overruled"):
        fit(choice("target", "Whom", [Option("Anna")]), "overrule Anna because we say so")


@pytest.mark.parametrize(
    ("typed", "is_one"),
    [
        ("what does the tavern do", True),
        ("can he do that", True),
        ("hydra heals at night?", True),
        ("explain the tavern", True),
        ("tell me about the hydra", True),
        ("I don't understand feeding", True),
        ("what", False),
        ("tavern", False),
        ("island of no return", False),
    ],
)
def test_a_question_about_the_rules_is_known_by_its_words(typed: str, is_one: bool) -> None:
    assert asks(typed) is is_one


@pytest.mark.parametrize(("typed", "command"), [("staus", "status"), ("udno", "undo"), ("wolf", ""), ("sc", "")])
def test_a_misspelt_command_is_known(typed: str, command: str) -> None:
    assert misspelt_command(typed) == command


def test_the_only_answer_that_leads_to_what_was_said_is_proposed() -> None:
    def parse(text: str) -> str:
        raise Unreadable(f'can\'t read "{text}"')

    rest, use = Option("rest Millbrook", detail="gain 2 crystals, heal 1 wound"), Option("use Well", detail="gain 2")
    question = Question("turn", "Nora", parse, options=lambda: [rest, use], moves=NO_MOVES)
    for typed in ("gain 2 crystals", "heal", "heal 1 wound"):
        with pytest.raises(
            Suggestion, match="Did you mean rest Millbrook \\(gain 2 crystals, heal 1 wound\\)"
        ) as meant:
            fit(question, typed)
        assert meant.value.answer == "rest Millbrook"
    for typed in ("gain", "2", "gain 2", "heal 2 wounds"):
        with pytest.raises(Unreadable) as refused:
            fit(question, typed)
        assert not isinstance(refused.value, Suggestion)


def test_a_word_of_the_game_is_no_beginning_of_what_a_player_interrupts_with() -> None:
    """Nora isn't asked whether she meant to buy a card where somebody says "no"."""

    def parse(text: str) -> str:
        raise Unreadable(f'can\'t read "{text}"')

    buy = Interrupt(option=Option("buy"), who=("Nora",), do=lambda who, value: None)
    question = Question("turn", "Nora", parse, options=lambda: [Option("end turn")], interrupts=lambda: (buy,))
    with pytest.raises(Suggestion, match="Did you mean Nora: buy"):
        fit(question, "nora")
    with pytest.raises(Unreadable, match="can't read"):
        fit(question, "no")


@pytest.mark.parametrize("typed", ["Anna starts", "it was anna", "anna begins", "Anna did start"])
def test_words_of_the_question_say_nothing_in_its_answer(typed: str) -> None:
    asked = choice("start", "Who was underground last and did start", [Option("Anna"), Option("Bo")])
    assert Reader(asked).read(typed) == ("Anna", ())
    assert Reader(asked).read("who starts") == Command("rules", "who starts")


@pytest.mark.parametrize("typed", ["done", "That's it", "nothing more, next player", "next player", "finished"])
def test_nothing_more_ends_the_turn(typed: str) -> None:
    assert fit(choice("move", "Anna", [Option("walk"), Option("end turn")]), typed) == "end turn"
    with pytest.raises(Unreadable):
        fit(choice("move", "Anna", [Option("walk"), Option("stay")]), typed)


# --- nothing that is said is lost, and nothing is done that wasn't said ------------------------------------------

LEGAL = ("sell Whistle", "buy Tin Cup", "fight Bats", "place Guard H", "game over", "end turn")
FORBIDDEN = {
    "use Whistle": "it is used as the movement",
    "use Pool": "Bats must be beaten first",
    "buy Hammer": "it costs 4 Gold",
    "place Guard A": "A is in another zone",
}
"""Moves of a turn, and why others can't be made now."""


def _move(text: str) -> str:
    known = {fold(move): move for move in (*LEGAL, *FORBIDDEN)}
    move = known.get(fold(text).replace("guard", "Guard").lower())
    if move is None:
        raise Unreadable(f'can\'t read "{text}"')
    if move in FORBIDDEN:
        raise Illegal(FORBIDDEN[move], "M1")
    return move


VERBS: MovesNow[Any] = MovesNow(Moves(), None)
vars(VERBS.moves)["begins"] = {move.partition(" ")[0] for move in (*LEGAL, *FORBIDDEN)}
TURN: Question[str] = Question(
    "move",
    "Anna in the Village (Pool, Hammer): what next",
    _move,
    who="Anna",
    options=lambda: [Option(move) for move in LEGAL],
    moves=VERBS,
    follows=lambda text: replace(TURN),
)
TABLE = Vocabulary(players=lambda: ["Anna", "Bo"])


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("use whistle", "it is used as the movement"),
        ("Anna uses whistle", "it is used as the movement"),
        ("buys hammer", "it costs 4 Gold"),
        ("place guard a", "A is in another zone"),
        ("use whistle, then end turn", "it is used as the movement"),
        ("buy hammer and sell whistle", "it costs 4 Gold"),
    ],
)
def test_what_is_forbidden_is_refused_and_not_taken_for_something_else(typed: str, why: str) -> None:
    """Its words may fit a legal move ("sell Whistle", "place Guard H"), or the end of the turn stands behind it."""
    with pytest.raises(Illegal, match=why):
        Reader(TURN, TABLE).read(typed)


@pytest.mark.parametrize("typed", ["yes", "ok", "okay then", "use whistle then", "fight bats, then use pool"])
def test_nobody_agrees_to_a_move_and_no_part_of_one_is_made(typed: str) -> None:
    with pytest.raises((Unreadable, Illegal)):
        fit_plainer(TURN, typed, TABLE)


def test_who_asks_whether_a_move_can_be_made_does_not_make_it() -> None:
    walks = replace(TURN, options=lambda: [Option("fight Bats", detail="can be won for 2 Gold"), Option("end turn")])
    assert Reader(walks, TABLE).read("can I fight bats?") == Command("rules", "can I fight bats?")


def test_a_word_that_names_another_answer_says_nothing_of_this_one() -> None:
    told = [Option("wounds", detail="as many as come outside of fights"), Option("fight"), Option("end turn")]
    turn = replace(TURN, options=lambda: told, parse=choice("turn", "", told).parse)
    for typed in ("wounds, then fight", "fight and wounds"):
        with pytest.raises(Unreadable):
            fit(turn, typed)


@pytest.mark.parametrize("typed", ["evade, no", "no, evade", "evade, then no"])
def test_who_says_yes_and_no_says_neither(typed: str) -> None:
    asked = choice("evade", "Does Bats evade", [Option("evade"), Option("no")])
    for read in (fit, fit_plainer):
        with pytest.raises(Unreadable):
            read(asked, typed, TABLE)
    assert fit_plainer(asked, "no, it doesn't evade", TABLE) == "no"


def test_a_number_is_never_left_out() -> None:
    asked = choice("dice", "0 wounds; in hand 4 4 2", [Option("best"), Option("done")])
    with pytest.raises(Unreadable):
        fit(asked, "best 0")


def test_a_name_in_front_that_begins_a_move_too_is_the_players() -> None:
    """ "Bo" is the beginning of "boat"."""

    def parse(text: str) -> str:
        if text.startswith("Bo"):
            raise Illegal("there is no port here", "M1")
        return _move(text)

    assert Reader(replace(TURN, who="Bo", parse=parse), TABLE).read("Bo ends turn") == ("end turn", ())


@pytest.mark.parametrize("typed", ["2", "take 2", "I take 2"])
def test_a_number_names_no_move(typed: str) -> None:
    turn = replace(TURN, options=lambda: [Option("attack Guard 2"), Option("end turn")])
    with pytest.raises(Unreadable):
        fit(turn, typed)


@pytest.mark.parametrize(
    "typed",
    [
        "don't end my turn",
        "I'm not done",
        "never end turn",
        "I won't fight bats",
        "not game over",
        "not that one",
        "not Bo",
        "oh no",
        "no no no",
        "no, not you",
        "well done, Bo",
        "well done",
        "no no, not that",
        "oh no, not again",
        "stay out of this",
        "well fought",
        "I won't stay",
        "I am not staying here",
    ],
)
def test_who_denies_one_thing_does_not_end_the_turn(typed: str) -> None:
    with pytest.raises(Unreadable):
        Reader(TURN, TABLE).read(typed)


@pytest.mark.parametrize("typed", ["no", "nothing more", "no, I'm done"])
def test_who_does_nothing_more_ends_the_turn(typed: str) -> None:
    assert Reader(TURN, TABLE).read(typed) == ("end turn", ())


@pytest.mark.parametrize("typed", ["I don't fight", "don't buy anything"])
def test_who_leaves_out_one_kind_of_move_is_asked_whether_the_turn_ends(typed: str) -> None:
    with pytest.raises(Suggestion, match="Did you mean end turn"):
        Reader(TURN, TABLE).read(typed)


@pytest.mark.parametrize("typed", ["good for you", "this is good", "that was a good one"])
def test_praise_draws_no_card(typed: str) -> None:
    turn = replace(TURN, options=lambda: [Option("chance Good Times"), Option("chance Peaceful Times")])
    with pytest.raises(Unreadable):
        Reader(turn, TABLE).read(typed)


def test_a_no_begins_no_other_word() -> None:
    """At a light table a no would have ended the game: "count now"."""
    turn = replace(TURN, options=lambda: [Option("end turn"), Option("count now")])
    assert Reader(turn, TABLE).read("no") == ("end turn", ())


@pytest.mark.parametrize("typed", ["next turn I fight bats", "next time the bats", "next round, I'll fight bats"])
def test_what_is_planned_for_later_is_not_done_now(typed: str) -> None:
    with pytest.raises(Unreadable):
        Reader(TURN, TABLE).read(typed)


def test_what_is_taken_back_is_not_done() -> None:
    with pytest.raises(Suggestion):
        Reader(TURN, TABLE).read("take back fight bats")


def test_only_the_player_whose_round_it_is_ends_it() -> None:
    """At a light table nobody in particular is asked."""
    turn = replace(TURN, who="", prompt="Anna's round")
    assert fit_plainer(turn, "Anna ends her turn", TABLE) == "end turn"
    with pytest.raises(Unreadable):
        fit_plainer(turn, "Bo ends his turn", TABLE)


@pytest.mark.parametrize("typed", ["Bo won", "Bo: won", "won by Bo"])
def test_what_is_said_of_the_other_one_is_not_said_of_who_decides(typed: str) -> None:
    asked = choice("roll", "Anna 6 : 4 Bo", [Option("won"), Option("drawn"), Option("lost")], who="Anna")
    assert fit_plainer(asked, "Anna won", TABLE) == "won"
    for read in (fit, fit_plainer):
        with pytest.raises(Unreadable):
            read(asked, typed, TABLE)


def test_a_word_that_says_nothing_is_no_beginning_of_a_name() -> None:
    """ "I" is no iron, and "let me" no merchant."""
    steal = choice("steal", "Bo steals from Anna", [Option("steal stone, wood, iron")])
    with pytest.raises(Unreadable):
        fit(steal, "I stay")
    place = choice("place", "Anna places", [Option("place merchant tavern"), Option("place worker tavern")])
    with pytest.raises(AmbiguousText):
        fit(place, "let me place at the tavern")


@pytest.mark.parametrize("typed", ["take 2 wounds", "Bo gets 2 wounds", "heal 2", "first use inn", "any", "all"])
def test_what_stands_behind_a_move_is_not_done_by_its_number(typed: str) -> None:
    rests = [Option("rest Inn 1", detail="gain 3 crystals"), Option("rest Inn 2", detail="heal 3 wounds after all")]
    turn = replace(TURN, options=lambda: [*rests, Option("use Inn", detail="2 crystals of any kind")])
    with pytest.raises(Unreadable):
        fit(replace(turn, parse=choice("move", "", []).parse), typed, TABLE)


@pytest.mark.parametrize("typed", ["any of them", "all", "all of it"])
def test_a_short_word_behind_an_answer_does_not_stand_for_it(typed: str) -> None:
    with pytest.raises(Unreadable):
        fit(choice("buy", "Bo buys", {"search": "any card of the deck", "nothing": "after all"}), typed)


def test_a_single_word_with_a_question_mark_asks() -> None:
    buys = choice("buy", "Bo buys", [Option("draw"), Option("nothing")])
    assert Reader(buys, TABLE).read("draw?") == Command("rules", "draw?")


def test_what_is_said_before_a_move_is_no_part_of_its_name() -> None:
    def parse(text: str) -> str:
        if not text.startswith("chance "):
            raise Unreadable(f'can\'t read "{text}"')
        return text

    moves: MovesNow[Any] = MovesNow(Moves(), None)
    vars(moves.moves)["begins"] = {"chance", "end"}
    listed = [Option("chance Plains"), Option("end turn")]
    drawn = replace(TURN, parse=parse, options=lambda: listed, open=True, moves=moves, coins=lambda text: "")
    for typed in ("I already did chance plains", "next turn I chance plains", "he shouldn't chance plains"):
        with pytest.raises(Unreadable):
            fit_plainer(drawn, typed, TABLE)


def test_no_word_of_a_cards_name_is_a_verb() -> None:
    """ "Gate ..." would be a move, which isn't asked for while a card comes."""

    def parse(text: str) -> str:
        if text.startswith("Gate "):
            raise Illegal("that comes first", "")
        return choice("draw", "", [Option("Gate Stone"), Option("Staff")]).parse(text)

    drawn = replace(COMING, parse=parse, options=lambda: [Option("Gate Stone"), Option("Staff")])
    assert Reader(drawn, TABLE).read("okay, staff") == ("Staff", ())


@pytest.mark.parametrize("typed", ["best done", "best not done", "draw or done", "lift, not best"])
def test_what_is_said_before_a_no_is_not_dropped(typed: str) -> None:
    asked = choice("assault", "0 wounds; in hand 5 4", {"lift": "a die or two", "best": "", "done": ""})
    for read in (fit, fit_plainer):
        with pytest.raises(Unreadable):
            read(asked, typed, TABLE)


def test_a_word_of_a_name_may_be_a_verb_of_the_game() -> None:
    moves: MovesNow[Any] = MovesNow(Moves(), None)
    vars(moves.moves)["begins"] = {"activate", "run", "stay", "walk"}
    listed = [Option("activate Ash Runner complex"), Option("walk City"), Option("stay")]
    turn = replace(TURN, parse=choice("move", "", []).parse, options=lambda: listed, moves=moves)
    assert fit(turn, "act ash run com") == "activate Ash Runner complex"
    with pytest.raises(Unreadable):
        fit(turn, "walk city and stay")


def test_what_stands_behind_a_move_does_not_make_it_another() -> None:
    """Behind "sell Drum" nothing can be bought, but behind "sell Whistle"."""
    listed = [Option("sell Drum"), Option("sell Whistle"), Option("walk Plains 6"), Option("walk Plains 11")]
    buys = replace(TURN, options=lambda: [Option("buy Cup"), Option("end turn")], parse=choice("m", "", []).parse)

    def follows(text: str) -> Question[str] | None:
        return buys if text in ("sell Whistle", "walk Plains 11") else None

    turn = replace(buys, options=lambda: listed, follows=follows)
    assert Reader(turn, TABLE).read("sell whistle buy cup") == ("sell Whistle", ["buy cup"])
    assert Reader(turn, TABLE).read("walk plains buy cup") == ("walk Plains 11", ["buy cup"])
    for typed in ("sell drum buy cup", "sell drum and then buy cup", "walk plains 6 buy cup"):
        with pytest.raises((Unreadable, Illegal)):
            Reader(turn, TABLE).read(typed)


def test_who_says_i_again_speaks_of_the_same_player() -> None:
    """The next one may pass as well."""
    passes = replace(
        TURN, who="Bo", options=lambda: [Option("pass")], parse=choice("move", "", [Option("pass")]).parse
    )
    turn = replace(TURN, follows=lambda text: passes if text == "end turn" else None)
    assert Reader(turn, TABLE).read("nothing, then pass") == ("end turn", ["pass"])
    with pytest.raises(Unreadable):
        Reader(turn, TABLE).read("nothing, I pass")


def test_another_players_name_and_a_verb_alone_are_no_answers() -> None:
    duels = [Option("place duel Bo"), Option("place pit"), Option("place mine")]
    places = replace(TURN, options=lambda: duels, parse=choice("place", "", duels).parse)
    turn = replace(places, follows=lambda text: places)
    for typed in ("Bo place pit", "place pit and heal 3"):
        with pytest.raises(Unreadable):
            Reader(turn, TABLE).read(typed)
    assert Reader(turn, TABLE).read("pit place mine") == ("place pit", ["place mine"])


def test_a_verb_is_said_of_all_that_follows_it() -> None:
    """ "summon Minion left" moves no Minion, and summons no Crocodile that faces one."""
    moves: MovesNow[Any] = MovesNow(Moves(), None)
    vars(moves.moves)["begins"] = {"move", "summon"}
    listed = [Option("move Minion 2"), Option("summon Crocodile 3", detail="faces Minion"), Option("summon Imp 1")]
    shut = [Option("summon Minion", detail="no slot is free")]

    def asks(*options: Option) -> Question[str]:
        parse = choice("move", "", options).parse
        turn = replace(TURN, options=lambda: options, closed=lambda: shut, parse=parse, moves=moves)
        return replace(turn, follows=lambda text: turn)

    for options in (listed, listed[1:]):
        with pytest.raises((Unreadable, Illegal)):
            Reader(asks(*options), TABLE).read("summon minion left")
    assert fit(asks(*listed[1:]), "summon against minion") == "summon Crocodile 3"


def test_numbers_are_no_words_of_an_answer_in_parts() -> None:
    lifts = [Option("lift 4 by 1, second 5 5"), Option("best"), Option("done")]
    asked = replace(choice("assault", "in hand 4 1", lifts), in_parts=True)
    with pytest.raises(Unreadable):
        Reader(asked, TABLE).read("keep 5 5 4")


@pytest.mark.parametrize("typed", ["give Bo 2 gold", "pay 2 gold", "I fight 6/4", "Anna fights 6/4"])
def test_what_players_do_is_no_new_card(typed: str) -> None:
    printed = replace(COMING, key="card", prompt="What is printed on it", open=True, coins=None)

    def follows(text: str) -> Question[str]:
        return replace(printed, prompt=f"What is printed on {text}")

    with pytest.raises(Unreadable):
        Reader(replace(COMING, follows=follows), TABLE).read(typed)
    assert Reader(replace(COMING, follows=follows), TABLE).read("Gnoll 2 gold") == ("Gnoll", ["2 gold"])


@pytest.mark.parametrize("typed", ["I won't buy the hammer", "not attack Bo", "no hammer", "don't buy"])
def test_who_declines_one_move_by_its_name_does_not_decline_all(typed: str) -> None:
    """Though the question has that name too."""
    shut = [Option("buy Hammer", detail="it costs 4 Gold"), Option("buy Rope", detail="it costs 1 Gold")]
    listed = [Option("attack Bo"), Option("end turn")]
    turn = replace(TURN, who="", prompt="Bo's turn (Hammer)", options=lambda: listed, closed=lambda: shut)
    with pytest.raises(Unreadable):
        fit_plainer(turn, typed, TABLE)


# --- what is said besides a move says what it is, or is of the question -------------------------------------------


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("fight the bats here", "fight Bats"),
        ("sell my whistle anyway", "sell Whistle"),
        ("end turn, please", "end turn"),
        ("finish my turn", "end turn"),
        ("no hammer, end turn", "end turn"),
        ("place the guard unit in area H", "place Guard H"),
    ],
)
def test_what_says_nothing_beside_a_move_is_left_out(typed: str, move: str) -> None:
    assert Reader(TURN, TABLE).read(typed) == (move, ())


@pytest.mark.parametrize(
    "typed",
    ["take back fight bats", "fight bats 2", "fight, not bats", "sell the pool", "take 2", "fight bats guard"],
)
def test_what_says_something_is_not_left_out(typed: str) -> None:
    """A number, a denial, a name of the place that is no place, another name."""
    with pytest.raises((Unreadable, Illegal)):
        Reader(TURN, TABLE).read(typed)


def test_a_word_is_not_lost_because_without_its_s_it_would_say_nothing() -> None:
    """Who says wills doesn't fight with strength."""
    listed = [Option("fight Toll Reeve strength with Crown of the Kings"), Option("end turn")]
    with pytest.raises(Unreadable):
        fit(replace(TURN, options=lambda: listed), "fight Toll Reeve wills and Crown of the Kings")


def test_numbers_alone_propose_nothing() -> None:
    """They are dice, perhaps, and no slot of a second copy."""
    listed = [Option("summon Sphinx #2 1"), Option("summon Sphinx 1"), Option("end turn")]
    with pytest.raises(Unreadable) as refused:
        Reader(replace(TURN, options=lambda: listed), TABLE).read("2 1 and then they throw 1 1")
    assert not isinstance(refused.value, Suggestion)


def test_a_verb_that_is_a_whole_answer_is_not_idle() -> None:
    """Who stays doesn't walk, whatever is said first."""
    options = [Option("stay"), Option("walk City")]
    asked = replace(TURN, options=lambda: options, follows=None, prompt="Anna in the Village")
    vars(moves := Moves[Any]())["begins"] = {"stay", "walk"}
    for typed in ("stay, walk city", "walk city and stay"):
        with pytest.raises((Unreadable, Illegal)):
            Reader(replace(asked, moves=MovesNow(moves, None)), TABLE).read(typed)


@pytest.mark.parametrize("typed", ["of Ash is next", "it's of Ash", "the next card: of Ash", "we turn over of Ash"])
def test_a_known_cards_name_is_found_among_what_is_said_of_cards(typed: str) -> None:
    """Of nothing else that is said beside it: that may be a part of a new card's name."""
    cards = [Option("of Ash"), Option("Ash Troll")]

    def read(text: str) -> str:
        return find(text, {fold(card.text): card.text for card in cards}, "card")

    asked = replace(choice("card", "Card 6 of the track comes", cards), parse=read, coins=lambda card: "", open=True)
    assert Reader(asked).read(typed) == ("of Ash", ())
    with pytest.raises(Unreadable):
        Reader(asked).read("great of Ash")


def test_an_example_of_what_is_typed_is_not_what_an_answer_leads_to() -> None:
    """What is said besides it is lost otherwise: "accept with my mirrored shield" accepts with it."""
    options = [Option("accept", detail="or with Items, like accept with Mirrored Shield")]

    def read(text: str) -> str:
        if fold(text) not in ("accept", "accept with mirrored shield"):
            raise Unreadable(f'"{text}" is nothing')
        return fold(text)

    asked = Question("answer", "Bo answers", read, options=lambda: options)
    assert Reader(asked).read("accept with my mirrored shield") == ("accept with mirrored shield", ())
    with pytest.raises(Unreadable):
        fit(asked, "accept with another shield")


def test_what_comes_by_itself_may_be_said_too() -> None:
    """Another player's decision is none of that."""
    bos = replace(TURN, who="Bo", prompt="Bo in the Village: what next", passed=("place Guard H", "end turn"))
    turn = replace(TURN, follows=lambda text: bos)
    for typed in ("fight bats, then end turn", "fight bats and that's it", "fight bats, place guard"):
        assert Reader(turn, TABLE).read(typed) == ("fight Bats", ())


# --- what nobody meant isn't done ----------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["lost to the bats", "won against the bats", "bats won"])
def test_a_chance_told_of_a_move_is_nothing_that_is_said(typed: str) -> None:
    """Who lost to somebody doesn't fight again."""
    listed = [Option("fight Bats", detail="2 against 3: 28% won, 14% drawn, 58% lost"), Option("end turn")]
    with pytest.raises(Unreadable):
        fit(replace(TURN, options=lambda: listed), typed)


def test_whom_a_move_is_against_does_not_make_it() -> None:
    listed = [Option("attack Torchbearer", detail="against Minion"), Option("end turn")]
    asked = replace(TURN, options=lambda: listed)
    with pytest.raises(Unreadable):
        fit(asked, "minion attacks torchbearer")
    assert fit(asked, "attack minion") == "attack Torchbearer"


def test_numbers_alone_make_no_move() -> None:
    """They may be dice, though a move has these numbers."""
    listed = [Option("recall Archers #2 1 C", detail="1 card"), Option("end turn")]
    for typed in ("2,1", "2 1"):
        with pytest.raises(Unreadable):
            Reader(replace(TURN, options=lambda: listed), TABLE).read(typed)


@pytest.mark.parametrize("typed", ["drawn, lost", "won, drawn", "drawn, then won"])
def test_who_says_two_answers_gives_neither_as_the_reason(typed: str) -> None:
    asked = choice("roll", "Anna 6 : 4 Bo", [Option("won"), Option("drawn"), Option("lost")], who="Anna")
    with pytest.raises(Unreadable):
        Reader(asked, TABLE).read(typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("yeah we all know it", "yes"),
        ("everybody has", "yes"),
        ("no, Bo is new", "no"),
        ("yes, but Bo", None),
        ("yes or no", None),
    ],
)
def test_a_yes_or_a_no_may_have_a_remark_behind_it(typed: str, meant: str | None) -> None:
    asked = choice("known", "Has everybody played before", [Option("yes"), Option("no")], default="no")
    if meant is None:
        with pytest.raises(Unreadable):
            Reader(asked, TABLE).read(typed)
    else:
        assert Reader(asked, TABLE).read(typed) == (meant, ())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("nope", None), ("we don't have a file", None), ("the cards are in box.toml", "box.toml")],
)
def test_a_file_or_none_is_named_in_a_sentence(typed: str, meant: str | None) -> None:
    def read(name: str) -> str:
        if name != "box.toml":
            raise BadInput("there is no such file")
        return name

    asked = deck_file(read, None).ask({})
    assert isinstance(asked, Question)
    found = Reader(asked, TABLE).read(typed)
    assert isinstance(found, Read)
    assert asked.parse(found.text) == meant
