"""The present game in lines and as a board: village, track, and each player's numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.table import Table
from rich.text import Text

from referee.cards.fields import find_card
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Lower, When, rules_of
from referee.games.enchanters.rules import context
from referee.games.enchanters.rules.state import COUNTERS, GameState, Player, Setup, village_of
from referee.games.enchanters.scores import score
from referee.games.enchanters.screens.cards import powers_in_words
from referee.games.enchanters.vocabulary import PILES, crystals
from referee.text.grammar import unbroken
from referee.text.menu import ALWAYS, DrawnForm, Part, blank, show_fitting
from referee.text.names import printed
from referee.text.screen import Screen, columns

ROOM = 13
"""Rows, besides one per player, below which the village, the graveyard and the top trophies are left out."""


def show_status(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show whose turn it is, the village if there is room, the track, and each player's numbers."""
    whose = "the end" if game.over else f"turn {game.turn} · {game.players[game.active].name}"
    screen.line(f"{whose[0].upper()}{whose[1:]} · {game.deck} in the adventure deck", style="bold")
    brief = screen.room_left < ROOM + len(game.players)
    show_table(setup, game, screen, brief=brief)
    show_numbers(setup, game, screen, brief=brief)


def show_table(setup: Setup, game: GameState, screen: Screen, *, brief: bool = False) -> None:
    """Show the village, the track and the graveyard, a line each."""
    lies = village_of(setup, game)
    track = [
        unbroken(f"{place} {_format_track_card(setup, game, name)}") for place, name in enumerate(game.track, 1)
    ] or ["empty"]
    if screen.plain:
        if not brief:
            screen.line(f"village {lies.name}: {'; '.join(lies.rules) or 'no rules'}")
        screen.line(f"track: {', '.join(track)}")
    else:
        if not brief:
            village_text = Text(f"{lies.name}  {' · '.join(lies.rules)}", style="dim")
            screen.print_indented(village_text, by=0)
        screen.line(f"track  {' · '.join(track)}")
    if game.graveyard and not brief:
        screen.line(f"graveyard  {len(game.graveyard)}, {printed(game.graveyard[-1])} on top", style="dim")


def show_numbers(setup: Setup, game: GameState, screen: Screen, *, brief: bool = False) -> None:
    """Show each player's numbers, a line each."""
    if screen.plain:
        for player, counted in _counted(setup, game):
            trophy = [f"top trophy {printed(player.monsters[-1])}"] if player.monsters else []
            texts = (*(f"{what} {many}" for what, many in counted.items()), player.artifact, *trophy)
            screen.line(f"{player.name}: {', '.join(texts)}")
    else:
        screen.print(_numbers(setup, game, brief=brief))


def _format_track_card(setup: Setup, game: GameState, name: str) -> str:
    """Format a card of the track, a monster with strength and health."""
    card = find_card(setup, game, name)
    if card is None or not card.fights:
        return printed(name)
    return f"{printed(name)} {card.strength}/{card.health}"


_COUNTED = (*(counter.name for counter in COUNTERS), *context.POWERS, "glory")


def _counted(setup: Setup, game: GameState) -> Iterator[tuple[Player, dict[str, int]]]:
    """Yield each player with the numbers that matter now."""
    for number, (player, scored) in enumerate(zip(game.players, score(setup, game).standing, strict=True)):
        has = [counter.of(player) for counter in COUNTERS]
        has += [context.total(setup, game, number, what) for what in context.POWERS]
        yield player, dict(zip(_COUNTED, (*has, scored.total), strict=True))


def _numbers(setup: Setup, game: GameState, *, brief: bool) -> Table:
    """Build a table of all players' numbers; `referee status` has the sources of attack and defence."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for name in _COUNTED:
        table.add_column(name, justify="right")
    table.add_column("artifact" if brief else "artifact and top trophy", overflow="fold")
    for player, counted in _counted(setup, game):
        mark = " ▸" if player is game.players[game.active] and not game.over else ""
        trophy = [] if brief else [printed(name) for name in player.monsters[-1:]]
        top = ", ".join([player.artifact, *trophy])
        table.add_row(Text(player.name + mark, style="bold"), *map(str, counted.values()), top)
    return table


# --- Board ----------------------------------------------------------------------------------------
# The whole game as one picture: village, journey track, graveyard, and each player's tokens, piles and powers.


DONE: tuple[When, ...] = ("immediate", "fight")
"""Rules of a card that no longer apply once it is in a pile."""


def show_whole_board(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show everything on the table, as far as there is room.

    Parts visible on the table are dropped first: covered cards, then the piles of waiting players, then the texts of
    village and track. All numbers, the track, and the active player's piles are kept longest.
    """
    totals = [scored.total for scored in score(setup, game).standing]

    def players(screen: Screen, covered: Collection[int], *, numbers: bool = False) -> None:
        """Show the piles of all, or all numbers and the active player's piles."""
        if numbers:
            show_numbers(setup, game, screen)
        for number in range(len(game.players)) if not numbers else () if game.over else (game.active,):
            screen.line()
            _show_player(setup, game, number, totals[number], screen, covered=number in covered)

    everybody, active, nobody = range(len(game.players)), (game.active,), ()
    parts: list[Part] = [
        (DrawnForm(ALWAYS, lambda on: on.line(headline(game), style="bold")),),
        (
            DrawnForm(30, lambda on: _show_track_and_village(setup, game, on)),
            DrawnForm(80, lambda on: show_table(setup, game, on)),
            DrawnForm(95, lambda on: show_table(setup, game, on, brief=True)),
        ),
        (
            DrawnForm(10, lambda on: players(on, everybody)),
            DrawnForm(20, lambda on: players(on, active)),
            DrawnForm(25, lambda on: players(on, nobody)),
            DrawnForm(40, lambda on: players(on, active, numbers=True)),
            DrawnForm(50, lambda on: players(on, nobody, numbers=True)),
            DrawnForm(90, lambda on: show_numbers(setup, game, on)),
        ),
    ]
    if game.boosts:
        text = ", ".join(f"{boost.points:+} {boost.what} ({boost.source})" for boost in game.boosts)
        parts += [blank(), (DrawnForm(70, lambda on: on.line(f"until the end of this turn: {text}")),)]
    show_fitting(parts, screen)


def _show_track_and_village(setup: Setup, game: GameState, screen: Screen) -> None:
    village = village_of(setup, game)
    screen.line(village.name, style="bold")
    for rule in village.rules:
        screen.line(f"  {rule}")
    screen.line()
    _show_track(setup, game, screen)


def headline(game: GameState) -> str:
    """Describe whose turn it is, and what is left in the adventure deck."""
    whose = "The end" if game.over else f"Turn {game.turn} · {game.players[game.active].name}"
    done = ""
    if game.major and not game.over:
        done = " · rested, or lost a fight" if game.resting else " · has journeyed"
    return f"{whose}{done} · {game.deck} in the adventure deck"


# --- the track ----------------------------------------------------------------------------------------


def _show_track(setup: Setup, game: GameState, screen: Screen) -> None:
    """Show the track starting at the village: the price of the way, and what is known of each card."""
    if screen.plain:
        screen.line(f"Track starting at the village:{'' if game.track else ' empty.'}")
        for place, name in enumerate(game.track, 1):
            screen.line(f"  {place} {printed(name)}, {', '.join(_known_of(setup, game, name))}")
    else:
        screen.line("Track, starting at the village", style="bold")
        table = columns("right", "left", "left", "*", expand=True)
        for place, name in enumerate(game.track):
            kind, *rest = _known_of(setup, game, name)
            way = "free" if not place else crystals(place)
            table.add_row(str(place + 1), Text(printed(name), style="bold"), kind, f"{way}; {', '.join(rest)}")
        screen.print(table)
        if not game.track:
            screen.line("  empty")
    if game.graveyard:
        screen.line(f"Graveyard: {len(game.graveyard)}, {printed(game.graveyard[-1])} on top")


def _known_of(setup: Setup, game: GameState, name: str) -> tuple[str, ...]:
    """Describe a card of the track: its type, then the rest."""
    card = find_card(setup, game, name)
    if card is None:
        return "not known yet", "asked for when it is taken"
    fought = [f"strength {card.strength}", f"health {card.health}"] if card.fights else []
    glory = f"{card.glory} glory" if card.glory else ""
    values = ", ".join(filter(None, [*fought, glory, powers_in_words(card)]))
    return card.type, "; ".join(filter(None, [values, _format_lower(card.lower), *card.rules])) or "no glory"


# --- the players --------------------------------------------------------------------------------------


def _show_player(
    setup: Setup, game: GameState, number: int, glory: int, screen: Screen, *, covered: bool = True
) -> None:
    """Show a player's tokens and glory, then the three piles, then attack and defence with each point's source.

    Unless `covered`, only the top cards of the piles are shown.
    """
    player = game.players[number]
    turn = " ▸" if number == game.active and not game.over and not screen.plain else ""
    box = tables.box()
    tokens = [_tokens(counter.name, counter.of(player), box.tokens_of(counter.name)) for counter in COUNTERS]
    head = Text(f"{player.name}{turn}", style="bold")
    screen.print(head.append(f"   {' · '.join((*tokens, f'glory {glory} now'))}", style="not bold"))
    rows = [*_piles(setup, game, player, covered=covered)]
    for what in context.POWERS:
        made_of = context.points_text(context.parts(setup, game, number, what))
        total = context.total(setup, game, number, what)
        rows.append((f"{what} {total}", Text(made_of or "nothing", style="" if made_of else "dim")))
    if screen.plain:
        for label, text in rows:
            screen.line(f"  {label}: {text.plain}")
        return
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0), expand=True)
    table.add_column(width=12, style="dim")
    table.add_column(ratio=1, overflow="fold")
    for label, text in rows:
        table.add_row(label, text)
    screen.print_indented(table)


def _tokens(what: str, many: int, tokens: Sequence[int]) -> str:
    """Format a number, and the fewest tokens that make it: "crystals 14 (10 3 1)"."""
    left, pieces = many, list[int]()
    for token in sorted(tokens, reverse=True):
        pieces += [token] * (left // token)
        left %= token
    return f"{what} {many}" + (f" ({' '.join(map(str, pieces))})" if len(pieces) > 1 else "")


def _piles(setup: Setup, game: GameState, player: Player, *, covered: bool) -> Iterator[tuple[str, Text]]:
    """Yield each pile: the top card whole, of the `covered` ones the part below their line."""
    for pile in PILES:
        names = player.pile(pile)
        if names:
            yield pile, _render_top(setup, game, names[-1])
        if covered and len(names) > 1:
            yield "  covered", _render_covered(setup, game, names[:-1])


def _render_top(setup: Setup, game: GameState, name: str) -> Text:
    """Render the top card of a pile, which is active as a whole."""
    text = Text(printed(name), style="bold")
    card = find_card(setup, game, name)
    if card is not None:
        active = [rule.text for rule in rules_of(card.rules) if rule.when not in DONE]
        details = [part for part in (powers_in_words(card), *active, _format_lower(card.lower)) if part]
        text.append(f"  {'; '.join(details)}" if details else "", style="not bold")
    return text


def _render_covered(setup: Setup, game: GameState, names: Sequence[str]) -> Text:
    """Render covered cards, the last covered first, each with its part that is still active (E-a)."""
    cards = []
    for name in dict.fromkeys(map(printed, reversed(names))):
        many = sum(printed(one) == name for one in names)
        card = find_card(setup, game, name)
        below = _format_lower(card.lower, "") if card is not None else ""
        cards.append(f"{f'{many} ' if many > 1 else ''}{name}" + (f" ({below})" if below else ""))
    return Text(", ".join(cards), style="dim")


def _format_lower(lower: Lower, word: str = "lower ") -> str:
    """Format the part below a card's line."""
    return "; ".join(f"{word}{part}" for part in (powers_in_words(lower), *lower.rules) if part)
