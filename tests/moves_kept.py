"""How everything that can be typed is read, kept and compared: before and after the notation of moves is changed.

    python -m tests.moves_kept write FILE [GAMES] [60]   play the shipped scripts and random games; keep what is read
    python -m tests.moves_kept check FILE [GAMES]        answer the same again; print what is read otherwise

Texts are what is listed or closed, the answer given, and variants of these: beginnings, slips, other letter case,
words too many, what other questions take. Of each text the recorded answer is kept, or the error, its rule and words.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from referee import games
from referee.asking.question import Question
from referee.errors import Illegal, RefereeError
from referee.files.files import read_toml
from referee.play.notation import Step
from referee.play.session import Session
from referee.saves.save import OpenSave
from tests.old_saves import run

TESTS = Path(__file__).parent
Answering = Callable[[Session[Any]], str]
MOST = 250
"""So many answers of each game."""
TRIED = 14
"""So many texts are tried at each question."""

ODD = ("", "nonsense", "done", "end turn", "pass", "none", "1", "99", "fight 6/4 won", "attack Bo", "yes", "use")
LIGHT = {
    "prophecy": """
        fight 6/4 won | fight 6/4 | 6 4 | fight 5/3 2 lives better lost | attack Bo 6/4 lost | attack bo | 4 2 |
        artifact Royal Cape | Cleo takes Royal Cape | artifact Amber Crown to nobody | out cleo | mountains | chance
        New Thing | peaceful times | end turn | won | 3 5 2 | fight 6/4 wn | out nobody | x""",
    "enchanters": """
        6/3 | 4/3 | fight 6/4 | fight 5 4 | wounds 2 | Bo wounds +1 | end turn | won | lost""",
    "mythic": """
        Ash Runner | activate Ash Runner | attack Ash Runner 5/7 | claim | absorb | claim greek | end turn | Ash
        Runner attacks Reed Archers 6/8 | pass | done | recall | attack 5/7 wounds 2 | 3 4 5 1 0 | 2 2 2 | lift 4 by 1
        | recruit Ash Runner | Ash Runner destroyed | wounds 2 | hero 3, greek, 3 cards, art 1, close combat,
        mobility; 5-3 6/7/0/2, 2-1 5/7/0/2 | god 6, greek, 4 cards, art 2; 9-5 7/9/1/2, 4-1 6/8/1/2 | Reed Archers 2 |
        greek | Bo claim | Ash Runner wounds 2 | Ash Runner attack Reed Archers 6/8 won""",
    "conjurers": """
        end turn | Anna wins duel | duel Anna Bo won by Anna | Anna beat Bo | -2 Bo | Bo short 2 | button Bo | Bo
        minus 2 | norse Bo Golem | Anna wins norse | referee duel Anna Bo | none | done | 0 | 2 1 | egyptian 3 | 9/3,
        fire | 9/3 | greek 3 | norse 3 | none | duel Anna Wolf Bo Sphinx | Bo 2 | norse Anna | button anna, Bo -2""",
}
"""What is said at light tables, parted by bars."""


def start_of(game: str, seed: int) -> tuple[Session[Any], Answering]:
    """A game before its first question, and who answers; every third game is told to a light table."""
    light = seed % 3 == 2
    tracking: dict[str, Any] = {"tracking": "battles" if seed % 6 == 2 else "score"} if light else {}
    chance = random.Random(seed)
    if game == "conjurers":
        from tests.conjurers import random_play as conjurers

        setup = _conjurers(conjurers, chance, tracking)
        table: Any = conjurers.Start(setup, 1).table(seed)
        played: Session[Any] = conjurers.session(setup)
    elif game == "enchanters":
        import msgspec

        from tests.enchanters import quests
        from tests.enchanters import random_play as enchanters

        start = enchanters.make_start(
            2 + seed % 4,
            invasion=chance.choice(["standard", "fast"]),
            draws="table" if seed % 2 else "program",
            seed=seed,
            known=bool(seed % 5),
        )
        start.setup = msgspec.structs.replace(start.setup, **tracking)
        table, played = enchanters.Table(start, chance), quests.session(start.setup)
    elif game == "prophecy":
        from referee.games.prophecy.rules.state import Setup
        from tests.prophecy.games import PLAYERS, session
        from tests.prophecy.test_random_games import table as prophecy

        table = prophecy(seed)
        setup = Setup(players=PLAYERS[: 2 + seed % 4], **tracking) if light else table.setup
        played = session(setup, strong=table.strong and not light)
    else:
        from tests.mythic.games import session as begun
        from tests.mythic.test_game_random import table as mythic

        table = mythic(seed, **tracking)
        played = begun(table.setup)
    return played, (lambda session: _said(game, session, chance)) if light else table.answer


def _conjurers(module: Any, chance: random.Random, tracking: dict[str, Any]) -> Any:
    count = chance.randint(2, 4)
    locked = chance.sample(module.MYTHOLOGIES, module.tables.players().setups[count].locked)
    ones = chance.sample(sorted(card.name for card in module.BOX.creatures.values() if card.level == 1), 3 * count)
    return module.Setup(
        players=tuple(module.Seat(name, "red", chance.choice(module.KINDS)) for name in module.NAMES[:count]),
        start=0,
        seed=chance.randint(0, 999),
        dice=chance.choice(module.DICE),
        draws=chance.choice(module.DRAWS),
        elements=chance.random() < 0.5,
        morale=chance.random() < 0.5,
        tournament=count == 4 and chance.random() < 0.5,
        battles_last=chance.choice(("auto", "always", "never")),
        locked=tuple(locked),
        dealt=tuple(tuple(ones[3 * seat : 3 * seat + 3]) for seat in range(count)),
        **module.BOX.part(chance.choice((0.5, 1)), chance),
        **tracking,
    )


def _said(game: str, played: Session[Any], chance: random.Random) -> str:
    """Something that a light table says and that is read now."""
    question = played.question
    assert question is not None
    texts = [*_texts(question.options()), *light_texts(game), *([question.default] if question.default else [])]
    texts = chance.sample(texts, len(texts))
    for text in sorted(texts, key=lambda text: text.startswith(("game over", "out "))):  # what ends it comes last
        try:
            question.parse(text)
        except RefereeError:
            continue
        return text
    raise RefereeError(f"nothing is known to answer {question.prompt}")


def light_texts(game: str) -> list[str]:
    """What is said at light tables of a game."""
    return [" ".join(text.split()) for text in LIGHT[game].split(" | ")]


def _texts(options: Any) -> list[str]:
    return [option.text for option in options]


def variants(texts: list[str], chance: random.Random) -> Iterator[str]:
    """Other ways to type some of the texts, good and bad."""
    for text in texts:
        words = text.split()
        at = chance.randrange(len(text)) if text else 0
        yield chance.choice(
            (
                text.upper(),
                " ".join(words[:1]),
                " ".join(words[:-1]),
                " ".join(words[1:]),
                f"{text} x",
                f"  {text} ",
                text[:at] + text[at + 1 :],
                text[:at] + "q" + text[at:],
                text.replace(" ", "  "),
                text[: at + 1],
                f"{text} with {text}",
                text.replace("with", "and"),
                text.replace(", ", ","),
                " ".join(reversed(words)),
            )
        )


def observed(question: Question[Any], texts: list[str]) -> dict[str, Any]:
    """What there is to see of a question, and what it makes of each text."""

    def shown(options: Any) -> list[list[str]]:
        return [[one.text, one.shown, one.detail, one.rule] for one in options]

    return {
        "key": question.key,
        "prompt": question.prompt,
        "who": question.who,
        "default": question.default,
        "options": shown(question.options()),
        "closed": sorted(shown(question.closed())),
        "read": {text: read(question, text) for text in texts},
    }


def read(question: Question[Any], text: str) -> list[str]:
    """How a text is recorded, or what it is refused with."""
    try:
        return ["ok", question.record(question.parse(text), text)]
    except Illegal as error:
        return ["illegal", error.ruling, str(error)]
    except RefereeError as error:
        return ["unreadable", str(error)]


def _tried(question: Question[Any], text: str, game: str, chance: random.Random, *, light: bool) -> list[str]:
    """The texts that are tried at a question."""
    known = [*_texts(question.options()), *_texts(question.closed()), text, *(() if light else ODD[:4])]
    texts = chance.sample(known, min(TRIED // 2, len(known)))
    texts += [*variants(texts, chance), chance.choice(ODD), *chance.sample(light_texts(game), 5 if light else 2)]
    return list(dict.fromkeys([text, *texts]))


def games_of(game: str, many: int) -> Iterator[dict[str, Any]]:
    """Random games, each with its answers and what was observed before each."""
    for seed in range(many):
        played, answer = start_of(game, seed)
        chance = random.Random(f"{seed}/texts")
        answers: list[str] = []
        seen: list[dict[str, Any]] = []
        while played.question is not None and len(answers) < MOST:
            try:
                text = answer(played)
            except RefereeError:
                break
            seen.append(observed(played.question, _tried(played.question, text, game, chance, light=seed % 3 == 2)))
            answers.append(text)
            try:
                played.answer(text)
            except Illegal:
                continue
            except RefereeError:  # what is offered where no card is left
                break
        yield {"game": game, "seed": seed, "answers": answers, "seen": seen}


SCRIPTS = (*sorted(TESTS.parent.glob("examples/**/*.moves")), *sorted(TESTS.glob("*/games/*.moves")))


def script_of(path: Path) -> tuple[str, Session[Any], list[Step]]:
    """A script's game before its first decision, and its steps."""
    with tempfile.TemporaryDirectory() as folder:
        save = Path(folder) / "kept.toml"
        result = run("do", save, "--from", path, "--brief")
        if result.exit_code:
            raise ValueError(f"{path}: {result.stderr}")
        game = read_toml(save)["game"]
        kept: OpenSave[Any] = OpenSave(games.load(game), save)
        steps = list(kept.session.steps)
        return (
            game,
            Session(kept.session.game, kept.session.state_before(1), corrector=kept.session.corrector, forcing=False),
            steps,
        )


def observed_script(path: Path, kept: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """What is observed before each answer of a script; of the kept texts, or of new ones."""
    game, played, steps = script_of(path)
    chance = random.Random(path.name)
    seen: list[dict[str, Any]] = []
    for step in steps:
        for answer in step.answers:
            question = played.question
            if question is None:
                break
            if kept is None:
                texts = _tried(question, answer.text, game, chance, light=False)
            else:
                texts = list(kept[len(seen)]["read"]) if len(seen) < len(kept) else []
            seen.append(observed(question, texts))
            played.give(answer.text)
        if not step.answers:
            played.repeat(step)
    return {"game": game, "script": str(path.relative_to(TESTS.parent)), "seen": seen}


def write(path: Path, games: list[str], many: int) -> None:
    """Keep the scripts and random games of each game."""
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for script in SCRIPTS:
            if (one := observed_script(script))["game"] in games:
                file.write(json.dumps(one) + "\n")
        for game in games:
            for one in games_of(game, many):
                file.write(json.dumps(one) + "\n")


class Differences:
    """What is otherwise now, by kinds, with a few places of each."""

    def __init__(self, shown: int = 12) -> None:
        self.found: Counter[str] = Counter()
        self._shown = shown
        self._places: dict[str, list[str]] = {}

    def note(self, kind: str, where: str) -> None:
        """Something is otherwise."""
        self.found[kind] += 1
        if len(self._places.setdefault(kind, [])) < self._shown:
            self._places[kind].append(where)

    def compare(self, where: str, was: dict[str, Any], now: dict[str, Any]) -> None:
        """Note what a question shows and reads otherwise."""
        for field in ("key", "prompt", "who", "default", "options", "closed"):
            if was[field] == now[field]:
                continue
            if field in ("options", "closed"):
                gone = [one for one in was[field] if one not in now[field]]
                new = [one for one in now[field] if one not in was[field]]
                self.note(f"{field} differ", f"{where}: was {gone!r}, now {new!r}")
            else:
                self.note(f"{field} differ", f"{where}: was {was[field]!r}, now {now[field]!r}")
        for typed, before in was["read"].items():
            self.found["texts"] += 1
            _compare(self.note, where, typed, before, now["read"][typed])

    def show(self) -> None:
        """Print all of it."""
        for kind, many in sorted(self.found.items()):
            print(f"{many:8} {kind}")
            for where in self._places.get(kind, ()):
                print(f"           {where[:600]}")


def check(path: Path, only: list[str]) -> int:
    """Answer what was kept again and print what is otherwise; how many kinds of that there are."""
    differences = Differences()
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            kept = json.loads(line)
            if only and kept["game"] not in only:
                continue
            if "script" in kept:
                again = json.loads(json.dumps(observed_script(TESTS.parent / kept["script"], kept["seen"])))
                for number, (was, now) in enumerate(zip(kept["seen"], again["seen"], strict=False)):
                    differences.compare(f"{kept['script']} answer {number} ({was['key']})", was, now)
                if len(kept["seen"]) != len(again["seen"]):
                    differences.note("ANOTHER NUMBER OF ANSWERS", kept["script"])
            else:
                _check_game(kept, differences)
    differences.show()
    return len(differences.found) - 1


def _check_game(kept: dict[str, Any], differences: Differences) -> None:
    played, _ = start_of(kept["game"], kept["seed"])
    for number, (text, was) in enumerate(zip(kept["answers"], kept["seen"], strict=True)):
        where = f"{kept['game']} seed {kept['seed']} answer {number} ({was['key']})"
        if played.question is None:
            differences.note("GAME ENDS EARLY", where)
            return
        differences.compare(where, was, json.loads(json.dumps(observed(played.question, list(was["read"])))))
        try:
            played.answer(text)
        except Illegal:
            continue
        except RefereeError as error:
            if number + 1 < len(kept["answers"]):
                differences.note("ANSWER REFUSED", f"{where}: {text!r}: {error}")
            return


def _compare(note: Callable[[str, str], None], where: str, typed: str, was: list[str], now: list[str]) -> None:
    if was == now:
        return
    more = f"{where}: {typed!r}: was {was}, now {now}"
    if was[0] == now[0] == "ok":
        note("RECORDED OTHERWISE", more)
    elif was[0] == "ok":
        note("READ NO MORE", more)
    elif now[0] == "ok":
        note("read now", more)
    elif was[0] != now[0]:
        note(f"{was[0]} is {now[0]}", more)
    elif was[:-1] != now[:-1]:
        note("another rule", more)
    else:
        note("other words", more)


def main() -> None:
    """Write or check."""
    what, path, *rest = sys.argv[1:]
    many = int(rest.pop()) if rest and rest[-1].isdecimal() else 60
    if what == "write":
        write(Path(path), rest or ["conjurers", "enchanters", "prophecy", "mythic"], many)
    else:
        sys.exit(check(Path(path), rest) > 0)


if __name__ == "__main__":
    main()
