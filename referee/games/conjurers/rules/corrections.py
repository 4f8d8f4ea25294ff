"""Corrections by hand, which are logged: "adjust Anna food 7", "leave Bo" (A21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta
from msgspec.structs import replace

from referee.asking.question import Option, Question, choice
from referee.declaration.changes import GAINS, LOSES, PRESENT, Change, Holdings, seat_called, some_name
from referee.declaration.corrections import Ask, Corrections, correction
from referee.effects.phrases import Names
from referee.errors import Ambiguous, Illegal, Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.battle import moves
from referee.games.conjurers.battle.state import Battle, find_key
from referee.games.conjurers.cards.cards import read_card_name
from referee.games.conjurers.rules import card_pool, placing
from referee.games.conjurers.rules.card_pool import NOBODY, Context
from referee.games.conjurers.rules.contests import battles_wait, drop_if_empty
from referee.games.conjurers.rules.events import ButtonTaken, Claimed
from referee.games.conjurers.rules.spaces import space_named, unlocked_in, unused
from referee.games.conjurers.rules.state import COUNTERS, Figure, GameState, Player, Setup, open_mythologies
from referee.games.conjurers.tables import find_artifact
from referee.games.conjurers.typed_holdings import read_artifact
from referee.games.conjurers.vocabulary import Marker
from referee.text.names import and_list, by_key, find, fold
from referee.text.pattern import lazy_pattern

_BETWEEN = lazy_pattern(r"\s*[,:]\s*")
"""Separator of a new creature's name, its kind, and the rest of its card."""


@correction("{player}", verb="leave")
def put_out(context: Context, player: Annotated[str, PRESENT, Ask("Who leaves")]) -> None:
    """A player leaves the game; A21."""
    game, seat = context.state, seat_called(context.state, player)
    if len(game.present()) <= 2:
        raise Illegal("two players must remain", "A21")
    _step_back(context.setup, game)
    leaver = game.players[seat]  # whose cards go back to their piles
    leaver.left = True
    leaver.creatures, leaver.items, leaver.artifacts = [], [], []
    leaver.resources, leaver.food = {}, 0
    leaver.assistants = leaver.assistants[:1]
    game.mines = {mine: owner for mine, owner in game.mines.items() if owner != seat}
    for figures in (game.placed, game.agreed, game.figures, game.waiting):
        figures[:] = [figure for figure in figures if figure.player != seat]
    game.order = [other for other in game.order if other != seat]
    if game.stage == "placing" and game.next_seat == seat:
        game.next_seat = game.clockwise(seat + 1)[0]
    off = f"take the figures and control markers of {leaver.name} off the board"
    context.say(f"{leaver.name} has left: {off}.", "A21")
    if game.holder == seat:
        game.holder = game.clockwise(seat + 1)[0]
        context.emit(ButtonTaken(game.holder, seat, ("A21",)))


def _step_back(setup: Setup, game: GameState) -> None:
    """Undo the start of a waiting battle in which nothing was decided yet: its figure waits again.

    Raises Illegal in other battles: one that doesn't wait is a part of the action of its figure.
    """
    now = game.contest
    begun = now is not None and (now.tournament or now.guarded or now.battle is not None or not battles_wait(setup))
    if game.bouts or game.finished or begun:
        raise Illegal("a player leaves between two actions, not during a battle or a tournament", "A21")
    if now is not None:
        game.waiting.insert(0, Figure(now.attacker, now.figure, now.space))
        game.contest = None
        game.stage = "resolving"


@correction("button {player}")
def put_button(context: Context, player: Annotated[str, PRESENT, Ask("Who has it")]) -> None:
    """Who has the Initiative Button."""
    game = context.state
    game.holder = seat_called(game, player)
    if game.stage == "placing" and not game.placed:
        game.next_seat = game.holder


MINE = Names("mine", lambda context: list(tables.phases().mines))
OWNER = replace(PRESENT, also={NOBODY: NOBODY})


@correction("mine {mine} {owner}")
def put_mine(
    context: Context, mine: Annotated[str, MINE, Ask("Which mine")], owner: Annotated[str, OWNER, Ask("Whose is it")]
) -> None:
    """Whose a mine is; nobody's while it is closed (E3, E6)."""
    setup, game = context.setup, context.state
    if mine in unused(setup):
        raise Illegal(f"the {mine} is closed with {len(setup.players)} players", "E6")
    if owner == NOBODY:
        game.mines.pop(mine, None)
        return
    number = seat_called(game, owner)
    phase = unlocked_in(setup, space_named(setup, mine))
    if phase > game.phase:
        turn = tables.phases().phases[phase - 1].turns[0]
        raise Illegal(f"the {mine} is closed until turn {turn}; nobody controls it", "E3")
    game.mines[mine] = number


def _in_battle(context: Context) -> dict[str, int]:
    """Return the numbers of the known creatures of the battle under way, by name."""
    battle = context.state.battle
    if battle is None or not battle.turn:
        return {}
    return moves.claims_by_name({one.key: one.number for one in battle.fighters if not one.maybe}, battle)


FIGHTING = Names("creature in a slot, after the first turn of a battle,", _in_battle)


def _battle(context: Context) -> Battle:
    battle = context.state.battle
    assert battle is not None
    return battle


@correction(f"{moves.DAMAGE} {{creature}} {{number}}", between=True)
def put_damage(
    context: Context, creature: Annotated[int, FIGHTING], number: Annotated[int, Meta(ge=0, le=99)]
) -> None:
    """The damage on a creature in a battle."""
    moves.put_damage(_battle(context), creature, number)


@correction(f"{moves.SLOT} {{creature}} {{slot}}", between=True)
def put_slot(context: Context, creature: Annotated[int, FIGHTING], slot: Annotated[int, Meta(ge=1, le=3)]) -> None:
    """The slot in which a creature stands in a battle."""
    moves.put_slots(_battle(context), {creature: slot})


@correction(f"{moves.WORD} {{text}}", past=True)
def claim(context: Context, text: str) -> None:
    """What the table says of a battle, to be judged with it."""
    now = context.state.contest
    found = moves.after_turn(text, context.state.battle)
    if now is None or now.battle is None:
        return
    now.claims = {**now.claims, **found}
    for name, damage in moves.claims_by_name(found, now.battle).items():
        context.emit(Claimed(name, damage, find_key(name, now.battle.fighters).damage))


def _read_card(context: Context, seat: int, verb: str, text: str) -> tuple[str, str]:
    """Parse a kind of card, or an assistant, and its name; what is lost needs no kind."""
    kind, _, name = text.partition(" ")
    if verb == LOSES and fold(kind) not in KINDS:
        player = context.player(seat)
        piles = {one: player.assistants if one == "assistant" else getattr(player, f"{one}s") for one in KINDS}
        kind, name = next((one for one, held in piles.items() if fold(text) in map(fold, held)), ""), text
    if fold(kind) not in KINDS or not name.strip():
        raise Unreadable(
            f'can\'t read "{verb} {text}"; write it like {context.state.players[seat].name} {_example(context)}'
        )
    return fold(kind), name.strip()


def _move_card(context: Context, change: Change, source: str, rules: Sequence[str]) -> None:
    """Give or take a card or an assistant."""
    kind, name = change.card
    game, player = context.state, context.player(change.player)
    if kind == "assistant":
        _assistant(game, player, change.what, name, context.setup)
        return
    held: list[str] = getattr(player, f"{kind}s")
    if change.what == LOSES:
        held.remove(find(name, by_key(held, str), f"{kind} of {player.name}"))
        return
    card = READ[kind](context.setup, game, name)
    owner = next((p.name for p in game.players if fold(card) in map(fold, getattr(p, f"{kind}s"))), None)
    if kind == "creature" and game.contest is not None and fold(game.contest.guarded) == fold(card):
        raise Illegal(f"{card} is being fought for", "E11")
    if owner is not None:
        raise Illegal(f"{card} is {owner}'s; take it from there first", "E11")
    held.append(card)
    if card in game.gone:
        game.gone.remove(card)


def _example(context: Context) -> str:
    golem = f"Golem, {open_mythologies(context.setup)[0]} 3"
    return f"food 7, minus points 4, gains creature {golem}, or loses assistant worker"


def _assistant(game: GameState, player: Player, verb: str, name: str, setup: Setup) -> None:
    """Give or take an assistant; they are of different kinds, from one to three (pp. 8-9, 13; E2)."""
    kinds: dict[str, Marker] = {kind: kind for kind in (*tables.phases().assistants, *player.assistants)}
    kind, most = find(name, kinds, "assistant"), setup.most_assistants
    if verb == "gains":
        if player.has_kind(kind) and setup.assistant_kinds == "different":
            raise Illegal(f"{player.name} has a {kind} already; a player's assistants are of different kinds", "E2")
        if len(player.assistants) >= most:
            raise Illegal(f"{player.name} has {most} assistants already", "guild-house")
        player.add_assistant(kind)
        return
    if kind not in player.assistants:
        raise Unreadable(f"{player.name} has no {kind}, but a {and_list(player.assistants)}")
    if len(player.assistants) == 1:
        raise Illegal(f"the {kind} is {player.name}'s only assistant; every player has one from the start", "E2")
    number = game.players.index(player)
    now = game.contest
    if now is not None and (now.attacker, now.figure) == (number, kind):
        raise Illegal(f"{player.name}'s {kind} is fighting; end the battle first", "A19")
    player.assistants.remove(kind)
    for figures in (game.placed, game.agreed, game.figures, game.waiting):
        figures[:] = [figure for figure in figures if (figure.player, figure.kind) != (number, kind)]


def _creature(setup: Setup, game: GameState, text: str) -> str:
    """Parse a creature; a new one with its kind, or its whole card: "Golem, biblical 3, 9/3, flying"."""
    name, what, rest = (*_BETWEEN.split(text, maxsplit=2), "", "")[:3]
    if not what:
        return _find_known(setup, game, text)
    face = card_pool.known_face(setup, game, name)
    if face is None:
        face = card_pool.new_face(setup, game, read_card_name(name), fold(what))
        game.faces.append(face)
    elif fold(what) not in (kind := card_pool.kind_of(face), *(["1"] if face.level == 1 else [])):
        raise Illegal(f"{face.name} is {kind}, not {what.strip()}", "E11")
    if rest and card_pool.creature_card(setup, game, face.name) is not None:
        raise Unreadable(f"{face.name}'s card is known already; leave out {rest.strip()}")
    if rest:
        game.learnt_creatures.append(card_pool.read_card(face, rest, elements=setup.elements))
    return face.name


def _find_known(setup: Setup, game: GameState, name: str) -> str:
    """Find a known creature by name. Raises Illegal, or Unreadable that says how to write another."""
    known = card_pool.known_creatures(setup, game)
    try:
        face = known[fold(find(name, {key: face.name for key, face in known.items()}, "creature"))]
    except Ambiguous:
        raise
    except Unreadable as error:
        kind = f"{open_mythologies(setup)[0]} 3"
        raise Unreadable(f"{error}; say of a new one what it is: {name}, {kind} (or {name}, level 1)") from None
    if face.mythology is not UNSET:
        card_pool.verify_open(setup, face.name, face.mythology)
    return face.name


def _item(setup: Setup, game: GameState, text: str) -> str:
    """Parse a known item, or a new one."""
    known = by_key(card_pool.known_items(setup, game), str)
    if card_pool.unknown_items(setup, game) and not any(name.startswith(fold(text)) for name in known):
        return card_pool.read_new_item(text)
    return find(text, known, "item")


def _artifact(setup: Setup, game: GameState, text: str) -> str:
    """Parse an artifact of the rulebook that is in the game."""
    row = find_artifact(read_artifact(text), "correction")
    card_pool.verify_open(setup, row.name, row.mythology)
    return row.name


READ: Mapping[str, Callable[[Setup, GameState, str], str]] = {
    "creature": _creature,
    "item": _item,
    "artifact": _artifact,
}
KINDS = (*READ, "assistant")


def _ask_card(context: Context, verb: str, kind: str) -> Question[str]:
    """Return the question which card is gained or lost; assistants are listed."""
    if kind == "assistant":
        return choice("assistant", "Which", [Option(name) for name in tables.phases().assistants])
    new = kind == "creature" and verb == GAINS
    return some_name(f"a new one as Golem, {open_mythologies(context.setup)[0]} 3" if new else "")


def _settle(context: Context) -> None:
    """Let battles wait as agreed now (A1); go on if nothing is left to decide, as after a player has left (A21)."""
    placing.sort_battles(context)
    drop_if_empty(context)
    if context.state.stage == "placing":
        placing.pass_on(context, context.state.next_seat)
    elif context.state.stage == "resolving":
        placing.go_on(context)


def _canonical(setup: Setup, game: GameState) -> GameState:
    """Return a state in which the order of what a player has bought counts for nothing."""
    copy = game.copy()
    for player in copy.players:
        player.items.sort()
        player.artifacts.sort()
    return copy


CORRECTIONS: Corrections[Setup, GameState, Context] = Corrections(
    opened=Context,
    settle=_settle,
    canonical=_canonical,
    others=(put_mine, put_button, put_out, put_damage, put_slot, claim),
    holdings=Holdings(
        counters=COUNTERS,
        verify=lambda context, counter: context.verify_in_game(counter.name),
        example=_example,
        read_card=_read_card,
        move_card=_move_card,
        kinds=KINDS,
        ask_card=_ask_card,
    ),
)
