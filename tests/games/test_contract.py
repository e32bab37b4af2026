"""What every game promises, whatever its settings and seats (the shape is in `tablee/games/game.py`)."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee import match
from tablee.games import GAMES
from tablee.games.game import NO_CHANCE, NO_SCORE, UNKNOWN, Game, Happening
from tablee.games.refusal import Refusal
from tablee.games.settings import Choice, Flag, Number, Settings, complete
from tests.games.cards import CARDS, Cards
from tests.games.places import look
from tests.games.rounds import permuted
from tests.games.test_settings import combinations

each_game = pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))

# Rounds by chance alone can be long: the limit of G1 keeps them short, and is itself part of the promise.
SHORT = 120


@dataclass
class Story:
    """A round as it was played: enough to play it again."""

    orders: list[list[int]] = field(default_factory=list[list[int]])
    acts: list[tuple[int, str | None]] = field(default_factory=list[tuple[int, str | None]])  # None: withdraws


def seats_of(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def legal(game: Game, s: Any, seat: int) -> list[int]:
    out = [0] * game.MAX_ACTIONS
    return out[: game.legal(s, seat, out)]


def answer(game: Game, s: Any, chance: random.Random, story: Story) -> None:
    """Answers chance as often as it is due."""
    while s.chance != NO_CHANCE:
        assert s.chance_size >= 1
        assert game.to_act(s) == 0
        order = list(range(s.chance_size))
        chance.shuffle(order)
        story.orders.append(order)
        game.shuffle(s, order)


def play(
    game: Game,
    chosen: Settings,
    seats: int,
    seed: int,
    watch: Callable[[Any], None] | None = None,
    leaving: float = 0.0,
    used: Any = None,
) -> tuple[Any, Story]:
    """Plays a round by chance, in a used state if given; `watch` sees every step, now and then a seat withdraws."""
    chance = random.Random(seed)
    story = Story()
    s = used or game.new(chosen, seats)
    game.deal(s, chance.randrange(-1, seats), (1 << seats) - 1)
    answer(game, s, chance, story)
    while s.step != game.OVER:
        if watch:
            watch(s)
        in_play = seats_of(s.in_play)
        if len(in_play) > 2 and chance.random() < leaving:
            seat, text = chance.choice(in_play), None
            game.withdraw(s, seat)
        else:
            seat = chance.choice(seats_of(game.to_act(s)))
            action = chance.choice(legal(game, s, seat))
            text = game.text(s, action)
            game.apply(s, seat, action)
        story.acts.append((seat, text))
        answer(game, s, chance, story)
    if watch:
        watch(s)
    return s, story


def replay(game: Game, chosen: Settings, seats: int, seed: int, story: Story) -> Any:
    """Plays a story again from its orders and texts."""
    orders = iter(story.orders)
    s = game.new(chosen, seats)
    game.deal(s, random.Random(seed).randrange(-1, seats), (1 << seats) - 1)
    for seat, text in [(-1, None), *story.acts]:
        if seat >= 0:
            if text is None:
                game.withdraw(s, seat)
            else:
                game.apply(s, seat, game.action(s, text))
        while s.chance != NO_CHANCE:
            game.shuffle(s, next(orders))
    assert next(orders, None) is None
    return s


def one_by_one(game: Game) -> Iterator[Settings]:
    """Yields the defaults, the presets, and every word and bound that the rules of a round know, one at a time."""
    known = {name for name, *_ in game.State.DTYPE}
    yield {}
    yield from (dict(preset) for preset in game.PRESETS.values())
    for setting in game.SETTINGS:
        if setting.name in known and setting.name != "max_turns":
            match setting:
                case Choice():
                    yield from ({setting.name: word} for word in setting.choices if word != setting.default)
                case Flag():
                    yield {setting.name: not setting.default}
                case Number():
                    yield from ({setting.name: value} for value in (setting.low, setting.high))
                case _:
                    pass


def dealable(game: Game) -> list[tuple[Settings, int]]:
    """Returns those combinations with the fewest and the most seats, where they can be dealt."""
    found: list[tuple[Settings, int]] = []
    for chosen in one_by_one(game):
        for seats in game.SEATS:
            full = complete(game.SETTINGS, chosen | {"max_turns": SHORT})
            try:
                game.check(full, seats)
            except Refusal:
                continue
            found.append((full, seats))
    return found


@st.composite
def rounds(draw: st.DrawFn, game: Game) -> tuple[Settings, int, int]:
    """Draws any settings, seats and luck that can be dealt."""
    seats = draw(st.integers(*game.SEATS))
    chosen = draw(combinations(game)) | {"max_turns": draw(st.integers(50, SHORT))}
    try:
        game.check(chosen, seats)
    except Refusal as refusal:  # a grid too large for the seats, say: the default one serves
        named = str(refusal.facts.get("setting"))
        chosen |= {s.name: s.default for s in game.SETTINGS if s.name == named or getattr(s, "group", "") == "grid"}
        game.check(chosen, seats)
    return chosen, seats, draw(st.integers(0, 2**32))


def is_kept(game: Game, cards: Cards, s: Any) -> None:
    """Asserts what holds after every step of every round."""
    assert cards.lying(s) == cards.deck(s)
    assert 0 <= s.turns <= s.max_turns
    assert s.in_play & game.to_act(s) == game.to_act(s)
    if s.step == game.OVER:
        assert game.to_act(s) == 0
        return
    assert not s.truncated
    assert game.to_act(s) != 0
    for seat in seats_of(game.to_act(s)):
        actions = legal(game, s, seat)
        assert actions, "a seat is to act and has nothing to do"
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < game.MAX_ACTIONS for action in actions)
        assert game.neutral(s, seat) in actions


def is_settled(game: Game, s: Any) -> None:
    """Asserts what holds when a round is over."""
    assert s.step == game.OVER
    if s.truncated:
        assert s.turns == s.max_turns
        assert s.finisher == -1
    out = [0] * s.seats
    game.scores(s, out)
    for seat in range(s.seats):
        assert (out[seat] == NO_SCORE) == (not s.in_play >> seat & 1)
    assert game.next_first(s) < 0 or s.in_play >> game.next_first(s) & 1
    sums = [0] * s.seats
    game.sums(s, sums)
    bare = game.new(_settings_of(game, s), s.seats)  # nothing of the round but who finished it
    bare.finisher = s.finisher
    game.reckon(bare, sums)
    assert sums == out


def _settings_of(game: Game, s: Any) -> Settings:
    """Returns the settings that a state carries, the others at their defaults."""
    known = {name for name, *_ in game.State.DTYPE}
    given = {x.name: x.from_numbers([getattr(s, x.name)]) for x in game.SETTINGS if x.name in known}
    return complete(game.SETTINGS, given)


# ---- The shape


@each_game
def test_a_game_has_everything_of_the_shape(game: Game) -> None:
    for name in Game.__annotations__:
        assert hasattr(game, name), name
    for name, promised in vars(Game).items():
        if isinstance(promised, staticmethod):
            expected = list(inspect.signature(promised.__func__).parameters)
            assert list(inspect.signature(getattr(game, name)).parameters) == expected, name


@each_game
def test_what_the_lab_compiles_is_marked(game: Game) -> None:
    names = ["deal", "shuffle", "to_act", "legal", "apply", "neutral", "withdraw", "scores", "next_first", "hide"]
    names += ["sums", "reckon"]
    assert [name for name in names if not hasattr(getattr(game, name), "__rule__")] == []


@each_game
def test_a_game_is_known_by_its_name(game: Game) -> None:
    assert GAMES[game.NAME] is game
    assert game.NAME in CARDS, "tests/games/cards.py has to know where its cards lie"
    assert game.RULES_VERSION >= 1


@each_game
@pytest.mark.parametrize("step", [-1, 1])
def test_too_few_and_too_many_seats_are_refused(game: Game, step: int) -> None:
    seats = game.SEATS[0] - 1 if step < 0 else game.SEATS[1] + 1
    with pytest.raises(Refusal):
        game.check(complete(game.SETTINGS, {}), seats)


# ---- Rounds


@each_game
def test_rounds_go_by_the_rules_whatever_one_setting_says(game: Game) -> None:
    for chosen, seats in dealable(game):
        s, _ = play(game, chosen, seats, seed=seats, watch=lambda s: is_kept(game, CARDS[game.NAME], s))
        is_settled(game, s)


@each_game
@settings(max_examples=25)
@given(data=st.data())
def test_rounds_go_by_the_rules_under_any_settings(game: Game, data: st.DataObject) -> None:
    chosen, seats, seed = data.draw(rounds(game))
    s, _ = play(game, chosen, seats, seed, lambda s: is_kept(game, CARDS[game.NAME], s))
    is_settled(game, s)


@each_game
@settings(max_examples=25)
@given(data=st.data())
def test_G5_rounds_go_by_the_rules_when_seats_withdraw(game: Game, data: st.DataObject) -> None:
    chosen, seats, seed = data.draw(rounds(game))
    s, _ = play(game, chosen, seats, seed, lambda s: is_kept(game, CARDS[game.NAME], s), leaving=0.05)
    is_settled(game, s)


@each_game
def test_G1_neutral_moves_alone_end_a_round_or_the_limit_does(game: Game) -> None:
    for chosen, seats in dealable(game):
        s = game.new(chosen, seats)
        game.deal(s, 0, (1 << seats) - 1)
        answer(game, s, random.Random(3), Story())
        while s.step != game.OVER:
            seat = seats_of(game.to_act(s))[0]
            game.apply(s, seat, game.neutral(s, seat))
            answer(game, s, random.Random(s.turns), Story())
        is_settled(game, s)


@each_game
@settings(max_examples=10)
@given(data=st.data())
def test_an_illegal_action_is_refused_and_changes_nothing(game: Game, data: st.DataObject) -> None:
    chosen, seats, seed = data.draw(rounds(game))
    chance = random.Random(seed)
    m = match.new_match(game, chosen, seats)
    match.begin_round(m)
    while m.is_open and sum(m.decisions) < 20:
        while m.state.chance:
            match.shuffle(m, chance.sample(range(m.state.chance_size), m.state.chance_size))
        before, decisions = m.state.copy(), m.decisions[:]
        acting = chance.choice(seats_of(game.to_act(m.state)))
        may = match.legal(m, acting)
        part = sum(m.decisions) % 8  # of Jungo's 2,960 actions: an eighth each time, all of them after eight decisions
        for action in (-(1 << 40), -1, *range(part, game.MAX_ACTIONS, 8), game.MAX_ACTIONS, 1 << 40):
            if action not in may:
                with pytest.raises(Refusal, match="action_illegal"):
                    match.play(m, acting, action)
        for seat in (-1, *range(seats), seats):
            if not match.legal(m, seat):
                with pytest.raises(Refusal, match="not_your_turn"):
                    match.play(m, seat, may[0])
        assert m.state == before
        assert m.decisions == decisions
        match.play(m, acting, chance.choice(may))


@each_game
@settings(max_examples=15)
@given(data=st.data())
def test_a_round_leaves_nothing_to_the_next(game: Game, data: st.DataObject) -> None:
    chosen, seats, seed = data.draw(rounds(game))
    fresh, story = play(game, chosen, seats, seed)
    used, _ = play(game, chosen, seats, data.draw(st.integers(0, 2**32)), leaving=0.02)
    again, story_again = play(game, chosen, seats, seed, used=used)
    assert story_again == story
    assert [game.show(view, viewer) for viewer, view in views(game, again)] == [
        game.show(view, viewer) for viewer, view in views(game, fresh)
    ]


# ---- Round trips


@each_game
@settings(max_examples=20)
@given(data=st.data())
def test_a_round_is_replayed_from_its_orders_and_texts(game: Game, data: st.DataObject) -> None:
    chosen, seats, seed = data.draw(rounds(game))
    s, story = play(game, chosen, seats, seed, leaving=0.01)
    assert replay(game, chosen, seats, seed, story) == s


@each_game
@settings(max_examples=15)
@given(data=st.data())
def test_actions_and_states_survive_text_and_json(game: Game, data: st.DataObject) -> None:
    chosen, seats, seed = data.draw(rounds(game))

    def survives(s: Any) -> None:
        for seat in seats_of(game.to_act(s)):
            actions = legal(game, s, seat)
            texts = [game.text(s, action) for action in actions]
            assert len(set(texts)) == len(texts)
            assert [game.action(s, text) for text in texts] == actions
        twin = game.State()
        for name, value in msgspec.json.decode(msgspec.json.encode(s.fields())).items():
            setattr(twin, name, value)
        assert twin == s

    play(game, chosen, seats, seed, survives)


@each_game
@settings(max_examples=10)
@given(data=st.data())
def test_what_is_shown_and_told_survives_json(game: Game, data: st.DataObject) -> None:
    chosen, seats, seed = data.draw(rounds(game))
    chance = random.Random(seed)
    s = game.new(chosen, seats)
    game.deal(s, -1, (1 << seats) - 1)
    answer(game, s, chance, Story())
    for _ in range(40):
        if s.step == game.OVER:
            break
        seat = chance.choice(seats_of(game.to_act(s)))
        action = chance.choice(legal(game, s, seat))
        befores = views(game, s)
        game.apply(s, seat, action)
        answer(game, s, chance, Story())
        for (viewer, before), (_, after) in zip(befores, views(game, s), strict=True):
            shown = game.show(after, viewer)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=type(shown)) == shown
            told = game.tell(before, after, seat, action)
            assert told, "an action that nobody saw happen"
            assert msgspec.json.decode(msgspec.json.encode(told), type=list[Happening]) == told


def views(game: Game, s: Any) -> list[tuple[int, Any]]:
    """Returns the view of every viewer, the spectator's first."""
    found: list[tuple[int, Any]] = []
    for viewer in range(-1, s.seats):
        view = s.copy()
        game.hide(view, viewer)
        found.append((viewer, view))
    return found


# ---- G6: nothing hidden is shown


@each_game
@settings(max_examples=15)
@given(data=st.data())
def test_G6_a_view_holds_no_hidden_card_and_hidden_cards_change_no_byte_of_it(game: Game, data: st.DataObject) -> None:
    chosen, seats, seed = data.draw(rounds(game))
    chance = random.Random(seed)
    secret = CARDS[game.NAME].secret

    def keeps_secrets(s: Any) -> None:
        if chance.random() > 0.2:
            return
        viewer = chance.randrange(-1, seats)
        places = secret(s, viewer)
        twin = permuted(s, places, chance)
        (before, seen), (other, seen_there) = ((w, _view(game, w, viewer)) for w in (s, twin))
        assert {look(seen, place) for place in places} <= {UNKNOWN}
        assert seen == seen_there
        assert _shown(game, seen, viewer) == _shown(game, seen_there, viewer)
        if viewer >= 0 and game.to_act(s) >> viewer & 1:
            assert legal(game, before, viewer) == legal(game, other, viewer) == legal(game, seen, viewer)

    play(game, chosen, seats, seed, keeps_secrets, leaving=0.01)


def _view(game: Game, s: Any, viewer: int) -> Any:
    view = s.copy()
    game.hide(view, viewer)
    return view


def _shown(game: Game, view: Any, viewer: int) -> bytes:
    return msgspec.json.encode([game.show(view, viewer), game.picture(view), view.fields()])


@each_game
def test_seats_that_have_the_spectators_view_are_shown_the_same(game: Game) -> None:
    chosen, seats = dealable(game)[0]

    def alike(s: Any) -> None:
        (_, common), *others = views(game, s)
        assert game.viewer(s, -1) == -1
        for seat, view in others:
            assert game.viewer(s, seat) in (seat, -1)
            if game.viewer(s, seat) == -1:
                assert view == common
                assert game.show(view, seat) == game.show(common, -1)

    play(game, chosen, seats, 9, alike)


@each_game
def test_a_view_with_open_cards_has_every_card_but_the_order_of_the_pile(game: Game) -> None:
    chosen, seats = dealable(game)[0]
    chance = random.Random(5)
    secret = CARDS[game.NAME].secret

    def is_open(s: Any) -> None:
        if chance.random() > 0.2:
            return
        view = s.copy()
        game.lay_open(view)
        for place in secret(s, -1):
            assert look(view, place) == (UNKNOWN if place[0] in ("pile", "draw") else look(s, place))
        # The cards that no viewer may see are told: of whatever a seat may not see, another value shows.
        unseen = [place for place in secret(s, -1) if place[0] not in ("pile", "draw")]
        if unseen:
            assert msgspec.json.encode(game.show(view, 0)) != msgspec.json.encode(game.show(_view(game, s, 0), 0))

    play(game, chosen, seats, 9, is_open)


@each_game
def test_G6_hiding_twice_is_hiding_once_and_the_state_keeps_its_cards(game: Game) -> None:
    chosen, seats = dealable(game)[0]

    def same(s: Any) -> None:
        kept = s.copy()
        for viewer, view in views(game, s):
            again = view.copy()
            game.hide(again, viewer)
            assert again == view
        assert s == kept

    play(game, chosen, seats, 9, same)
