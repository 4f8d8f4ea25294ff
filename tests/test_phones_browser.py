"""Telephones in a real browser: short games played by taps, beside a television; skipped where there is none."""

from __future__ import annotations

import asyncio
import socket
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("jinja2")
pytest.importorskip("uvicorn")
pytest.importorskip("selenium")

import uvicorn

from referee import games
from referee.phones.server import Telephones
from referee.phones.table import SharedGame
from referee.saves.save import OpenSave
from tests.evening_on_phones import CHROMIUM, DRIVER, Evening, Screen, opened, seated, until
from tests.old_saves import run
from tests.shipped import SCRIPTS, shipped

pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="there is no Chromium with its driver")

BEGUN = {"conjurers": 3, "enchanters": 5, "prophecy": 5, "mythic": 33}
SHORT = {"prophecy": "prophecy/short-game.moves", "mythic": "mythic/short-game.moves"}
"""Shorter games than the shipped ones that are played else."""

LAST = 2
"""So many answers of each game, the last ones, are tapped."""


class Served:
    """The pages of a game on this machine's own address, until `stop`."""

    def __init__(self, game: SharedGame) -> None:
        self.pages = Telephones(game)
        listening = socket.socket(proto=socket.IPPROTO_TCP)
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        self.there = f"127.0.0.1:{listening.getsockname()[1]}"
        app = self.pages.app([self.there])
        self._server = uvicorn.Server(
            uvicorn.Config(app, log_level="critical", lifespan="off", ws="none", timeout_graceful_shutdown=1)
        )
        self._thread = Thread(target=lambda: asyncio.run(self._server.serve(sockets=[listening])), daemon=True)
        self._thread.start()

    @property
    def join(self) -> str:
        return f"http://{self.there}/join?key={self.pages.key}"

    def tell(self) -> None:
        """Have the pages look again."""
        if self.pages.loop is not None:
            asyncio.run_coroutine_threadsafe(self.pages.tell(), self.pages.loop)

    def stop(self) -> None:
        self.pages.phones.clear()
        self.tell()
        self._server.should_exit = True
        self._thread.join(10)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    found = opened()
    yield found
    found.quit()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[str], Served]]:
    found: list[Served] = []

    def begin(name: str) -> Served:
        save = shipped(tmp_path, name, BEGUN[name])
        found.append(Served(SharedGame(games.load(name), save.path)))
        return found[-1]

    yield begin
    for one in found:
        one.stop()


def script(browser: Any, text: str, *values: Any) -> Any:
    return browser.execute_script(text, *values)


def size(browser: Any, width: int, height: int) -> None:
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )


def join(browser: Any, served: Served, names: Sequence[str]) -> None:
    """Scan the code, pick names, come in."""
    browser.delete_all_cookies()
    browser.get(served.join)
    for name in names:
        script(browser, "document.querySelector(`[name=player][value='${arguments[0]}']`).click()", name)
    script(browser, "document.querySelector('.make').click()")
    until(lambda: "/join" not in browser.current_url)


def answer(browser: Any, served: Served) -> None:
    """Tap the first thing that can be tapped, down to the answer, and make it; dice by their faces."""
    before = served.pages.game.token
    for _ in range(6):
        if script(browser, "return !!document.querySelector('[name=move], #faces:not([hidden])')"):
            break
        link = script(browser, "return document.querySelector('a.option')?.href")
        if link is None:
            break
        browser.get(link)
    script(
        browser,
        """
        const faces = document.querySelector('#faces'), form = document.querySelector('#answer');
        const count = form ? Number(form.dataset.count) : 0, line = document.querySelector('.say [name=line]');
        if (count) for (let n = 0; n < count + 2; n++) faces.firstElementChild.click();
        else if (document.querySelector('[name=move]')) document.querySelector('[name=move]').click();
        document.querySelector('.make').click();
    """,
    )
    until(lambda: served.pages.game.token != before)


@pytest.fixture(scope="module")
def screens(browser: Any) -> tuple[list[Screen], Screen]:
    """Four telephones of 400 px and a television, each a browser of its own."""
    return seated(browser, [""] * 4)


@pytest.mark.parametrize("name", SCRIPTS)
def test_an_evening_ends_on_a_telephone_each(
    name: str, browser: Any, screens: tuple[list[Screen], Screen], tmp_path: Path
) -> None:
    """From the code to the score; in between an answer is taken back and a connection lost."""
    save = shipped(tmp_path, name, 10_000, SHORT.get(name, ""))
    wanted = list(save.session.steps)
    for _ in range(LAST):
        save.session.take_back()
    save.save()
    served, (phones, television) = Served(SharedGame(games.load(name), save.path)), screens
    try:
        evening = Evening(SharedGame(games.load(name), save.path), wanted, phones[: len(served.pages.game.players)])
        for phone, player in zip(phones, served.pages.game.players, strict=False):
            phone.names = [player]
        for screen in (*evening.screens, television):
            screen.join(served.join)
        assert evening.answer()
        evening.undo()
        evening.lose_one()
        while evening.answer():
            pass
        evening.end(television)
    finally:
        served.stop()
        browser.switch_to.window(browser.window_handles[0])


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_page_is_wider_than_the_screen_or_hard_to_hit(
    name: str, browser: Any, serve: Callable[[str], Served]
) -> None:
    served = serve(name)
    join(browser, served, served.pages.game.players)
    for path, width in (("/", 320), ("/me", 320), ("/table", 320), ("/board", 320), ("/table", 800), ("/log", 320)):
        size(browser, width, 860)
        browser.get(f"http://{served.there}{path}")
        assert script(browser, "return document.documentElement.scrollWidth") <= width, (path, width)
        wide = """return [...document.querySelectorAll('.wide-rows, pre')]
            .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"""
        assert script(browser, wide) == [], (path, width)
        low = script(
            browser,
            """return [...document.querySelectorAll('a, button, label, summary, [type=text]')]
            .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 43.5)
            .map((one) => one.outerHTML)""",
        )
        assert low == [], (path, width)
    told = [one["message"] for one in browser.get_log("browser")]
    assert [one for one in told if "Content Security Policy" in one or "Uncaught" in one] == []


def test_the_others_see_it_at_once(browser: Any, serve: Callable[[str], Served]) -> None:
    served = serve("conjurers")
    game = served.pages.game
    assert game.question is not None
    first = game.question.who
    size(browser, 400, 860)
    join(browser, served, [name for name in game.players if name != first])
    script(browser, "window.same = true")
    laptop = SharedGame(game.game, game.path)
    laptop.table.session.answer("place conjurer wild animals")
    laptop.table.save()
    game.refresh()
    served.tell()
    until(lambda: "wild animals" in browser.page_source)
    assert script(browser, "return window.same"), "the page wasn't loaded anew"
    until(lambda: script(browser, "return !!document.querySelector('.asked')"))


def test_a_number_is_counted_up_and_down_within_its_bounds(browser: Any, tmp_path: Path) -> None:
    save = tmp_path / "light.toml"
    players = [word for name in ("Anna", "Bo") for word in ("--player", name)]
    run("new", save, "--game", "enchanters", *players, "--track", "battles", "--yes")
    run("do", save, "adjust tracking everything")
    served = Served(SharedGame(games.load("enchanters"), save))
    try:
        join(browser, served, served.pages.game.players)
        for taps, shown in (("", "0"), ("+", "1"), ("+", "2"), ("−", "1"), ("−−−", "0")):
            for tap in taps:
                script(browser, "document.querySelector('#count').children[arguments[0]].click()", int(tap == "+"))
            assert script(browser, "return document.querySelector('.say [name=line]').value || '0'") == shown
        script(browser, "document.querySelector('#count').children[1].click()")
        script(browser, "document.querySelector('.make').click()")
        until(lambda: OpenSave(games.load("enchanters"), save).session.present.players[0].crystals == 1)
    finally:
        served.stop()


def test_dice_are_as_many_as_are_asked_for(browser: Any, serve: Callable[[str], Served], tmp_path: Path) -> None:
    save = shipped(tmp_path, "conjurers", 19)
    save.session.answer("attack Snow Fox")
    save.save()
    served = Served(SharedGame(games.load("conjurers"), save.path))
    try:
        join(browser, served, served.pages.game.players)
        script(browser, "for (let n = 0; n < 5; n++) document.querySelector('#faces').children[1].click()")
        assert script(browser, "return document.querySelector('.say [name=line]').value") == "1 1"
        assert script(browser, "return document.querySelector('#faces').children[1].disabled")
        before = served.pages.game.token
        script(browser, "document.querySelector('.make').click()")
        until(lambda: served.pages.game.token != before)
    finally:
        served.stop()


def test_many_options_are_narrowed_by_what_is_typed(browser: Any, serve: Callable[[str], Served]) -> None:
    served = serve("conjurers")
    join(browser, served, served.pages.game.players)
    browser.get(script(browser, "return document.querySelector('a.option').href"))
    shown = (
        "return [...document.querySelectorAll('label.option')].filter((one) => one.getClientRects().length).length"
    )
    many = script(browser, shown)
    typing = """const line = document.querySelector('.say [name=line]');
        line.value = arguments[0]; line.dispatchEvent(new Event('input', {bubbles: true}));"""
    script(browser, typing, "wild")
    assert script(browser, shown) == 1
    script(browser, typing, "nothing at all")
    assert script(browser, shown) == many


def test_a_double_tap_takes_no_usual_answer(browser: Any, serve: Callable[[str], Served]) -> None:
    """A question that has just come isn't answered by who still taps at the one before."""
    served = serve("mythic")
    game = served.pages.game
    join(browser, served, game.players)
    before = game.token
    script(browser, "fresh = Date.now(); document.querySelector('.make').click()")
    assert not script(browser, "return sending")
    assert game.token == before
    script(browser, "fresh = 0; document.querySelector('.make').click()")
    until(lambda: game.token != before)


def test_a_television_shows_all_of_the_board(browser: Any, serve: Callable[[str], Served]) -> None:
    served = serve("conjurers")
    join(browser, served, [])
    size(browser, 1920, 1080)
    browser.get(f"http://{served.there}/board")
    until(lambda: script(browser, "return document.querySelector('main').scrollHeight <= innerHeight"))
    assert script(browser, "return document.documentElement.scrollWidth") <= 1920
    assert script(browser, "return document.querySelectorAll('form, button, a').length") == 0


def picture(path: Path) -> None:
    """Draw the picture of the README: a telephone of 400 px at a decision of the shipped game for four."""
    with tempfile.TemporaryDirectory() as folder:
        game = SharedGame(games.load("conjurers"), shipped(Path(folder), "conjurers", 248).path)
        served, drawn = Served(game), opened()
        size(drawn, 400, 780)
        join(drawn, served, game.players)
        answer(drawn, served)
        until(lambda: "On the board" in drawn.page_source)
        if link := script(drawn, "return document.querySelector('a.option')?.href"):
            drawn.get(link)
        script(drawn, "document.querySelectorAll('[name=move]')[4].click()")
        drawn.save_screenshot(str(path))
        drawn.quit()
        served.stop()


if __name__ == "__main__":
    picture(Path(__file__).parents[1] / "examples" / "screen-phone.png")
