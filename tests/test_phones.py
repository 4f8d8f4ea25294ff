"""Telephones at the table, without a network: who comes in, what each sees, and that an answer counts once."""

from __future__ import annotations

import asyncio
import gc
import html
import random
import re
import shutil
import time
import weakref
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

pytest.importorskip("starlette")
pytest.importorskip("jinja2")
pytest.importorskip("httpx")
pytest.importorskip("uvicorn")

import httpx
import uvicorn
from uvicorn.server import ServerState

from referee import games
from referee.asking.interrupts import all_interruptions
from referee.asking.question import Option, choice
from referee.files.files import read_toml
from referee.games.conjurers.battle.state import SIDES
from referee.phones.remembered import DAY, Remembered, keep, place, recall
from referee.phones.safety import LONGEST_BODY
from referee.phones.screen import Block
from referee.phones.server import Phone, Telephones
from referee.phones.serving import Connection, Server
from referee.phones.table import SharedGame
from referee.phones.voice import Voice
from referee.play.notation import as_answer, write_step
from referee.saves.save import OpenSave
from tests.shipped import EXAMPLES, SCRIPTS, shipped
from tests.steps import begin_save

HERE = "192.168.1.5:8000"
BEGUN = {"conjurers": 3, "enchanters": 5, "prophecy": 5, "mythic": 60}
"""So many lines of each shipped game are played before the telephones come."""


def text(page: Any) -> str:
    """What a person reads of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page.text)).split())


class Sent(httpx.AsyncByteStream):
    """What is sent with a request, part by part."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = parts

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self._parts:
            yield part


class Network(httpx.BaseTransport):
    """Brings requests to the pages in this very thread."""

    def __init__(self, app: Any, address: str) -> None:
        self._there = httpx.ASGITransport(app, client=(address, 5000))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        async def answered() -> httpx.Response:
            assert isinstance(request.stream, httpx.SyncByteStream)
            sent = httpx.Request(request.method, request.url, headers=request.headers, stream=Sent(request.stream))
            answer = await self._there.handle_async_request(sent)
            body = b"".join([part async for part in answer.aiter_raw()])
            return httpx.Response(answer.status_code, headers=answer.headers, stream=httpx.ByteStream(body))

        return asyncio.run(answered())


class Client:
    """A telephone's browser; `names` are its players."""

    def __init__(self, table: Telephones, names: Sequence[str] = (), address: str = "192.168.1.20") -> None:
        self.table, self.names = table, names
        self.http = httpx.Client(
            transport=Network(table.app([HERE]), address),
            base_url=f"http://{HERE}",
            headers={"origin": f"http://{HERE}"},
            follow_redirects=True,
        )

    def join(self, key: str | None = None) -> Any:
        return self.http.post("/join", data={"key": self.table.key if key is None else key, "player": [*self.names]})

    def get(self, path: str = "/", **more: Any) -> Any:
        return self.http.get(path, **more)

    def fields(self) -> dict[str, str]:
        found = re.findall(r'id="answer".*?(?=</form>|<section)', self.get().text, re.S)
        return dict(re.findall(r'name="(token|once|place)" value="([^"]*)"', found[0])) if found else {}

    def say(self, line: str = "", **more: Any) -> Any:
        return self.http.post("/say", data={**self.fields(), "line": line, **more})

    def tap(self, *taps: str) -> Any:
        return self.say(move=taps[-1], begun=list(taps[:-1]))


@pytest.fixture
def at(tmp_path: Path) -> Callable[..., tuple[Telephones, list[Client]]]:
    """A shipped game after some lines, with a telephone for each player that has joined."""

    def begin(name: str, lines: int | None = None, **more: Any) -> tuple[Telephones, list[Client]]:
        save = shipped(tmp_path, name, BEGUN[name] if lines is None else lines)
        table = Telephones(SharedGame(games.load(name), save.path), **more)
        clients = [Client(table, [player]) for player in table.game.players]
        for client in clients:
            assert client.join().status_code == 200
        return table, clients

    return begin


def asked(table: Telephones, clients: Sequence[Client]) -> tuple[Client, Client]:
    """Whose decision it is, and somebody else."""
    question = table.game.question
    assert question is not None
    one = next(client for client in clients if question.who in ("", *client.names))
    return one, next(client for client in clients if client is not one)


def taps(question: Any, pick: Callable[[Sequence[Any]], Any] = lambda options: options[0]) -> list[str]:
    """The taps of an answer, one after the other."""
    found = []
    while question is not None:
        option = pick(question.grouped() or question.options())
        found.append(option.text)
        question = option.more() if option.more is not None else None
    return found


# --- playing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_tap_is_an_answer_that_everybody_sees(name: str, at: Callable[..., Any]) -> None:
    table, clients = at(name)
    mine, other = asked(table, clients)
    page, watched = mine.get(), other.get()
    answer = taps(table.game.question)
    assert f'"{answer[0]}"' in page.text or quote_plus(answer[0]) in page.text
    assert "your decision" in text(page)
    assert "your decision" not in text(watched)
    assert f'value="{answer[-1]}"' not in watched.text
    before = len(table.game.table.session.steps), len(table.game.table.session.draft)
    mine.tap(*answer)
    assert (len(table.game.table.session.steps), len(table.game.table.session.draft)) != before
    assert not table.game.table.open_save.stale
    assert "On the board" in text(other.get())


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_page_is_there_in_every_game(name: str, at: Callable[..., Any]) -> None:
    table, (one, *_) = at(name)
    for path in ("/", "/me", "/table", "/board", "/rules?q=turn", "/log", "/why?n=3", "/why?n=99999", "/score"):
        assert one.get(path).status_code == 200, path
    assert table.game.table.session.steps


@pytest.mark.parametrize("name", ["prophecy", "enchanters"])
def test_what_is_printed_on_ones_own_cards_stands_on_ones_own_page(name: str, at: Callable[..., Any]) -> None:
    table, clients = at(name, 40)
    owns = [table.game.hands(client.names)[0].printed for client in clients]
    assert sum(map(len, owns)) > 1
    for client, own in zip(clients, owns, strict=True):
        page = client.get("/me").text
        assert all(html.escape(line, quote=False) in page.replace("&#39;", "'") for line in own.values())
        others = {card for other in owns for card in other} - set(own)
        assert not any(f"<b>{card}</b>" in page for card in others)


def test_a_covered_hand_is_told_nowhere_else_on_the_page(
    at: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, clients = at("enchanters", 40)
    first, second = (table.game.hands(client.names)[0].printed for client in clients[:2])
    hidden = next(card for card in second if card not in first)
    monkeypatch.setattr(table.game.table, "hand_of", lambda name: (name, [hidden]))
    assert hidden not in table.game.hands(clients[0].names)[0].printed


def test_a_line_is_read_as_at_the_prompt(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    mine, _ = asked(table, clients)
    page = mine.say("wild")
    assert ("fits several" in text(page), page.text.count('name="move" value="place')) == (True, 2)
    mine.say("conj wild")
    assert table.game.table.session.steps[-1].do == "place conjurer wild animals"


def test_what_is_meant_is_one_tap(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    mine, _ = asked(table, clients)
    many = len(table.game.table.session.steps)
    assert "Did you mean status" in text(mine.say("stauts"))
    assert "Did you mean place conjurer wild animals" in text(mine.say("place conjuror wilt animls"))
    mine.say(meant="1")
    assert len(table.game.table.session.steps) == many + 1


def test_a_question_instead_of_an_answer_changes_nothing(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    for client in asked(table, clients):
        before = table.game.token
        assert "Feeding" in text(client.say("rules feeding"))
        assert table.game.token == before


def test_what_takes_long_or_undoes_others_is_typed_at_the_laptop(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    mine, _ = asked(table, clients)
    before = table.game.token
    for line in ("odds battle", "odds battle 30", "undo 3", "back 1", "amend 1 remove", "redo"):
        assert "at the laptop" in text(mine.say(line)), line
    assert table.game.token == before


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_done_for_another_price_is_an_answer_too(name: str, at: Callable[..., Any]) -> None:
    """What can be tapped below an option is read, and isn't listed itself."""
    table, clients = at(name, {"mythic": 131, "prophecy": 47}.get(name, 5))
    question = table.game.question
    said = [*question.options(), *all_interruptions(question, table.game.players)]
    ways = [way for option in said for way in option.ways()]
    for way in ways:
        question.parse(way)
    assert not {option.text for option in said} & {*ways}
    assert ("Anna: buy search with omphalos" in ways) == (name == "mythic")
    assert all(client.get().text.count(f'"{way}"') for client in clients for way in ways if way[:4] in client.names)


def test_a_manoeuvre_is_bought_by_who_taps_it_in_anothers_turn(at: Callable[..., Any]) -> None:
    table, clients = at("mythic", 131)
    mine, other = asked(table, clients)
    before = table.game.question.prompt
    assert f"{mine.names[0]}: buy" not in text(other.get())
    other.tap(f"{other.names[0]}: buy search with omphalos")
    assert table.game.question.prompt == before
    assert f"{other.names[0]}: buy search with omphalos" in str(table.game.table.session.draft)


def test_a_trade_of_prophecy_is_tapped_to_its_end(at: Callable[..., Any]) -> None:
    table, clients = at("prophecy", 5)
    mine, _ = asked(table, clients)
    offer = ("offer Cleo", "2 gold", "offer Cleo 2 gold for nothing")
    assert "2 gold …" in text(mine.get(f"/?begun={quote_plus(offer[0])}"))
    mine.tap(*offer)
    assert "2 gold as a gift, agreed" in table.game.question.prompt


def test_typed_dice_are_tapped_by_their_faces_alone(at: Callable[..., Any]) -> None:
    """No button throws the dice that the list has as an example."""
    table, clients = at("prophecy", 5)
    mine, _ = asked(table, clients)
    for line in ("stay", "attack Cleo"):
        mine.say(line)
    next(client for client in clients if "Cleo" in client.names).say("accept")
    assert table.game.question.throw is not None
    assert "roll" in [option.text for option in table.game.question.options()]
    assert all('value="roll' not in client.get().text for client in clients)


def test_several_things_and_any_gold_are_traded_by_taps(at: Callable[..., Any]) -> None:
    table, clients = at("prophecy", 5)
    mine, _ = asked(table, clients)
    for correction in ("Bo gold 30", "Bo gains Rope", "Cleo gold 5", "Cleo gains Sword"):
        mine.say(f"adjust {correction}")
    begun = ["offer Cleo", "several things", "Rope", "and 27 gold", "Rope, 27 gold", "several things", "5 gold"]
    assert "and Sword …" in text(mine.get("/?" + "&".join(f"begun={quote_plus(one)}" for one in begun)))
    mine.tap(*begun, "offer Cleo Rope, 27 gold for 5 gold")
    assert "Rope, 27 gold for your 5 gold" in table.game.question.prompt


def test_who_was_drawn_is_tapped(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers", 10_000)
    session = table.game.table.session
    while not session.steps[-1].answers or session.steps[-1].answers[0].key != "pairs":
        session.undo()
    session.undo()
    table.game.table.save()
    table.game.look()
    clients[0].tap("Dan, Anna", "Dan, Anna, Cleo, Bo")
    assert write_step(session.steps[-1]) == "Dan, Anna, Cleo, Bo"


def test_the_usual_answer_is_first_and_what_enter_alone_does_is_told(at: Callable[..., Any]) -> None:
    table, clients = at("mythic")
    mine, _ = asked(table, clients)
    page = mine.get().text
    assert table.game.question.default == "end turn"
    assert re.findall(r'name="move" value="([^"]*)"', page)[0] == "end turn"
    assert "Enter alone" not in text(mine.get())  # a unit could still be activated
    assert ">usual<" not in page
    table, clients = at("mythic", 33)
    mine, _ = asked(table, clients)
    assert table.game.question.default == "end turn"
    assert "Enter alone: end turn" in text(mine.get())
    assert mine.get().text.count(">usual<") == 1


def test_moves_of_a_battle_stand_with_their_odds(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers", 19)
    mine, other = asked(table, clients)
    assert "Serpopard takes 0-2, Viper 0-4 (dies 11%)" in text(mine.get())
    assert "takes 0-" not in text(other.get())


def test_what_is_otherwise_than_usual_is_tapped(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers", 10)
    assert table.game.question.key == "together"
    assert "or else" in text(clients[0].get())
    assert "decline merchant Anna" in clients[0].get().text
    clients[0].tap("decline merchant Anna")
    assert write_step(table.game.table.session.steps[-1]) == "decline merchant"


def test_who_slept_is_told_all_that_was_done_together(at: Callable[..., Any]) -> None:
    """What hands must move stood on the page before it was done; a telephone that slept then hears of it too."""
    table, clients = at("conjurers", 10)
    told = [block.text for block in table.game.told]
    assert any("takes 5 food" in line for line in told)
    clients[0].say("")
    for slept in clients[1:]:
        assert all(line in text(slept.get()) for line in told)


def test_of_much_that_was_done_the_own_is_shown_and_all_is_a_tap_away(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers", 10)
    lines = [f"{name} does {what}." for what in range(5) for name in ("Anna", "Bo", "Cleo", "Dan")]
    table.game._tell("Dan", [Block("line", line) for line in lines])
    mine = next(one for one in clients if one.names == ["Bo"])
    folded, _, shown = mine.get().text.partition("<details>")[2].partition("</details>")
    assert all(line in folded for line in lines)
    assert [line for line in lines if line in shown] == ["Bo does 2.", "Bo does 3.", *lines[-3:]]


def test_a_number_says_how_it_became_what_it_is(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers", 248)
    mine = next(one for one in clients if one.names == ["Cleo"])
    assert 'href="/number?of=Cleo&amp;what=food"' in mine.get("/me").text
    changes = table.game.table.course("Cleo", "food")
    assert [before for _, before, _, _ in changes][:-1] == [after for _, _, after, _ in changes][1:]
    assert changes[0][2] == dict(table.game.hands(["Cleo"])[0].counts)["food"]
    page = text(mine.get("/number?of=Cleo&what=food"))
    assert all(f"{before} \u2192 {after}" in page for _, before, after, _ in changes)
    for odd in ("?of=Nobody&what=food", "?of=Cleo&what=nothing", ""):
        assert "hasn't changed" in text(mine.get(f"/number{odd}"))


def test_rules_that_a_page_names_are_a_tap_away(at: Callable[..., Any]) -> None:
    _, (mine, *_) = at("conjurers")
    for asked_for, named in (("feeding", "A9"), ("feeding", "food-needed"), ("", "set-up"), ("turn", "turn --all")):
        page = mine.get(f"/rules?q={asked_for}").text
        assert f'href="/rules?q={quote_plus(named)}"' in page, named
        assert mine.get(f"/rules?q={quote_plus(named)}").status_code == 200


def test_nobody_answers_for_somebody_else(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    _, other = asked(table, clients)
    before, option = table.game.token, table.game.question.options()[0].text
    assert "answers that" in text(other.say(option))
    assert "answers that" in text(other.tap(option))
    assert table.game.token == before


def test_several_share_a_telephone(at: Callable[..., Any], tmp_path: Path) -> None:
    table = Telephones(SharedGame(games.load("conjurers"), shipped(tmp_path, "conjurers", 3).path))
    shared = Client(table, table.game.players)
    assert shared.join().status_code == 200
    for _ in range(4):
        assert "your decision" in text(shared.get())
        shared.tap(*taps(table.game.question))


def test_a_repeated_form_counts_once(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    mine, _ = asked(table, clients)
    form = mine.fields() | {"move": table.game.question.options()[0].text}
    many = len(table.game.table.session.steps)
    for _ in range(3):
        assert mine.http.post("/say", data=form).status_code == 200
    assert len(table.game.table.session.steps) == many + 1


def test_of_two_answers_one_is_taken_and_the_other_is_told(at: Callable[..., Any], tmp_path: Path) -> None:
    table, clients = at("conjurers")
    mine, _ = asked(table, clients)
    form = mine.fields() | {"move": table.game.question.options()[0].text}
    laptop = SharedGame(table.game.game, table.game.path)
    laptop.table.session.answer(laptop.question.options()[1].text)  # type: ignore[union-attr]
    laptop.table.save()
    assert "Somebody else was faster" in text(mine.http.post("/say", data=form))
    assert [step.do for step in table.game.table.session.steps] == [step.do for step in laptop.table.session.steps]


def test_what_the_laptop_enters_is_seen(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    laptop = SharedGame(table.game.game, table.game.path)
    laptop.table.session.answer("place conjurer wild animals")
    laptop.table.save()
    assert table.game.refresh()
    assert "wild animals" in text(clients[0].get())


def test_only_ones_own_last_answer_is_taken_back(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    mine, other = asked(table, clients)
    before = table.game.token
    mine.tap(*taps(table.game.question))
    after = table.game.token
    assert "only its own" in text(other.say("undo"))
    assert table.game.token == after
    mine.say("undo")
    assert table.game.token == before
    assert "Undone" in text(other.get())


@pytest.mark.rule("battle-dice")
def test_a_battle_that_was_gone_back_into_is_told_as_before(at: Callable[..., Any]) -> None:
    said = (EXAMPLES / SCRIPTS["conjurers"]).read_text(encoding="utf-8").split("\nnew ")[1].split("\n")
    table, clients = at(
        "conjurers", next(at for at, line in enumerate(said) if line.startswith("summon Torchbearer"))
    )
    while len(table.game.table.session.steps) > 1 and table.game.table.session.steps[-1].do != "summon Viper 2":
        for client in clients:
            client.say("undo")
    mine, other = asked(table, clients)
    mine.say("attack Minion")
    mine.say("1 1")
    mine.say("2")
    assert "Minion strikes Viper: 2 dice 1+1 = 2" in text(other.get())


def test_a_longer_answer_is_tapped_to_its_end_and_counts_once() -> None:
    rest = choice("rest", "What does it wear", [Option("a"), Option("a with b")], default="a")
    question = choice("move", "What now", [Option("a", more=lambda: rest), Option("c")])
    voice = Voice(["Anna"])
    voice.hear(["a", "a with b"], tapped=True)
    assert voice.ask(question) == "a with b"
    voice.hear(["c", "c"], tapped=True)
    assert (voice.ask(question), voice.ask(question)) == ("c", None)


@pytest.mark.parametrize("name", SCRIPTS)
def test_anybody_corrects_and_takes_back_only_that(name: str, at: Callable[..., Any]) -> None:
    table, clients = at(name)
    mine, other = asked(table, clients)
    page, before = other.get("/me").text, table.game.token
    counter = unescape(re.findall(r"<option>(.*?)</option>", page)[0])
    form = dict(re.findall(r'name="(token|once|place|whose)" value="([^"]*)"', page))
    was = next(value for one, value in table.game.hands(other.names)[0].counts if one == counter)
    number = int(re.match(r"\d+", was)[0]) + 1  # type: ignore[index]
    told = other.http.post("/say", data=form | {"counter": counter, "number": number})
    assert table.game.table.session.steps[-1].correct, text(told)
    assert "On the board" in text(mine.get())
    assert "a correction" in text(mine.say("undo"))
    other.say("undo")
    assert table.game.token == before
    assert "say all of it" in text(other.say("adjust"))


def test_a_name_is_let_go(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    name = clients[0].names[0]
    assert "on another phone" in text(Client(table).get(f"/join?key={table.key}"))
    assert table.let_go(name.lower())
    assert clients[0].get().status_code == 403
    again = Client(table, [name])
    assert again.join().status_code == 200
    assert "Somebody else has just taken that name" in text(Client(table, [name]).join())


def test_a_battle_is_played_alone(tmp_path: Path) -> None:
    """Each answer is in the record at once; only who is asked answers, and anybody enters dice."""
    shutil.copy(EXAMPLES / "sample-deck.toml", tmp_path)
    record = tmp_path / "duel.toml"
    told = (EXAMPLES / "duel-entered-dice.toml").read_text(encoding="utf-8")
    record.write_text(told.partition("[[turns]]")[0], encoding="utf-8")
    table = Telephones(SharedGame(games.load("conjurers"), record))
    anna, bo = (Client(table, [player]) for player in ("Anna", "Bo"))
    assert [client.join().status_code for client in (anna, bo)] == [200, 200]
    assert "answers that" in text(bo.say("summon Sphinx 1"))
    anna.tap("summon Sphinx 1")
    assert "Sphinx is summoned" in text(bo.get())
    bo.tap("summon Minotaur 1")
    assert "anybody may enter it" in text(bo.get())
    bo.say("2 1 0")
    assert "summon Minotaur 1" in record.read_text(encoding="utf-8")
    assert "/score" not in anna.get("/log").text, "a battle on its own has none"
    assert [anna.get(path).status_code for path in ("/me", "/table", "/board", "/log", "/score", "/story")] == [
        200
    ] * 6


@pytest.mark.parametrize(
    ("record", "players"),
    [("prophecy/fight-odds.toml", ["Cleo"]), ("mythic/attack-odds.toml", ["Reed Archers", "Hedge Knight"])],
)
def test_who_fights_alone_has_a_name_to_pick(record: str, players: list[str], tmp_path: Path) -> None:
    path = Path(shutil.copy(EXAMPLES / record, tmp_path))
    table = Telephones(SharedGame(games.of(read_toml(path), str(path)), path))
    one = Client(table, players[:1])
    assert (table.game.players, one.join().status_code) == (players, 200)
    assert re.search("your decision|anybody answers", text(one.get()))


def test_a_new_start_within_a_day_knows_its_telephones(
    at: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep_it(pages: Telephones) -> None:
        phones = {phone.digest: phone.names for phone in pages.phones.values()}
        keep(pages.game.path, Remembered(time.time(), HERE, 8000, pages.key, phones))

    table, clients = at("conjurers", keep=keep_it)
    path = table.game.path
    kept = place(path)
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert not [name for client in clients for name in client.http.cookies.values() if name in kept.read_text()]
    mine, gone = asked(table, clients)
    table.let_go(gone.names[0])
    again = Telephones(SharedGame(table.game.game, path), remembered=recall(path, HERE))
    assert (again.key, again.cookie) == (table.key, table.cookie)
    for client in clients:
        cookies, client.table = client.http.cookies, again
        client.http = Client(again).http
        client.http.cookies = cookies
    assert [client for client in clients if client.get().status_code == 403] == [gone]
    mine.tap(*taps(again.game.question))
    assert again.game.news
    assert recall(path, "192.168.1.77:8000") is None, "in another network nobody is known"
    tomorrow = time.time() + DAY
    monkeypatch.setattr(time, "time", lambda: tomorrow)
    assert recall(path, HERE) is None


@pytest.mark.parametrize("kept", ["", "{}", "[" * 9000, '{"at": 1e999}', "\udcff"])
def test_what_is_kept_of_a_table_is_nothing_where_it_cant_be_read(tmp_path: Path, kept: str) -> None:
    found = place(tmp_path / "friday.toml")
    found.parent.mkdir(parents=True, exist_ok=True)
    found.write_bytes(kept.encode(errors="surrogateescape"))
    assert recall(tmp_path / "friday.toml", HERE) is None


# --- safe -------------------------------------------------------------------------------------------

PATHS = ("/", "/me", "/number", "/table", "/board", "/rules", "/log", "/why", "/score", "/stream", "/join")


def test_who_has_no_key_isnt_told_which_game_it_is(at: Callable[..., Any]) -> None:
    table, _ = at("conjurers")
    assert table.game.path.stem not in Client(table).get("/me").text.lower()


def test_who_has_no_key_gets_nothing(at: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.phones.server.SLOWEST", 0)
    table, _ = at("conjurers")
    stranger = Client(table, [table.game.players[0]])
    for path in PATHS:
        page = stranger.get(path)
        assert (page.status_code, *[name for name in table.game.players if name in page.text]) == (403,)
    for key in ("", "x", table.key[:-1], "\u2603"):
        assert stranger.join(key).status_code == 403
    stranger.http.cookies.set(table.cookie, "guessed")
    assert stranger.get().status_code == 403
    assert stranger.http.post("/say", data={"line": "undo"}).status_code == 403


def test_the_open_board_is_all_that_strangers_see(at: Callable[..., Any]) -> None:
    table, _ = at("conjurers", open_board=True)
    stranger = Client(table)
    assert stranger.get("/board").status_code == 200
    assert stranger.get("/log").status_code == 403


def test_forms_come_from_the_pages_alone(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    mine, other = asked(table, clients)
    form, before = mine.fields() | {"move": table.game.question.options()[0].text}, table.game.token
    tries = [
        mine.http.post("/say", data=form, headers={"origin": "http://evil.example"}),
        mine.http.post("/say", data=form, headers={"origin": "null"}),
        mine.http.post("/say", data=form, headers={"host": "evil.example"}),
        mine.http.post("/say", data=form, headers={"sec-fetch-site": "cross-site"}),
        mine.http.post("/say", data=form | {"token": "x"}),
        mine.http.post("/say", data={key: value for key, value in form.items() if key != "token"}),
        mine.http.post("/say", data=form | {"token": other.fields()["token"]}),
        mine.http.get("/say", params=form),
        mine.http.put("/say", data=form),
        Client(table, address="8.8.8.8").get(f"/join?key={table.key}"),
    ]
    assert {page.status_code for page in tries} <= {403, 405}
    assert table.game.token == before


def test_forms_are_bounded(at: Callable[..., Any]) -> None:
    table, clients = at("conjurers")
    mine, _ = asked(table, clients)
    before = table.game.token
    form = mine.fields()
    assert mine.http.post("/say", data=form | {"line": "x" * LONGEST_BODY}).status_code == 400
    assert (
        mine.http.post(
            "/say",
            content=iter([b"a=" + b"b" * 40_000] * 3),
            headers={"content-type": "application/x-www-form-urlencoded"},
        ).status_code
        == 400
    )
    assert mine.http.post("/say", json=form).status_code == 400
    assert (
        mine.http.post(
            "/say", content=b"\xff\xfe", headers={"content-type": "application/x-www-form-urlencoded"}
        ).status_code
        == 400
    )
    assert "too long" in text(mine.http.post("/say", data=form | {"line": "x" * 9000}))
    assert table.game.token == before


def test_every_answer_says_how_it_may_be_used(at: Callable[..., Any]) -> None:
    table, (mine, *_) = at("conjurers")
    for path in (*PATHS[:-2], "/style.css", "/nowhere", "/../pyproject.toml", "/%2e%2e/%2e%2e/etc/passwd"):
        page = mine.get(path)
        assert "default-src 'none'" in page.headers["content-security-policy"], path
        assert page.headers["x-frame-options"] == "DENY"
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["cache-control"] == "no-store"
        assert not re.search(r"<[^>]*\s(style|on[a-z]+)=", page.text), path
        assert "<script>" not in page.text
    cookie = Client(table, []).http.post("/join", data={"key": table.key}, follow_redirects=False)
    assert {"HttpOnly", "SameSite=strict"} <= set(cookie.headers["set-cookie"].split("; "))


def test_texts_from_outside_are_shown_as_texts(at: Callable[..., Any]) -> None:
    _, (mine, *_) = at("conjurers")
    for odd in ("<script>alert(1)</script>", "\"'><img src=x>", "\u202eabc", "{{ 7*7 }}", "\x00\x1b[31m"):
        for page in (mine.say(odd), mine.get("/rules", params={"q": odd}), mine.get("/", params={"begun": odd})):
            assert page.status_code == 200
            assert not {"<script>alert", "<img", "\u202e", "\x1b", "\x00"} & {
                one for one in ("<script>alert", "<img", "\u202e", "\x1b", "\x00") if one in page.text
            }
            assert "49" not in text(page) or odd != "{{ 7*7 }}" or "{{ 7*7 }}" in text(page)


def test_random_requests_break_nothing(at: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    table, clients = at("conjurers")
    mine, _ = asked(table, clients)
    chance, before = random.Random(5), table.game.token
    letters = "ab/?&=%0.;\\\"'<>{}\u20ac\u202e"
    token = mine.fields()["token"]
    for _ in range(50):
        odd = "".join(chance.choice(letters) for _ in range(chance.randrange(1, 30)))
        path = chance.choice(("/", "/say", "/join", "/seen", "/why", "/rules", "/me", f"/x{quote(odd)}"))
        if chance.random() < 0.5:
            page = mine.http.get(path, params={"n": odd, "q": odd, "begun": odd, "more": "1"})
        else:
            page = mine.http.post(
                path,
                data={
                    chance.choice(("line", "move", "begun", "number", "once", "place")): odd,
                    "token": token,
                    "once": str(chance.random()),
                    "place": odd,
                },
            )
        assert page.status_code in (200, 400, 403, 404, 405), (path, odd)
    assert table.game.token == before
    assert capsys.readouterr().err == ""


def test_an_answer_nobody_hears_is_no_trouble(at: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    table, _ = at("conjurers")

    async def receive() -> Any:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        raise RuntimeError("the connection is broken")

    for path in ("/", "/style.css"):
        for host in (HERE, "evil.example"):
            scope = {
                "type": "http",
                "method": "GET",
                "path": path,
                "raw_path": path.encode(),
                "query_string": b"",
                "headers": [(b"host", host.encode())],
                "client": ("192.168.1.20", 5000),
                "http_version": "1.1",
            }
            asyncio.run(table.app([HERE])(scope, receive, send))
    assert capsys.readouterr().err == ""


class Wire(asyncio.Transport):
    """A connection's other end, which hears nothing."""

    def write(self, data: Any) -> None:
        """Hear nothing."""

    def close(self) -> None:
        """Be gone."""

    def is_closing(self) -> bool:
        """Say so."""
        return True


@pytest.mark.parametrize(
    "sent", [b"GET / HTTP/1.1\r\nbad " + b"x" * 30_000 + b"\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"]
)
def test_a_lost_connection_is_held_by_nothing(sent: bytes) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        """Answer nothing."""

    async def lost() -> Any:
        config = uvicorn.Config(app, log_level="critical", ws="none", lifespan="off")
        connection = Connection(config=config, server_state=ServerState(), app_state={})
        connection.connection_made(Wire())
        connection.data_received(sent)
        await asyncio.sleep(0)
        connection.connection_lost(None)
        return weakref.ref(connection)

    gc.disable()
    try:
        assert asyncio.run(lost())() is None
    finally:
        gc.enable()


def test_nothing_is_done_where_nothing_is_asked(at: Callable[..., Any]) -> None:
    table, _ = at("conjurers")

    async def sleeping() -> bool:
        server = Server(uvicorn.Config(table.app([HERE]), log_level="critical", lifespan="off"), table)
        main = asyncio.ensure_future(server.main_loop())
        await asyncio.sleep(0)
        timers = asyncio.get_running_loop()._scheduled  # type: ignore[attr-defined]
        server.handle_exit(2, None)
        await main
        return not timers

    assert asyncio.run(sleeping())


def test_there_is_room_for_so_many_telephones(at: Callable[..., Any]) -> None:
    table, _ = at("conjurers")
    table.phones |= {str(at): Phone(()) for at in range(30)}
    assert Client(table).join().status_code == 503


# --- secrets ----------------------------------------------------------------------------------------

SEED = 918_273_645
"""What the program throws and draws with: who knows it knows every card to come."""


def begun(name: str, folder: Path) -> tuple[SharedGame, Callable[[Any], str], set[str]]:
    """A game in which the program draws, who answers in it at random, and the cards that lie hidden in a deck."""
    chance, path = random.Random(11), folder / f"{name}.toml"
    game, hidden = games.load(name), set[str]()
    setup: Any
    answer: Any
    if name == "conjurers":
        from tests.conjurers import random_play as conjurers

        shutil.copy(Path(conjurers.__file__).parent / "saves" / "battle-with-hidden-hands.toml", path)
        return SharedGame(game, path), conjurers.Table(OpenSave(game, path).setup, chance).answer, hidden
    if name == "enchanters":
        from tests.enchanters import random_play as enchanters

        start = enchanters.make_start(seed=SEED)
        setup, answer = start.setup, enchanters.Table(start, chance).answer
        hidden = set(start.deck) - set(start.setup.track)
    elif name == "prophecy":
        from tests.prophecy import games as prophecy

        setup = prophecy.make_setup(seed=SEED, draws="program", dice="rolled")
        answer = prophecy.Table(chance, setup).answer
    else:
        from tests.mythic import games as mythic

        setup = mythic.make_setup(3, seed=SEED, draws="program", dice="rolled")
        answer = mythic.Table(chance, setup).answer
    save = begin_save(game, path, setup)
    while name == "mythic" and not all(player.cards.hand for player in save.session.present.players):
        save.session.answer(answer(save.session))  # the armies are recruited before any card is drawn
    save.save()
    return SharedGame(game, path), answer, hidden


@contextmanager
def other_hand(state: Any, name: str) -> Iterator[bool]:
    """The same game with other cards in a player's hand, as far as everybody else can know; whether there are any."""
    contest, player = getattr(state, "contest", None), next(one for one in state.players if one.name == name)
    if contest is not None and contest.battle is not None and any(contest.hands):
        before = contest.hands
        side = next((at for at, one in enumerate(SIDES) if contest.battle.sides[one].player == name), None)
        if side is None or not before[side]:
            yield False
            return
        others = [card for card in player.creatures if card not in before[side]]
        other = tuple([*others, *before[side]][: len(before[side])])
        contest.hands = tuple(other if at == side else cards for at, cards in enumerate(before))
        yield other != before[side]
        contest.hands = before
    elif getattr(player, "cards", None) is not None and player.cards.hand:
        cards = player.cards.hand
        player.cards.hand = [*player.cards.all()][: len(cards)] if len(set(cards)) > 1 else ["nothing"] * len(cards)
        yield True
        player.cards.hand = cards
    else:
        yield False


def probed(shared: SharedGame) -> list[str]:
    """What somebody may say to find out what another player holds."""
    found = [option.text for option in shared.question.options()][:1] if shared.question is not None else []
    for player in shared.players:
        found += [f"summon {card} 1" for card in shared.table.hand_of(player)[1][:1]]
        found += [
            f"adjust {player} {what} {card}"
            for card in shared.table.hand_of(player)[1][:1]
            for what in ("hand", "creatures", "loses")
        ]
    return [f"{way}{one}" for one in found for way in ("", "why not ", "odds ")] + ["why not"]


def bytes_of(client: Client, *paths: str, says: Sequence[str] = ()) -> list[str]:
    """Everything that a telephone gets, but for what is drawn by lot for each page."""
    pages = [client.get(path).text for path in paths] + [client.say(line).text for line in says]
    return [re.sub(r'name="once" value="[^"]*"|data-version="[^"]*"', "", page) for page in pages]


def ask_again(shared: SharedGame) -> None:
    """Ask what is asked now anew, of the state as it is; not in the middle of a step."""
    shared._boards.clear()
    if not shared.table.session.draft:
        shared.table.session._restart([])
        shared.look()


@pytest.mark.parametrize("name", SCRIPTS)
def test_nobody_gets_a_byte_of_what_is_hidden(name: str, tmp_path: Path) -> None:
    """A random game with a telephone for each player: what one gets is the same whatever the others hold."""
    shared, answer, hidden = begun(name, tmp_path)
    table = Telephones(shared)
    clients = {player: Client(table, [player]) for player in shared.players}
    for client in clients.values():
        assert client.join().status_code == 200
    compared = 0
    for at in range(9):
        question = shared.question
        if question is None:
            break
        text = answer(shared.table.session)
        client = clients[question.who or shared.players[0]]
        before = shared.token
        shown = client.say(as_answer(text))
        if shared.token == before and 'name="meant"' in shown.text:
            client.say(meant="1")
        number = f"/number?of={quote_plus(shared.players[0])}&what=hand"
        paths = ("/", "/me", "/table", "/log", number) if at % 8 == 0 else ("/",)
        session = shared.table.session
        probes = probed(shared) if at == 0 else []

        def got(others: Sequence[Client], paths: Sequence[str] = paths, says: Sequence[str] = probes) -> list[Any]:
            asked_now = shared.question.who if shared.question is not None else ""
            asking = [one for one in others if asked_now and asked_now not in one.names]
            return [bytes_of(one, *paths) for one in others] + [bytes_of(one, says=says) for one in asking]

        for owner in shared.players:
            others = [one for player, one in clients.items() if player != owner]
            with other_hand(session.present if session.draft else session.state, owner) as differs:
                ask_again(shared)
                elsewhere = got(others) if differs else []
            ask_again(shared)
            if differs:
                assert elsewhere == got(others)
                compared += 1
        pages = "".join(page for one in clients.values() for page in bytes_of(one, *paths))
        assert str(SEED) not in pages
        seen = str(shared.table.public_state()) if hidden else ""
        assert not [card for card in hidden if unescape(card) in unescape(pages) and card not in seen]
    assert compared or name in ("enchanters", "prophecy")
    for path in ("/why", "/score", "/board"):
        assert str(SEED) not in next(iter(clients.values())).get(path).text
