"""A round of which only what people forget is tracked: the Chance card, fights, Artifacts, limits, whose it is.

The table does the rest with the pieces. Where the score alone is tracked, only whose round it is; the Artifacts are
counted at the end then.
"""

from __future__ import annotations

from referee.asking.dice import read_roll
from referee.asking.question import Option, Procedure, Question, Throw
from referee.declaration.tracking import BATTLES, EVERYTHING, SCORE, wants_more
from referee.errors import Unreadable
from referee.games.prophecy.odds import leads
from referee.games.prophecy.rules import chance, ending, telling
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.deaths import hands_over, put_out
from referee.games.prophecy.rules.events import (
    AllCounted,
    ArtifactTold,
    ChanceTold,
    FightTold,
    PhaseBegan,
    RollTold,
    RoundEnded,
    Stopped,
)
from referee.games.prophecy.rules.state import GameState
from referee.games.prophecy.rules.telling import Told
from referee.games.prophecy.tables import numbers
from referee.games.prophecy.vocabulary import ARTIFACTS, FACES, Result
from referee.text.names import find, fold, keyed


def lighten(game: GameState) -> None:
    """Let go of what a light table doesn't keep. Raises Unreadable after the end."""
    if game.over:
        raise Unreadable("what is tracked can't be changed now: the game is over")
    game.step = "chance" if game.step in ("round", "chance") else "turn"
    game.decks = {"chance": game.decks["chance"]} if game.phase == "countdown" else {}
    lying = [name for space in game.spaces for name in space.artifacts]
    game.aside = [*lying, *(name for plane in game.planes for name in plane.left)]
    game.spaces, game.planes, game.unused, game.eliminated = [], [], [], []
    game.attacking, game.moves, game.joined, game.extra, game.turn = -1, 1, False, [], 1
    for hero in game.players:
        hero.hero, hero.space, hero.lodging, hero.sex = "", 0, False, ""
        hero.items, hero.damaged, hero.abilities, hero.bonuses, hero.marks, hero.cast = [], [], [], [], [], []
        hero.status = "playing" if hero.status == "dead" else hero.status
        hero.artifacts = [] if game.tracking == SCORE else hero.artifacts
    if game.tracking == SCORE:
        game.aside, game.phase = [], "normal"


def turn(quest: Quest) -> Procedure[None]:
    """One thing that the table tells of a round, or its end."""
    game = quest.game
    if game.step == "round end":  # whose round it was is out
        yield from ()
        _next_round(quest)
        return
    told: Told = yield telling.question(quest)
    match told.kind:
        case "end turn":
            _end_round(quest)
        case "game over":
            game.over = True
            quest.emit(Stopped())
        case "chance":
            if game.step == "turn":
                _end_round(quest)
            if not game.over:
                _chance(quest, told.name)
        case "fight" | "attack":
            yield from _fight(quest, told)
        case "artifact":
            hand_artifact(quest, told.name, told.seat)
        case "out":
            _put_aside(game, told.seat)
            put_out(quest, told.seat, "told by the table", ("death", "P48"))
    yield from ending.settle(quest)


# --- rounds -----------------------------------------------------------------------------------------


def _end_round(quest: Quest) -> None:
    """The end of a round: the limits are told; in the countdown and after it the next Chance card counts."""
    if quest.game.known == BATTLES:
        most = numbers().limits
        quest.emit(RoundEnded(quest.seat, most.gold, most.experience, most.items, most.abilities))
    _next_round(quest)


def _next_round(quest: Quest) -> None:
    game = quest.game
    ending.next_round(quest)
    game.step = "chance" if game.phase in ("normal", "countdown") and game.known == BATTLES else "turn"
    if game.phase == "countdown" and not game.decks["chance"].count:
        game.phase, game.step = "apocalypse", "turn"
        quest.emit(PhaseBegan("The Apocalypse begins.", ("end-of-world", "P60")))
    if game.phase == "apocalypse":
        lost = numbers().apocalypse
        says = f"The Apocalypse: every hero loses {lost.health} Health and {lost.magic} Magic now."
        quest.emit(PhaseBegan(says, ("apocalypse", "P60")))


def _chance(quest: Quest, name: str) -> None:
    """A Chance card: what it does is told, and the table does it."""
    game = quest.game
    if (pack := game.decks.get("chance")) is not None:
        pack.count -= 1
    game.step = "turn"
    says, rules = chance.told_of(name, quest.hero.name)
    quest.emit(ChanceTold(quest.seat, name, says, rules, None if pack is None else pack.count))


# --- fights -----------------------------------------------------------------------------------------


def _fight(quest: Quest, told: Told) -> Procedure[None]:
    """A fight by both totals before the dice, or by its outcome, and what follows by the rules."""
    seat, foe = quest.seat, told.seat if told.kind == telling.ATTACK else -1
    result: Result = told.result or (yield from _rolled(quest, told, foe))
    late = foe >= 0 and hands_over(quest.setup, quest.game)
    quest.emit(FightTold(seat, result, foe, late))
    if late and result != "drawn":
        winner, loser = (seat, foe) if result == "won" else (foe, seat)
        if quest.game.players[loser].artifacts:
            name = yield _handed_question(quest, loser)
            hand_artifact(quest, name, winner)


def _rolled(quest: Quest, told: Told, foe: int) -> Procedure[Result]:
    """The rolls of a fight, until one isn't won or all are; the table may say how it ended instead."""
    own, enemy = (told.own, told.enemy) if told.own >= 0 else (yield _totals_question(quest, foe))
    for left in range(told.lives, 0, -1):
        thrown: tuple[int, ...] | Result = yield _roll_question(quest, foe, own, enemy, left, better=told.better)
        if isinstance(thrown, str):
            return thrown
        *mine, its = thrown
        result = leads.result(own + max(mine), enemy + its)
        quest.emit(RollTold(quest.seat, own, max(mine), enemy, its, result, foe, thrown))
        if result != "won":
            return result
    return "won"


def _totals_question(quest: Quest, foe: int) -> Question[tuple[int, int]]:
    against = "the enemy" if foe < 0 else quest.name(foe)

    def parse(text: str) -> tuple[int, int]:
        if (match := telling.TOTALS.fullmatch(fold(text))) is None:
            raise Unreadable(f'can\'t read "{text}"; write both totals before the dice, like 6/4')
        return int(match[1]), int(match[2])

    return Question(
        "totals", f"{quest.hero.name}'s total and that of {against}, before the dice", parse, hint="like 6/4",
        write=lambda totals: "/".join(map(str, totals)), who=quest.hero.name,
    )  # fmt: skip


def _roll_question(
    quest: Quest, foe: int, own: int, enemy: int, lives: int, *, better: bool
) -> Question[tuple[int, ...] | Result]:
    """The dice of a roll, own die first, or how the fight ended; the prompt tells the chances."""
    count = 3 if better else 2
    against = "" if foe < 0 else f" {quest.name(foe)}"
    chances = leads.chances(own - enemy, ("better",) if better else (), lives=lives)
    more = f", {lives} to win" if lives > 1 else ""

    def parse(text: str) -> tuple[int, ...] | Result:
        words = fold(text)
        if words in telling.RESULTS:
            return telling.RESULTS[words]
        dice = read_roll(words.removeprefix("roll ").replace("+", " "), count, FACES)
        if len(dice) != count:
            raise Unreadable(f"write what each of the {count} dice shows, own first, like {_example(better)}")
        return dice

    return Question(
        "roll", f"{quest.hero.name} {own} : {enemy}{against}{more} ({chances.told})", parse, who=quest.hero.name,
        options=lambda: [Option(word, detail="the whole fight") for word in ("won", "drawn", "lost")],
        hint=f"the dice, own first, like {_example(better)}; or won, drawn, lost", open=True,
        write=lambda value: value if isinstance(value, str) else " ".join(map(str, value)),
        throw=Throw(count, FACES),
    )  # fmt: skip


def _example(better: bool) -> str:
    return "3 5 2 (both own dice)" if better else "4 2"


def _handed_question(quest: Quest, loser: int) -> Question[str]:
    """Which Artifact a beaten hero hands over (P56)."""
    names = quest.game.players[loser].artifacts
    return Question(
        "artifact", f"{quest.name(loser)} hands over which Artifact",
        lambda text: find(text, keyed(names, str), "Artifact there", listing=ARTIFACTS), who=quest.name(loser),
        options=lambda: [Option(name) for name in names], write=str,
        forced=lambda: names[0] if len(names) == 1 else None,
    )  # fmt: skip


# --- Artifacts --------------------------------------------------------------------------------------


def hand_artifact(quest: Quest, name: str, seat: int) -> None:
    """An Artifact goes to a hero, or to nobody: it lies where a hero died."""
    game = quest.game
    before = next((hero.name for hero in game.players if name in hero.artifacts), "")
    for pile in (*(hero.artifacts for hero in game.players), game.aside):
        if name in pile:
            pile.remove(name)
    if seat < 0:
        game.aside.append(name)
    else:
        game.players[seat].artifacts.append(name)
        if not before:
            game.collector = seat
    quest.emit(ArtifactTold(seat, name, before))


def _put_aside(game: GameState, seat: int) -> None:
    """The Artifacts of who is out lie on the board (P46)."""
    hero = game.players[seat]
    game.aside += hero.artifacts
    hero.artifacts = []


# --- the count --------------------------------------------------------------------------------------


def count(quest: Quest) -> Procedure[None]:
    """Ask for what isn't known: the Artifacts where only the score is tracked, all else before more is tracked."""
    game = quest.game
    if game.known == SCORE:
        for seat in range(len(game.players)):
            game.players[seat].artifacts = yield _held_question(quest, seat)
    if game.over:
        if wants_more(game):  # there is no round left of which more could be tracked
            game.tracking = game.known
        if game.known == SCORE:
            game.won = ending.winners(quest.setup, game)
        game.known = EVERYTHING
        quest.emit(AllCounted())
        return
    if game.tracking == EVERYTHING:
        from referee.games.prophecy.rules import catching_up  # rarely wanted

        yield from catching_up.ask(quest)
    game.known = game.tracking


def _held_question(quest: Quest, seat: int) -> Question[list[str]]:
    def parse(text: str) -> list[str]:
        if fold(text) in ("", "none", "-", "0"):
            return []
        found = list(dict.fromkeys(telling.read_artifact(quest, part) for part in text.split(",")))
        if taken := next((name for name in found if name in telling.artifacts_out(quest.game)), ""):
            raise Unreadable(f"{taken} is somebody else's already")
        if len(telling.artifacts_out(quest.game)) + len(found) > ARTIFACTS:
            raise Unreadable(f"there are {ARTIFACTS} Artifacts in all")
        return found

    known = keyed(telling.named_artifacts(quest), str)
    return Question(
        "artifacts", f"{quest.name(seat)}'s Artifacts", parse, default="none", hint="names, commas between",
        write=lambda found: ", ".join(found) or "none",
        coins=lambda found: ", ".join(name for name in found if fold(name) not in known),
    )  # fmt: skip
