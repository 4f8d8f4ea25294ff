"""A person at plain prompts: what is listed, and why something is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from msgspec import structs

from referee.asking.question import COMMANDS, Command, Option, Question, Throw, choice, whole_number
from referee.errors import Illegal, Unreadable
from referee.play.notation import as_answer, looks_like_correction, read_one
from referee.play.person import LineLesson, Person
from referee.text.menu import MenuRow, show_menu
from referee.text.screen import Screen
from tests.made_up import NO_MOVES


@pytest.fixture
def anna(monkeypatch: pytest.MonkeyPatch) -> Person:
    """Somebody who types "7" at every prompt and has been greeted."""
    monkeypatch.setattr("builtins.input", lambda prompt: "7")
    person = Person(Screen(plain=True))
    person.greet(("undo", "stop"), lambda rule: f"{rule}, p. 12")
    return person


def asked(*, tells_closed: bool) -> Question[int]:
    closed = (Option("8", detail="too many", rule="tavern"), Option("9", detail="nobody counts so far"))
    return Question("n", "How many", int, closed=lambda: closed, tells_closed=tells_closed)


def test_a_refusal_names_the_rule_with_its_page(anna: Person, capsys: pytest.CaptureFixture[str]) -> None:
    anna.refused(asked(tells_closed=False), Illegal("too many", "tavern"))
    anna.refused(asked(tells_closed=False), Unreadable("no number"))
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    assert told == ["  too many (tavern, p. 12)", "  no number"]


@pytest.mark.parametrize("tells_closed", [True, False])
def test_what_is_closed_is_listed_with_its_rule(
    anna: Person, capsys: pytest.CaptureFixture[str], tells_closed: bool
) -> None:
    assert anna.ask(asked(tells_closed=tells_closed)) == "7"
    shown = capsys.readouterr().out
    assert ("   -  8: too many (tavern, p. 12)\n   -  9: nobody counts so far\n" in shown) is tells_closed


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Person]:
    """Somebody who types these lines."""

    def person(*lines: str) -> Person:
        left = list(lines)
        monkeypatch.setattr("builtins.input", lambda prompt: left.pop(0))
        return Person(Screen(plain=True))

    return person


@pytest.mark.parametrize("name", ["Adjust Armour", "leave Anna", '"Quoth"', "a [b]"])
def test_what_is_chosen_from_the_list_is_an_answer_whatever_it_is_called(
    typing: Callable[..., Person], name: str
) -> None:
    question = choice("card", "Which card", (Option("Wolf"), Option(name)))
    for typed in ("2", name):
        said = typing(typed).ask(question)
        assert isinstance(said, str)
        chosen = read_one(said)
        assert chosen.text == name
        assert chosen.quoted or not looks_like_correction(name)
    within = Question("buy", "Buy", str, options=lambda: [Option("buy", more=lambda: question)])
    assert typing("1", "2").ask(within) == as_answer(name)


def placing() -> Question[str]:
    """A question whose answers are typed in two parts: who, and where to."""

    def where(who: str) -> Question[str]:
        listed = choice("where", f"{who} goes to", (Option("tavern"), Option("mine")))
        return Question("where", f"{who} goes to", lambda text: f"{who} {listed.parse(text)}", options=listed.options)

    def whos() -> Sequence[Option]:
        return [Option(who, more=partial(where, who)) for who in ("warrior", "worker")]

    return Question("place", "Anna places", str, options=whos)


@pytest.mark.parametrize("aside", ["status", "why", "why 3", "why not", "rules flying", "score", "help"])
def test_after_a_look_aside_an_answer_goes_on_where_it_was(typing: Callable[..., Person], aside: str) -> None:
    """Whoever has said which figure isn't asked for it again."""
    person = typing("worker", aside, "mine")
    assert isinstance(person.ask(placing()), Command)
    assert person.ask(placing()) == "worker mine"


def test_why_not_in_the_second_part_is_told_there(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ("worker", "why not moon", "why not over the moon", "why not mine", "mine")
    assert typing(*lines).ask(placing()) == "worker mine"
    told = capsys.readouterr().out
    assert "That is no answer here." in told
    assert '"moon" isn' in told
    assert "mine: that can be done now." in told


@pytest.mark.parametrize("change", ["back 2", "redo", "adjust"])
def test_after_a_change_the_question_begins_anew(typing: Callable[..., Person], change: str) -> None:
    person = typing("worker", change, "warrior", "mine")
    assert isinstance(person.ask(placing()), Command)
    assert person.ask(placing()) == "warrior mine"


def test_undo_takes_back_the_beginning_only(typing: Callable[..., Person]) -> None:
    assert typing("worker", "undo", "warrior", "mine").ask(placing()) == "warrior mine"


def test_a_slip_in_the_second_part_is_asked_for_alone(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    assert typing("worker", "tavren", "tavern").ask(placing()) == "worker tavern"
    assert "Did you mean tavern?" in capsys.readouterr().out


def test_who_asks_what_a_number_can_be_is_told_its_bounds(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    assert typing("?", "3").ask(whole_number("points", "Points", 1, 9)) == "3"
    assert "from 1 to 9" in capsys.readouterr().out


@pytest.mark.parametrize(
    "typed",
    [
        *("?", "what's the difference?", "what are my options", "show me the choices", "list", "say that again"),
        *("huh?", "sorry what", "what does that mean", "what do you mean by that?", "what is this", "which ones?"),
        *("which ones are there", "why do you ask", "what do you want to know", "what do i have to type here"),
        *("i dont understand", "I don't get the question", "what's it supposed to mean"),
    ],
)
def test_who_asks_for_the_difference_is_shown_the_answers_with_their_meaning(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    question = choice(
        "track", "How much", [Option("score", detail="points alone"), Option("all", detail="the board")]
    )
    assert typing(typed, "all").ask(question) == "all"
    assert capsys.readouterr().out.count("points alone") == 2  # also after what was asked


def test_an_answer_that_is_a_number_is_meant_itself(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    """The level 3 is typed as 3, though it stands second in the list."""
    levels = choice("level", "Its level", [Option("2"), Option("3"), Option("5", detail="the highest")])
    assert typing("3").ask(levels) == "3"
    assert capsys.readouterr().out.splitlines() == ["2", "3", "5. the highest"]
    mixed = choice("back", "Go back to", [Option("nowhere", detail="stay"), Option("12", "turn 3")])
    assert typing("12").ask(mixed) == "12"
    assert capsys.readouterr().out.splitlines() == ["nowhere: stay", "12. turn 3"]
    entries = choice("back", "Go back to", [Option("12", "turn 3", "end turn"), Option("11", "turn 3", "nobody")])
    assert typing("12").ask(entries) == "12"
    assert capsys.readouterr().out.splitlines()[0] == "12. turn 3: end turn"


def test_an_option_is_chosen_by_its_place(typing: Callable[..., Person]) -> None:
    assert typing("2").ask(choice("kind", "Kind", [Option("duel"), Option("battleground")])) == "battleground"


def test_an_empty_line_is_no_answer(typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]) -> None:
    """What can be answered is listed once more; where nothing is, what can be said is told."""
    assert typing("", "duel").ask(choice("kind", "Kind", [Option("duel"), Option("dusk")])) == "duel"
    assert capsys.readouterr().out == "1. duel\n2. dusk\n" * 2
    assert typing("", "7").ask(asked(tells_closed=False)) == "7"
    assert "Please answer. help lists commands" in capsys.readouterr().out


def test_enter_takes_the_only_answer_that_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    prompts = []

    def enter(prompt: str) -> str:
        prompts.append(prompt)
        return ""

    monkeypatch.setattr("builtins.input", enter)
    alone = structs.replace(choice("move", "Anna's move", (Option("attack Wolf"),)), waits=True)
    assert Person(Screen(plain=True)).ask(alone) == "attack Wolf"
    assert prompts == ["Anna's move [Enter: attack Wolf]: "]


@pytest.mark.parametrize("hidden", ["card", "hand", "half", "dice", "open"])
def test_enter_takes_no_only_answer_that_tells_a_secret_or_is_none(
    typing: Callable[..., Person], hidden: str
) -> None:
    """A card may be a new one, a hand looks the same whatever is in it, half an answer is none, and where more can be
    said than is listed, Enter decides nothing."""
    alone = choice(
        "which", "Which", (Option("Wolf", more=partial(choice, "slot", "Where", (Option("1"), Option("2")))),)
    )
    if hidden != "half":
        alone = choice("which", "Which", (Option("Wolf"),), who="Anna")
    if hidden == "card":
        alone = structs.replace(alone, open=True, coins=lambda name: "" if name == "Wolf" else name)
    elif hidden == "dice":
        alone = structs.replace(alone, throw=Throw(1, (1, 2)))
    alone = structs.replace(alone, private=hidden == "hand", waits=hidden != "open")
    opening = [""] if hidden == "hand" else []
    said = typing(*opening, "", "stop").ask(alone)
    assert said == Command("stop")


def test_after_the_end_only_commands_are_understood(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    assert typing("").at_end() is None
    assert typing("stop").at_end() is None
    assert typing("place worker tavern", "undo 2").at_end() == Command("undo", "2")
    assert '"place worker tavern" comes after the end' in capsys.readouterr().out


def coming() -> Question[str]:
    """A question for a card that may be a new one."""
    known = ("Scimitar", "Manticore")
    listed = [Option(name) for name in known]
    return Question(
        "reveal",
        "Which card comes",
        str.strip,
        options=lambda: listed,
        open=True,
        coins=lambda name: "" if name in known else name,
    )


def test_a_new_card_is_confirmed_by_enter(typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]) -> None:
    assert typing("Gnoll", "").ask(coming()) == "Gnoll"
    assert '"Gnoll" isn\'t known yet. Is it a new card?' in capsys.readouterr().out
    assert typing("Gnoll", "scim").ask(coming()) == "Scimitar"
    assert typing("manticor", "Mantikore", "").ask(coming()) == "Manticore"


def test_another_answer_than_the_new_card_takes_its_line_with_it(typing: Callable[..., Person]) -> None:
    """ "scimitar; 7": it is one of those that are known, and no text of the card that was proposed."""
    anna = typing("Gnoll", "scimitar; 7")
    assert [anna.ask(coming()), anna.ask(asked(tells_closed=False))] == ["Scimitar", "7"]


def test_who_was_greeted_is_not_greeted_again(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    anna = typing()
    anna.greet((), str)
    anna.greet((), str)
    assert capsys.readouterr().out.count("? lists the answers") == 1


def fights() -> Question[str]:
    """A question whose shortest answer leaves out what is nearly always wanted."""

    def parse(text: str) -> str:
        if not text.startswith("fight"):
            raise Unreadable("no fight")
        return text

    return Question(
        "move",
        "What next",
        parse,
        options=lambda: [Option("fight with Axe"), Option("end turn")],
        open=True,
        rather=lambda said: "fight with Axe" if said == "fight" else "",
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("fight", ""), "fight with Axe"),
        (("fight", "yes"), "fight with Axe"),
        (("fight", "fight"), "fight"),
        (("fight with Axe",), "fight with Axe"),
        (("1",), "fight with Axe"),
        (("fight with Sword",), "fight with Sword"),
        (("fight", "fight with Sword"), "fight with Sword"),
    ],
)
def test_what_is_rather_meant_is_proposed_and_taken_by_enter(
    lines: Sequence[str], said: str, typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    """What was typed is taken as it stands where it is typed again."""
    assert typing(*lines).ask(fights()) == said
    proposed = "Did you mean fight with Axe? Type fight again if not." in capsys.readouterr().out
    assert proposed is (lines[0] == "fight")


def test_a_question_about_the_rules_needs_no_command(typing: Callable[..., Person]) -> None:
    question = choice("kind", "Kind", [Option("duel"), Option("battleground")])
    assert typing("who may call a duel?").ask(question) == Command("rules", "who may call a duel?")


def test_a_misspelt_command_is_offered(typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]) -> None:
    question = choice("kind", "Kind", [Option("duel"), Option("battleground")])
    assert typing("stauts", "").ask(question) == Command("status")
    assert "Did you mean status?" in capsys.readouterr().out


@pytest.mark.parametrize(("typed", "name"), [("quit", "stop"), ("exit", "stop"), ("correct", "adjust")])
def test_commands_are_verbs_that_people_know(typing: Callable[..., Person], typed: str, name: str) -> None:
    said = typing(typed).ask(choice("kind", "Kind", [Option("duel"), Option("dusk")]))
    assert isinstance(said, Command)
    assert said.name == name


def test_an_option_by_number_takes_what_is_said_with_it(typing: Callable[..., Person]) -> None:
    """ "2 with Dirk" is the second of the list, and the equipment."""
    moves = ("summon Wolf 1", "summon Wolf 2", "summon Wolf 2 with Dirk")

    def parse(text: str) -> str:
        if text not in moves:
            raise Unreadable(f'can\'t read "{text}"')
        return text

    question = Question("move", "Move", parse, options=lambda: [Option(move) for move in moves[:2]], open=True)
    assert typing("2 with Dirk").ask(question) == "summon Wolf 2 with Dirk"


def test_a_short_list_fits_the_room_that_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    """Remarks are cut first, then left out, then names; how many is said."""
    screen = Screen(width=40)
    remark = "a remark that is far too long for its line"
    rows = [MenuRow(str(n), f"{chr(96 + n)}corn on the cob", remark) for n in range(1, 13)]
    show_menu(screen, rows, 50)
    whole = capsys.readouterr().out
    assert whole.count("its line") == 12
    for room in (12, 6, 3):
        show_menu(screen, rows, room)
        told = capsys.readouterr().out.splitlines()
        assert len(told) <= room
        assert "acorn" in told[0]
    assert told[-1].strip().endswith("more: type the name")


BOARD = [
    *(
        MenuRow(str(n), name, "a remark that is far too long for its line", "mines")
        for n, name in enumerate(("lumber mill", "stone mine"), 1)
    ),
    *(MenuRow(str(n), f"pit {n - 2}", "gives goods", "pits") for n in (3, 4)),
    MenuRow("5", "tavern", "", "tavern"),
]


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (20, ["mines", "   1  lumber mill  a remark that is far", "                   too long for its line"]),
        (7, ["   1  lumber mill  a remark that is far", "                   too long for its line"]),
        (5, ["   1  lumber mill  a remark that is far…", "   2  stone mine   a remark that is far…"]),
        (3, ["mines   1 lumber mill · 2 stone mine", "pits    3-4 pit 1-2", "tavern  5 tavern"]),
        (2, ["mines  1 lumber mill · 2 stone mine", "   and 3 more: type the name"]),
    ],
)
def test_a_menu_is_grouped_as_the_board_is(capsys: pytest.CaptureFixture[str], room: int, shown: list[str]) -> None:
    show_menu(Screen(width=40), BOARD, room)
    told = capsys.readouterr().out.splitlines()
    assert [line.rstrip() for line in told][: len(shown)] == shown
    assert len(told) <= room


def test_names_that_begin_with_the_same_word_are_no_group(capsys: pytest.CaptureFixture[str]) -> None:
    """A verb is one: of "The Book of Thoth" and "The Holy Grail" each stands whole."""
    names = ["none", "The Book of Thoth", "The Holy Grail", *(f"Piece{n}" for n in range(20))]
    show_menu(Screen(width=80), [MenuRow(str(n), name) for n, name in enumerate(names, 1)], 8)
    told = capsys.readouterr().out
    assert "2 The Book of Thoth" in told
    assert "3 The Holy Grail" in told


def test_a_remark_doesnt_repeat_the_heading(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [MenuRow("1", "end turn"), *(MenuRow(str(n), f"wake {n}", "in A; 1 card", "1 card") for n in (2, 3))]
    show_menu(Screen(width=40), rows, 9)
    told = capsys.readouterr().out
    assert told.count("1 card") == 1
    assert told.startswith("   1"), "no empty line stands above what is under no heading"
    show_menu(Screen(width=40), rows, 3)
    assert capsys.readouterr().out.count("in A; 1 card") == 2


def test_what_is_weighed_by_its_remark_keeps_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    attack = MenuRow("6", "attack Wolf", "1 wound in 8 of 10 throws", has_odds=True)
    show_menu(Screen(width=40), [*BOARD, attack], 5)
    told = capsys.readouterr().out.splitlines()
    assert " ".join(" ".join(told[:2]).split()) == "6 attack Wolf 1 wound in 8 of 10 throws"
    assert told[2].startswith("mines")
    assert len(told) <= 5


def test_answers_that_share_their_verb_share_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    moves = [f"summon {name} {slot}" for name in ("Viper", "Bear") for slot in (1, 2, 3)]
    show_menu(Screen(width=60), [MenuRow(str(n), move) for n, move in enumerate([*moves, "pass"], 1)], 2)
    assert capsys.readouterr().out.splitlines() == ["summon  Viper or Bear in 1, 2 or 3 (like Bear 1)", "  7 pass"]


def test_the_verb_of_answers_in_columns_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    moves = [f"summon {name} {slot}" for name in ("Viper", "Bear", "Wolf") for slot in (1, 2, 3)]
    show_menu(Screen(width=60), [MenuRow(str(n), move) for n, move in enumerate(moves, 1)], 9)
    told = capsys.readouterr().out
    assert (told.splitlines()[0].strip(), told.count("summon")) == ("summon:", 1)
    assert "9 Wolf 3" in told


def test_like_places_of_one_group_keep_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """Only what is done with each of several names has a line of words: a smith goes nowhere "in 1 or 2"."""
    places = [f"{smith} {number}" for smith in ("blacksmith", "artificer") for number in (1, 2)]
    rows = [MenuRow(str(n), place, group="shops") for n, place in enumerate(places, 1)]
    show_menu(Screen(width=60), [*rows, MenuRow("5", "tavern", group="trade")], 2)
    assert capsys.readouterr().out.splitlines() == [
        "shops  1-2 blacksmith 1-2 · 3-4 artificer 1-2",
        "trade  5 tavern",
    ]


# --- the keys of a terminal ---------------------------------------------------------------------------


UP, ENTER = "\x1b[A", "\r"


def test_an_answer_that_begins_with_its_number_says_it_once(capsys: pytest.CaptureFixture[str]) -> None:
    """As places of a track do: journey 3 is number 3 of the menu."""
    rows = [MenuRow(str(place), f"journey {place} {name}") for place, name in enumerate(("Axe", "Orc", "Gnoll"), 1)]
    show_menu(Screen(), [*rows, MenuRow("", "rest Millbrook")], 2)
    assert capsys.readouterr().out.splitlines()[0] == "journey  1 Axe · 2 Orc · 3 Gnoll"


def test_what_is_brief_of_a_remark_is_kept_where_there_is_little_room(capsys: pytest.CaptureFixture[str]) -> None:
    """As the price of a journey is, which is what one chooses by."""
    rows = [MenuRow(str(n), f"go {n} {name}", "far away", "", False, cost) for n, name, cost in FARES]
    show_menu(Screen(width=60), [*rows, MenuRow("", "wait")], 2)
    assert capsys.readouterr().out.splitlines()[0] == "go  1 Mill (free) · 2 Ogre (1 crystal, can't be won)"


FARES = (1, "Mill", "free"), (2, "Ogre", "1 crystal, can't be won")


def test_an_answer_that_happens_to_begin_with_its_number_keeps_it(capsys: pytest.CaptureFixture[str]) -> None:
    """3 of 3 wood is no number of the menu."""
    rows = [MenuRow(str(n), f"trade 3 {goods}") for n, goods in ((2, "wood stone"), (3, "wood iron"))]
    show_menu(Screen(), [MenuRow("1", "done"), *rows], 2)
    assert capsys.readouterr().out.splitlines()[1] == "trade  2 3 wood stone · 3 3 wood iron"


def test_arrow_up_recalls_a_line() -> None:
    """What a player typed with the others looking away isn't recalled by anybody."""
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    person = Person(Screen(plain=False))
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text(f"monster 3/4{ENTER}")
        assert person._line("Gnoll: ", []) == "monster 3/4"
        person._alone = True
        keys.send_text(f"a secret{ENTER}")
        assert person._line("Anna: ", []) == "a secret"
        person._alone = False
        keys.send_text(f"{UP}, glory 1{ENTER}")
        assert person._line("Gnoll: ", []) == "monster 3/4, glory 1"


# --- a refused line that stands in the input line -----------------------------------------------------


class Behind(Person):
    """Somebody at a terminal, who types behind what stands in the input line."""

    def __init__(self, *lines: str) -> None:
        super().__init__(Screen(plain=False))
        self._lines = list(lines)
        self.stood: list[str] = []

    def _line(self, prompt: str, words: object, default: str = "") -> str:
        self.stood.append(default)
        return default + self._lines.pop(0)


def spaces() -> Question[str]:
    return choice("where", "Where to", (Option("garden of eden"), Option("stone mine"), Option("hunt")))


LEFT, BACK = "\x1b[D", "\x7f"


@pytest.mark.parametrize(
    ("keys", "read"),
    [
        ("status", "status"),
        ("2", "2"),
        ("stone mine; hunt", "stone mine; hunt"),
        ("; dig", "moon; hunt; dig"),
        (f"{BACK}t it", "moon; hunt it"),
        (f"{LEFT * 4}the ", "moon; the hunt"),
        (f"{LEFT}{chr(5)}er", "moon; hunter"),
        ("", "moon; hunt"),
        (f"{UP}er", "moon; dunter"),
    ],
)
def test_a_word_typed_at_once_replaces_a_refused_line(keys: str, read: str) -> None:
    """It stood behind it, one line of both; an arrow or Backspace mends the line that was refused."""
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    person = Person(Screen(plain=False))
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text(f"moon; dunt{ENTER}")
        assert person._line("Where to: ", []) == "moon; dunt"
        typed.send_text(keys + ENTER)
        assert person._line("Where to: ", [], "moon; hunt") == read


@pytest.mark.parametrize(("typed", "stands"), [(" of eden", "moon; hun of eden"), ("; hunt", "moon; hun; hunt")])
def test_a_refused_line_goes_on_where_it_is_mended_at_its_end(typed: str, stands: str) -> None:
    tired = Behind("moon; hun", typed, "")
    with pytest.raises(IndexError):
        tired.ask(spaces())
    assert tired.stood[2] == stands


def test_the_last_answer_of_a_line_is_mended_by_its_last_letters() -> None:
    """The letters alone would be an answer, too: what stands there, read with them, comes first."""

    def parse(text: str) -> str:
        if text not in ("s", "e", "dune"):
            raise Unreadable(f'can\'t read "{text}"')
        return text

    tired = Behind("s; dun", "e")
    assert [tired.ask(Question("where", "Where to", parse)) for _ in range(2)] == ["s", "dune"]


def test_a_sentence_is_not_kept_but_a_card_is() -> None:
    tired = Behind("I should like to go to the moon", "hunt")
    assert tired.ask(spaces()) == "hunt"
    assert tired.stood == ["", ""]

    def card(text: str) -> str:
        if not text.endswith("poisonous"):
            raise Unreadable("no such ability; did you mean poisonous?")
        return text

    tired = Behind("Wolf: level 1, 5/2, poiso", "nous")
    assert tired.ask(Question("card", "Card", card)) == "Wolf: level 1, 5/2, poisonous"


def test_a_line_whose_first_part_is_no_answer_is_refused_as_a_whole(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    def sheet(text: str) -> str:
        if text.count(";") != 1:
            raise Unreadable(f'"{text}" has {text.count(";")} semicolons')
        return text

    question = Question("sheet", "Sheet", sheet)
    person = typing("god 6; 9-6; a", "god 6; 9-5", "undo; god; 6")
    assert person.ask(question) == "god 6; 9-5"
    assert '"god 6; 9-6; a" has 2 semicolons' in capsys.readouterr().out
    assert person.ask(question) == Command("undo")


# --- dice that are typed with a move ------------------------------------------------------------------


def fight(*throwers: str) -> list[Question[str]]:
    """Anna's attack, and the throws that follow."""

    def dice(text: str) -> str:
        if len(text) != 2:
            raise Unreadable("it takes 2 dice")
        return text

    attack = choice("move", "Anna's move", (Option("attack Wolf"),), who="Anna")
    return [attack, *(Question("roll", f"{who} throws", dice, throw=Throw(2, (0, 1, 2), who)) for who in throwers)]


def typed(person: Person, questions: Sequence[Question[str]]) -> list[str | Command | None]:
    """What is said to each; the move comes first."""
    return [person.ask(question) for question in questions][1:]


@pytest.mark.parametrize("line", ["a 22/11", "a 22 11", "a; 22; 11"])
def test_dice_typed_with_a_move_are_taken_by_who_moves(typing: Callable[..., Person], line: str) -> None:
    assert typed(typing(line), fight("Anna", "Bo")) == ["22", "11"]
    assert typed(typing(line), fight("", "")) == ["22", "11"]


@pytest.mark.parametrize("line", ["a 22/11", "a; 22; 11"])
def test_dice_typed_with_a_move_are_never_given_to_another_who_strikes_first_unasked(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str], line: str
) -> None:
    assert typed(typing(line, ""), fight("Bo", "Anna")) == ["22", "11"]
    assert "Bo throws first here. Are these Bo's dice: 22" in capsys.readouterr().out
    assert typed(typing(line, "no", "11/22"), fight("Bo", "Anna")) == ["11", "22"]
    assert typed(typing("a", "11", "22"), fight("Bo", "Anna")) == ["11", "22"]


def test_dice_alone_are_those_of_the_only_move_that_can_be_made(typing: Callable[..., Person]) -> None:
    """Not where there is a choice, nor where they were left over on the line of other dice (K21)."""
    attack, throw = fight("Anna")
    sole = structs.replace(attack, moves=NO_MOVES, follows=lambda said: throw)
    assert typed(typing("22"), [sole, throw]) == ["22"]
    assert typed(typing("2 2 1", "22"), [sole, structs.replace(throw, parse=str)]) == ["22"]
    walk = choice("move", "Anna's move", (Option("attack Wolf"), Option("walk")), who="Anna")
    assert typing("22", "walk").ask(structs.replace(walk, moves=NO_MOVES, follows=lambda said: throw)) == "walk"
    anna = typing("22 22", "1")
    assert [anna.ask(throw), anna.ask(sole)] == ["22", "attack Wolf"]


def test_dice_that_are_typed_where_they_are_asked_for_are_never_doubted(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    """Also behind a line whose dice were refused, and behind Enter, which is nobody's move."""
    assert typed(typing("a; 2", "22", "11"), fight("Bo", "Anna")) == ["22", "11"]
    attack, *throws = fight("Bo", "Anna")
    assert typed(typing(";22 11"), [structs.replace(attack, default="no"), *throws]) == ["22", "11"]
    assert "throws first here" not in capsys.readouterr().out


def test_moves_with_their_dice_are_not_taught_as_one_line(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody knows what is thrown before."""
    person = typing(*["a 22"] * 4, "end")
    for who in ("Anna", "Bo") * 2:
        attack, throw = fight(who)
        assert person.ask(structs.replace(attack, who=who)) == "a"
        assert person.ask(throw) == "22"
    assert person.ask(choice("turn", "Turn 2", (Option("end"),))) == "end"
    assert "All of that goes on one line" not in capsys.readouterr().out


def test_a_card_asked_for_behind_a_move_doesnt_hide_whose_dice_follow(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    attack, *throws = fight("Bo", "Anna")
    printed = Question[str]("card", "What is printed on Owl", str)
    assert typed(typing("a; 4/2; 22; 11", ""), [attack, printed, *throws]) == ["4/2", "22", "11"]
    assert "Bo throws first here. Are these Bo's dice: 22" in capsys.readouterr().out


def test_the_commands_are_told_without_one_games_words() -> None:
    """They are the same at the prompts of all games: what is to be put in stands in capitals."""
    told = " ".join(COMMANDS.values()).lower().replace(",", " ").replace(":", " ").split()
    assert not {"wolf", "griffin", "tavern", "flying", "worker", "anna", "damage"} & set(told)


def test_what_is_printed_may_stand_behind_the_name_of_a_new_card(
    typing: Callable[..., Person], capsys: pytest.CaptureFixture[str]
) -> None:
    def name(text: str) -> str:
        if ":" in text:
            raise Unreadable("a name has no colon")
        return text

    line = Question("card", "Wolf: what is printed on it", str, whole=True)
    named = Question("named", "Which card", name, coins=str, follows=lambda said: line if said == "Wolf" else None)
    anna = typing("Wolf: earth, 5/2; won: 1 gold", "Bear: 6/2", "Bear", "")
    assert anna.ask(named) == "Wolf"
    assert anna.ask(line) == "earth, 5/2; won: 1 gold"
    assert anna.ask(named) == "Bear"
    assert "a name has no colon" in capsys.readouterr().out


def test_a_move_may_follow_the_last_card_but_no_part_of_a_card_is_one(typing: Callable[..., Person]) -> None:
    """What can't be read of a card never answers the next question, nor is half of it kept."""
    known = {"2 exp", "2 exp; lost: 1 gold"}

    def printed(text: str) -> str:
        if text not in known:
            raise Unreadable("that can't be read")
        return text

    move: Question[str] = structs.replace(choice("move", "How do you move", (Option("stay"),)), moves=NO_MOVES)
    card = Question("card", "Ghost: what is printed on it", printed, whole=True, follows=lambda said: move)
    for line in ("2 exp; stay", "2 exp; lost: 1 gold; stay"):
        anna = typing(line)
        assert [anna.ask(card), anna.ask(move)] == [line.removesuffix("; stay"), "stay"]
    for line in ("2 exp; lost: 1 glod", "2 exp; 1", "2 exp; stya; stay"):
        assert typing(line, "2 exp").ask(card) == "2 exp"


@pytest.mark.parametrize("whole", [True, False])
def test_what_is_printed_may_follow_the_question_whether_a_card_is_new(
    typing: Callable[..., Person], *, whole: bool
) -> None:
    def name(text: str) -> str:
        if ":" in text and not whole:
            raise Unreadable("a name has no colon")
        return text

    line = Question("card", "Gnoll: what is printed on it", str, whole=True)
    asked = structs.replace(coming(), parse=name, follows=lambda said: line)
    anna = typing("Gnoll", "earth, 5/2; won: 1 gold")
    asked = structs.replace(asked, coins=lambda said: "" if said.startswith("Gnoll:") else said)
    said = [anna.ask(asked)] if whole else [anna.ask(asked), anna.ask(line)]
    assert said == (["Gnoll: earth, 5/2; won: 1 gold"] if whole else ["Gnoll", "earth, 5/2; won: 1 gold"])


def test_what_the_game_refused_is_no_part_of_the_line_that_is_taught() -> None:
    lesson = LineLesson("move", [("Anna", "walk"), ("Anna", "overrule fly"), ("Bo", "stay")], untried=True)
    lesson.refused()
    lesson.refused()
    assert lesson.singles == [("Anna", "walk"), ("Anna", "overrule fly")]


def test_the_shortest_way_to_answer_stands_behind_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no part of what is asked, which scripts and telephones tell too."""
    prompts: list[str] = []

    def typed(prompt: str) -> str:
        prompts.append(prompt)
        return "2102"

    monkeypatch.setattr("builtins.input", typed)
    asked = Question("roll", "Bo throws", str, example=lambda: "2102")
    assert Person(Screen(plain=True)).ask(asked) == "2102"
    assert prompts == ["Bo throws (like 2102): "]
