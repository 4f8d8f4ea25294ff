"""What a light table tells of a round, as it is typed and recorded: "fight 6/4 won", "artifact Royal Cape"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from referee.asking.meaning import is_no_name
from referee.asking.players import name_reader
from referee.asking.question import Option, Question
from referee.declaration.tracking import BATTLES, SCORE, wants_more
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.rules import ending
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.state import GameState
from referee.games.prophecy.tables import chance_cards, told_cards
from referee.games.prophecy.vocabulary import ARTIFACTS, Result
from referee.text.names import find, fold, keyed

Kind = Literal["end turn", "fight", "attack", "artifact", "out", "game over", "chance"]
END: Final = "end turn"
FIGHT: Final = "fight"
ATTACK: Final = "attack"
ARTIFACT: Final = "artifact"
OUT: Final = "out"
OVER: Final = "game over"
CHANCE: Final = "chance"
NOBODY = "nobody"
RESULTS: dict[str, Result] = {
    "won": "won", "win": "won", "wins": "won", "drawn": "drawn", "draw": "drawn", "tie": "drawn", "level": "drawn",
    "lost": "lost", "lose": "lost", "loses": "lost",
}  # fmt: skip
MOST_LIVES, MOST_TOTAL = 9, 99
TOTALS = re.compile(r"(\d{1,2}) ?(?:/|:|-|against|to|vs|,)? ?(\d{1,2})")
_LIVES = re.compile(r"(?:x ?(\d)|(\d) lives|(\d) rolls)")
_BETTER = re.compile(r"better(?: of two)?|prayer")


class Told(Struct, frozen=True):
    """What a table tells of a round.

    `seat` is who is attacked, takes an Artifact (-1 for nobody) or is out; `name` a Chance card or an Artifact. Of a
    fight both totals before the dice (-1 where they are asked for), lives, whether the better of two own dice counts,
    and the result, "" where dice are thrown.
    """

    kind: Kind
    name: str = ""
    seat: int = -1
    own: int = -1
    enemy: int = -1
    lives: int = 1
    better: bool = False
    result: Result | Literal[""] = ""


def question(quest: Quest) -> Question[Told]:
    """What happens in a round, or its end."""
    game, name = quest.game, quest.hero.name
    if game.known == SCORE:
        prompt, default = f"{name}'s round", END
    elif game.step == "chance":
        prompt, default = f"{name}'s round: which Chance card", ""
    else:
        drawn = f", or {_next_name(quest)}'s Chance card" if _next_draws(game) else ""
        prompt, default = f"{name}'s round goes on{drawn}", END
    more = " · everything is tracked from the next round on" if wants_more(game) else ""
    short = game.step == "turn" and game.known == BATTLES
    return Question(
        "turn", f"{prompt}{more}", lambda text: read(quest, text), options=lambda: list(_options(quest)),
        grouped=(lambda: list(_moves(quest))) if short else tuple, default=default or None,
        write=lambda told: write(quest, told), open=game.known == BATTLES,
        coins=lambda told: _new_artifact(quest, told),
        hint="" if game.known == SCORE else "like mountains, fight 6/4, attack PLAYER 6/4, artifact NAME",
    )  # fmt: skip


def _next_draws(game: GameState) -> bool:
    """Whether a Chance card begins the next round."""
    return game.phase == "normal" or (game.phase == "countdown" and game.decks["chance"].count > 0)


def _next_name(quest: Quest) -> str:
    return quest.name(ending.following(quest.game))


def _new_artifact(quest: Quest, told: Told) -> str:
    """The name of an Artifact that nobody has named yet."""
    known = map(fold, (*artifacts_out(quest.game), *named_artifacts(quest)))
    return told.name if told.kind == ARTIFACT and fold(told.name) not in known else ""


def _moves(quest: Quest) -> Iterator[Option]:
    """What can be told besides a Chance card."""
    game = quest.game
    yield Option(END)
    if game.known == SCORE:
        yield Option(OVER, detail="the Artifacts are counted")
        return
    yield Option(FIGHT, detail="with a Creature, like fight 6/4: own total, the enemy's; tells the chances")
    for seat in game.playing(game.active)[1:]:
        yield Option(f"{ATTACK} {quest.name(seat)}", detail="the same with both heroes' totals")
    yield Option(f"{ARTIFACT} ", label=f"{ARTIFACT} NAME", detail=f"{quest.hero.name} takes it; else: to PLAYER")
    yield Option(f"{OUT} ", label=f"{OUT} PLAYER", detail="leaves the game; no new hero")


def _options(quest: Quest) -> Iterator[Option]:
    game = quest.game
    cards = [Option(f"{CHANCE} {card.name}") for card in chance_cards().values()]
    if game.known == BATTLES and game.step == "chance":
        yield from cards
        return
    yield from (option for option in _moves(quest) if not option.label)
    if game.known == BATTLES and _next_draws(game):
        yield from cards


def read(quest: Quest, text: str) -> Told:
    """What is told of a round. Raises Unreadable or Illegal."""
    game, typed = quest.game, " ".join(text.split())
    verb, _, rest = typed.partition(" ")
    word = fold(verb)
    ends = {END: END, OVER: OVER} if game.known == SCORE else {END: END}
    if fold(typed) in (*ends, "end", "done", "next") or (game.known == SCORE and word not in (FIGHT, ATTACK)):
        return Told("game over" if find(typed, {**ends, "done": END, "next": END}, "answer") == OVER else END)
    if game.known == SCORE:
        raise Unreadable(f"fights aren't tracked in this game; write {END}, or {OVER}")
    if word in (FIGHT, "fights", "f") or TOTALS.match(fold(typed)):
        return _read_fight(typed if word[:1].isdigit() else rest)
    if word in (ATTACK, "attacks"):
        seat, rest = _begins_with_player(quest, rest)
        if seat == quest.seat:
            raise Illegal("nobody attacks themselves", "attack-heroes")
        return _read_fight(rest, seat)
    if word == OUT:
        seat, rest = _begins_with_player(quest, rest)
        if rest:
            raise Unreadable(f'can\'t read "{rest}" after {OUT} {quest.name(seat)}')
        return Told("out", seat=seat)
    if (told := _read_artifact(quest, typed)) is not None:
        return told
    return _read_chance(quest, typed)


def _read_fight(text: str, foe: int = -1) -> Told:
    """The totals of a fight and what else is told of it: "6/4 3 lives better won"; nothing asks for the totals."""
    kind: Literal["fight", "attack"] = FIGHT if foe < 0 else ATTACK
    own = enemy = -1
    rest = fold(text)
    if (match := TOTALS.match(rest)) is not None:
        own, enemy, rest = int(match[1]), int(match[2]), rest[match.end() :]
    lives, better = 1, False
    result: Result | Literal[""] = ""
    if (found := _LIVES.search(rest)) is not None:
        lives = int(next(filter(None, found.groups())))
        rest = rest[: found.start()] + rest[found.end() :]
    if (found := _BETTER.search(rest)) is not None:
        better, rest = True, rest[: found.start()] + rest[found.end() :]
    for word in rest.replace(",", " ").split():
        if word not in RESULTS:
            example = f"{kind} 6/4" if foe < 0 else f"{kind} PLAYER 6/4"
            raise Unreadable(f'can\'t read "{word}"; write like {example}, {example} 3 lives, or {example} won')
        result = RESULTS[word]
    if not 1 <= lives <= MOST_LIVES:
        raise Unreadable(f"a Creature has 1 to {MOST_LIVES} lives, not {lives}")
    return Told(kind, "", foe, own, enemy, lives, better, result)


def _begins_with_player(quest: Quest, text: str) -> tuple[int, str]:
    """The player with whose name a text begins, who is in the game, and the rest. Raises Unreadable."""
    for seat in quest.game.playing():
        if f"{fold(text)} ".startswith(f"{fold(quest.name(seat))} "):
            return seat, text[len(quest.name(seat)) :].strip()
    first, _, rest = text.partition(" ")
    names = {fold(quest.name(seat)): quest.name(seat) for seat in quest.game.playing()}
    name = find(first, names, "player in the game", listing=5)
    return next(seat for seat in quest.game.playing() if quest.name(seat) == name), rest.strip()


def _read_artifact(quest: Quest, typed: str) -> Told | None:
    """Who takes which Artifact: "artifact Royal Cape", "artifact Royal Cape to Bo", "Bo takes Royal Cape"."""
    verb, _, rest = typed.partition(" ")
    seat = quest.seat
    if fold(verb) not in (ARTIFACT, "artefact", "takes", "take"):
        match = re.fullmatch(r"(.+?) (?:takes?|gets?|artifact) (.+)", typed, re.IGNORECASE)
        if match is None:
            return None
        seat, more = _begins_with_player(quest, match[1])
        if more:
            raise Unreadable(f'no player is called "{match[1]}"')
        rest = match[2]
    if (match := re.fullmatch(r"(.+) to (\S.*)", rest, re.IGNORECASE)) is not None:
        rest = match[1]
        if fold(match[2]) == NOBODY:
            seat = -1
        else:
            seat, _ = _begins_with_player(quest, match[2])
    if not rest:
        raise Unreadable(f"write which Artifact, like {ARTIFACT} Royal Cape")
    name = read_artifact(quest, rest)
    if seat >= 0 and name in quest.game.players[seat].artifacts:
        raise Illegal(f"{quest.name(seat)} has {name} already", "artifacts")
    return Told(ARTIFACT, name, seat)


def _read_chance(quest: Quest, typed: str) -> Told:
    """A Chance card that the rulebook names, or another one behind the word "chance"."""
    game = quest.game
    named = re.fullmatch(f"{CHANCE} (.+)", typed, re.IGNORECASE)
    cards = {key: card.name for key, card in chance_cards().items()}
    try:
        name = find(named[1] if named else typed, cards, "Chance card")
    except Unreadable as error:
        if named is None or "did you mean" in str(error) or is_no_name(named[1]):
            raise Unreadable(f"{error}; of another one write {CHANCE} NAME") from None
        name = name_reader("card", {})(named[1])
    if not _next_draws(game):
        raise Illegal("no Chance card is drawn any more", "final-battle" if game.phase == "final battle" else "P60")
    return Told(CHANCE, name)


def write(quest: Quest, told: Told) -> str:
    """What was told, as it is recorded."""
    match told.kind:
        case "chance":
            return f"{CHANCE} {told.name}"
        case "artifact":
            return f"{ARTIFACT} {told.name} to {NOBODY if told.seat < 0 else quest.name(told.seat)}"
        case "out":
            return f"{OUT} {quest.name(told.seat)}"
        case "fight" | "attack":
            totals = f"{told.own}/{told.enemy}" if told.own >= 0 else ""
            lives = f"{told.lives} lives" if told.lives > 1 else ""
            whom = quest.name(told.seat) if told.kind == ATTACK else ""
            return " ".join(filter(None, (told.kind, whom, totals, lives, "better" * told.better, told.result)))
        case _:
            return told.kind


# --- Artifacts --------------------------------------------------------------------------------------


def artifacts_out(game: GameState) -> list[str]:
    """The Artifacts that are out of the planes."""
    return [*(name for hero in game.players for name in hero.artifacts), *game.aside]


def read_artifact(quest: Quest, text: str) -> str:
    """An Artifact by its name; a new one is a name that no other card or word has. Raises Unreadable or Illegal."""
    there = artifacts_out(quest.game)
    known = keyed([*there, *named_artifacts(quest)], str)
    typed = " ".join(text.split())
    starting = [name for name in known if typed and name.startswith(fold(typed))]
    if fold(typed) in known or starting:
        name = find(typed, known, "Artifact")
    else:
        name = name_reader("Artifact", {})(typed)
        if is_no_name(name) or fold(name).partition(" ")[0] in (FIGHT, ATTACK, ARTIFACT, OUT, CHANCE, "roll"):
            raise Unreadable(f'"{typed}" can\'t be the name of an Artifact; write like {ARTIFACT} Royal Cape')
    if name not in there and len(there) >= ARTIFACTS:
        raise Illegal(f"all {ARTIFACTS} Artifacts are out: {', '.join(there)}", "what-is-in-box")
    return name


def named_artifacts(quest: Quest) -> list[str]:
    """The Artifacts that the rulebook names, and those that the table has typed."""
    told = (card.name for card in told_cards().values() if card.line.partition(":")[2].strip().startswith("artifact"))
    cards = (card.name for card in (*quest.setup.cards, *quest.game.learnt) if card.kind == "artifact")
    return list(dict.fromkeys([*told, *cards]))
