"""An evening on telephones: `python -m tests.evening_on_phones GAME ...` plays the shipped games by taps in Chromium.

The pages are those of the command `referee table`; every player has a browser context of 400 px of its own, one more
shows the board on a television, and who has no name at the table only watches. Who is asked taps what the example's
log says, as a person would: an option and then the button, the faces of dice, plus and minus. What can't be tapped is
typed, and told. In between an answer is taken back, a telephone loses its network, and the pages are started anew.
At the end everybody looks at the score, and the log must be the example's.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from time import monotonic, sleep
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException

from referee import games
from referee.asking.meaning import QUIET
from referee.asking.question import Question
from referee.phones.table import SharedGame
from referee.play.notation import Step
from tests.keystrokes import recorded
from tests.phones import Program, next_answer
from tests.shipped import SCRIPTS, shipped

CHROMIUM = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), "")
DRIVER = shutil.which("chromedriver") or ""
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars")

LONGEST = 20.0
"""Seconds in which anything that is waited for comes."""

PHONES, NARROW, TELEVISION = 4, (400, 860), (1920, 1080)
"""Telephones at the table, their size, and that of a television."""

MOST_STEPS_OF_A_NUMBER = 6
"""A number further from the usual one is typed."""


def opened() -> Any:
    """A browser, in which several people can be apart from each other."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.enable_bidi = True
    short = {"TMPDIR": "/tmp"}  # a socket of its own lies there, whose path has few letters
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER, env=os.environ | short))


def until(true: Callable[[], Any], what: str = "nothing came") -> Any:
    """Wait until something is so."""
    end = monotonic() + LONGEST
    while not (found := true()):
        assert monotonic() < end, what
        sleep(0.04)
    return found


@dataclass
class Taps:
    """What one answer took: taps, keys of what was typed, and where in the game it was."""

    at: str
    key: str
    taps: int = 0
    keys: int = 0
    seconds: float = 0.0


class Screen:
    """A telephone or a television: a browser of its own, at a width."""

    def __init__(self, browser: Any, names: Sequence[str] = (), size: tuple[int, int] = NARROW) -> None:
        self.browser, self.names = browser, names
        apart = browser.browser.create_user_context()
        self._tab = browser.browsing_context.create(type="tab", user_context=apart)
        self.here()
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False},
        )

    def here(self) -> None:
        """Look at this one."""
        self.browser.switch_to.window(self._tab)

    def run(self, text: str, *values: Any) -> Any:
        """What a script says on this page."""
        return self.browser.execute_script(text, *values)

    def find(self, query: str) -> Any:
        """What stands on the page, None for nothing."""
        return self.run("return document.querySelector(arguments[0])", query)

    def go(self, address: str) -> None:
        """Look at an address."""
        self.here()
        self.browser.get(address)

    def go_to(self, place: str) -> None:
        """Tap one of the places at the bottom."""
        self.here()
        self.settled()
        self.tap(self.find, f'.places [href="{place}"]')

    def settled(self) -> None:
        """Wait until the page shows what its stream has told."""
        until(
            lambda: self.run("return document.readyState == 'complete' && told && !sending && !looking && !behind()")
        )

    def join(self, address: str) -> int:
        """Scan the code, tap the names, come in; how many taps that were."""
        self.go(address)
        for name in self.names:
            self.tap(self.find, f'label:has([name=player][value="{name}"])')
        self.tap(self.find, ".make")
        until(lambda: "/join" not in self.browser.current_url)
        return len(self.names) + 1

    def network(self, *, there: bool) -> None:
        """Lose the network, or find it again."""
        self.here()
        self.browser.execute_cdp_cmd("Network.enable", {})
        self.browser.execute_cdp_cmd(
            "Network.emulateNetworkConditions",
            {"offline": not there, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
        )

    def option(self, text: str) -> Any:
        """What is tapped for an option, None for none."""
        return self.run(
            """return [...document.querySelectorAll('label.option input[name=move]')]
            .find((one) => one.value === arguments[0])?.closest('label')""",
            text,
        )

    def beginning(self, text: str) -> Any:
        """What is tapped for the beginning of an answer."""
        return self.run(
            """return [...document.querySelectorAll('a.option')]
            .find((one) => new URL(one.href).searchParams.getAll('begun').at(-1) == arguments[0])""",
            text,
        )

    def folded(self, text: str) -> Any:
        """What is tapped before an option that is folded away, None where it isn't."""
        label = self.option(text)
        return label and self.run("return arguments[0].closest('details:not([open])')?.firstElementChild", label)

    def word(self, text: str) -> Any:
        """What is tapped for a word of an answer that is put together, None for none."""
        return self.run(
            "return [...document.querySelectorAll('#words button')].find((one) => one.value === arguments[0])", text
        )

    def tap(self, find: Callable[..., Any], *what: str) -> None:
        """Scroll to what is found and tap it; it must lie on top there. What is shown anew is found anew.

        A page that asks something else by then has taken the tap: another one would answer that.
        """
        place = self.place()
        while True:
            try:
                found = find(*what)
                self.run("arguments[0].scrollIntoView({block: 'center'})", found)
                found.click()
                return
            except StaleElementReferenceException:
                self.settled()
                if self.place() != place:
                    return

    def place(self) -> str:
        """Where the game stands, as this page tells."""
        return str(self.run("return document.querySelector('[name=place]')?.value || ''"))

    def close(self) -> None:
        """Put it away."""
        self.here()
        self.browser.close()


@dataclass
class Evening:
    """A game on telephones: `screens` are those with players, `watcher` tells what the save says."""

    watcher: SharedGame
    wanted: Sequence[Step]
    screens: Sequence[Screen]
    done: list[Taps] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)

    def whose(self, question: Question[Any]) -> Screen:
        """The telephone of who is asked."""
        who = question.who or (question.throw.who if question.throw is not None else "")
        return next((one for one in self.screens if who in one.names), self.screens[0])

    def answer(self) -> bool:
        """Tap what the log says next; whether there was anything."""
        self.watcher.refresh()
        found = next_answer(self.watcher, self.wanted)
        if found is None:
            return False
        question, target = found
        before, phone = self.watcher.token, self.whose(question)
        began = monotonic()
        phone.here()
        phone.settled()
        until(
            lambda: phone.place().rpartition(".")[0] == before.rpartition(".")[0] and phone.find(".asked"),
            f"{phone.names} isn't asked {question.prompt}",
        )
        session = self.watcher.table.session
        made = Taps(session.label(session.state), question.key)
        self.tap(phone, question, target, made)
        until(lambda: self.entered(before, 0.1) or phone.find("[name=meant]"), f"{target} wasn't heard")
        if self.watcher.token == before:
            made.taps += 1  # a warning is read, and the answer made all the same
            phone.tap(phone.find, "[name=meant]")
        if not self.entered(before, LONGEST):
            shown = phone.run("return document.querySelector('main').innerText")
            raise AssertionError(f"{question.prompt}: {target} wasn't entered:\n{shown}")
        made.seconds = monotonic() - began
        self.done.append(made)
        return True

    def entered(self, before: str, wait: float) -> bool:
        """Whether the save goes on within so many seconds."""
        end = monotonic() + wait
        while monotonic() < end:
            self.watcher.refresh()
            if self.watcher.token != before:
                return True
            sleep(0.01)
        return False

    def tap(self, phone: Screen, question: Question[Any], target: str, made: Taps) -> None:
        """Answer a question by taps, or by typing where nothing can be tapped."""
        if question.throw is not None and re.fullmatch(r"(roll )?[0-9 ]+", target):
            for face in re.findall(r"[0-9]+", target):
                phone.tap(phone.find, f'#faces [value="{face}"]')
                made.taps += 1
        elif question.default and question.by_enter() and recorded(question, question.default, QUIET) == target:
            until(lambda: phone.run("return Date.now() - fresh > LEAST"))  # the button alone takes the usual answer
        elif question.numbers is not None and abs(int(target) - int(question.default or 0)) <= MOST_STEPS_OF_A_NUMBER:
            steps = int(target) - int(question.default or 0)
            for _ in range(abs(steps)):
                phone.tap(phone.find, f'#count [value="{1 if steps > 0 else -1}"]')
                made.taps += 1
        elif path := way_to(question, target):
            for text in path[:-1]:
                phone.tap(phone.beginning, text)
                made.taps += 1
            phone.tap(phone.option, path[-1])
            made.taps += 1
        elif phone.option(target) is not None:
            if phone.folded(target) is not None:
                phone.tap(phone.folded, target)
                made.taps += 1
            phone.tap(phone.option, target)
            made.taps += 1
        elif question.in_parts and all(phone.option(part) is not None for part in target.split(", ")):
            for part in target.split(", "):
                phone.tap(phone.option, part)
                made.taps += 1
        elif all(phone.word(word) is not None for word in re.findall(r",|[^\s,]+", target)):
            for word in re.findall(r",|[^\s,]+", target):
                phone.tap(phone.word, word)
                made.taps += 1
        else:
            line = phone.find(".say [name=line]")
            line.send_keys(target)
            made.keys += len(target)
            self.typed.append(f"{question.prompt}: {target}")
        made.taps += 1
        phone.tap(phone.find, ".make")

    def undo(self) -> None:
        """Take back the last answer on the telephone of who gave it."""
        before = self.watcher.token
        for phone in self.screens:
            phone.go_to("/log")
            phone.tap(phone.find, "button[value=undo]")
            if self.entered(before, 0.5):
                return
        raise AssertionError("nobody could take it back")

    def lose_one(self) -> None:
        """Somebody who isn't asked loses the network while the next answer is given, and finds it again."""
        asked = self.watcher.question
        assert asked is not None
        lost = next(one for one in self.screens if one is not self.whose(asked))
        lost.network(there=False)
        self.answer()
        lost.network(there=True)

    def end(self, television: Screen) -> None:
        """Everybody looks at the score; the television says that the game is over, and the log is the example's."""
        made, log = ([step.answers for step in steps] for steps in (self.watcher.table.session.steps, self.wanted))
        assert made == log
        for phone in self.screens:
            phone.go_to("/log")
            until(partial(phone.find, "[href='/score']"))
            phone.tap(phone.find, "[href='/score']")
            assert phone.names[0] in phone.find("main").text
        television.here()
        until(lambda: "The game is over" in television.find("main").text)


def way_to(question: Question[Any], target: str, deep: int = 3) -> list[str]:
    """The options to be tapped one after the other for an answer; none where there is no such way."""
    options = question.grouped() or question.options()
    for option in options:
        more = option.more() if option.more is not None else None
        if more is None and recorded(question, option.text, QUIET) == target:
            return [option.text]
    for option in options if deep else ():
        more = option.more() if option.more is not None else None
        if more is not None and (rest := way_to(more, target, deep - 1)):
            return [option.text, *rest]
    return []


def seated(browser: Any, players: Sequence[str]) -> tuple[list[Screen], Screen]:
    """A telephone for each player, more that only watch, and a television."""
    seats = [[player] for player in players] + [[] for _ in range(PHONES - len(players))]
    return [Screen(browser, names) for names in seats], Screen(browser, (), TELEVISION)


def played(name: str, browser: Any, folder: Path) -> Evening:
    """A whole evening of a game, from the code to the score."""
    wanted = shipped(folder, name, 10_000).session.steps
    program = Program(shipped(folder, name, 0).path)
    watcher = SharedGame(games.load(name), folder / f"{name}.toml")
    phones, television = seated(browser, watcher.players)
    try:
        taps = sum(phone.join(program.address) for phone in (*phones, television))
        print(f"{name}: {len(watcher.players)} players, {len(phones)} telephones, a television: {taps} taps to join")
        evening = Evening(watcher, wanted, [phone for phone in phones if phone.names])
        while evening.answer():
            many = len(evening.done)
            if many == 30:
                evening.undo()
            elif many == 40:
                evening.lose_one()
            elif many == 50:
                program.end()
                program.begin()
        evening.end(television)
        return evening
    finally:
        program.end()
        for screen in (*phones, television):
            screen.close()


def told(evening: Evening) -> Iterator[str]:
    """The figures of an evening, in lines."""
    done = evening.done
    keys = sum(one.keys for one in done)
    yield f"  {len(done)} answers, {sum(one.taps for one in done)} taps; {len(evening.typed)} typed with {keys} keys"
    yield f"  from the first tap to the save: median {median(one.seconds for one in done):.2f} s"
    for key, many in Counter(one.key for one in done).most_common():
        some = [one for one in done if one.key == key]
        mean, letters = sum(one.taps for one in some) / many, sum(one.keys for one in some)
        yield f"  {key:<12}{many:>4} answers, {mean:.1f} taps each, {letters} keys"
    for stage in dict.fromkeys(one.at.rpartition(", ")[2] for one in done):
        turns: Counter[str] = Counter()
        for one in done:
            if one.at.rpartition(", ")[2] == stage:
                turns[one.at] += one.taps
        if len(turns) > 1:
            yield f"  {stage:<12}{len(turns):>4} times, {min(turns.values())} to {max(turns.values())} taps"


def main() -> None:
    """Play the games that are named, or all four, and print what they took."""
    browser = opened()
    try:
        for name in sys.argv[1:] or SCRIPTS:
            with tempfile.TemporaryDirectory() as folder:
                evening = played(name, browser, Path(folder))
                print("\n".join(told(evening)))
                for line in evening.typed:
                    print(f"    typed: {line}")
    finally:
        browser.quit()


if __name__ == "__main__":
    main()
