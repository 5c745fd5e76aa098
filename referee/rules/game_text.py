"""A game as text, as chess has it: tags that say who plays by which rules, then one line an event.

Rulings are comments: whoever reads the text again rules anew. Several hands stand one after the other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from referee.rules.actions import Event, GameConfigured
from referee.rules.engine import new_game, observe
from referee.rules.event_text import read_event, show_event
from referee.rules.notation import Word, count, seat_of, words
from referee.rules.players import Players
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Level, Notice, Ruling

_TAG = re.compile(r"\s*\[\s*(?P<name>[A-Za-z][A-Za-z0-9]*)\s+(?P<value>\"(?:[^\"\\]|\\.)*\")\s*\]\s*(?:;.*)?")
_PLAYER = re.compile(r"Player([1-9][0-9]*)", re.ASCII)
_OURS = ("Rules", "Players", "Dealer")


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """One hand: how it was set up, what happened, and further tags of whoever wrote it down."""

    config: GameConfigured
    events: tuple[Event, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()

    @property
    def players(self) -> Players:
        """Who sits where."""
        return Players(self.config.players, self.config.names)


@dataclass(frozen=True, slots=True)
class Note:
    """What is noted about an event: *beside* it, and on lines of their own *below*."""

    beside: str = ""
    below: tuple[str, ...] = ()


def show_game(game: WrittenGame, notes: Sequence[Note] = ()) -> str:
    """*game* as text, with *notes* on its events in their order as comments."""
    padded = [*notes, *[Note()] * (len(game.events) - len(notes))]
    lines = [
        line for event, note in zip(game.events, padded, strict=False) for line in _event(game, event, note)
    ]
    return "\n".join([*_header(game), "", *lines, ""])


def _event(game: WrittenGame, event: Event, note: Note) -> Iterator[str]:
    yield show_event(event, game.players) + (f"  ; {_plain(note.beside)}" if note.beside else "")
    yield from (f"    ; {_plain(text)}" for text in note.below)


def _plain(comment: str) -> str:
    return " ".join(comment.split())


def _header(game: WrittenGame) -> list[str]:
    config = game.config
    tags = [*game.tags, ("Rules", config.rules), ("Players", str(config.players))]
    tags += [(f"Player{number}", name) for number, name in enumerate(config.names, 1)]
    tags += [("Dealer", str(config.dealer + 1))] if config.dealer is not None else []
    return [f"[{name} {json.dumps(value, ensure_ascii=not value.isprintable())}]" for name, value in tags]


def writable(event: Event, seats: int) -> bool:
    """Whether *event* can be written: it names seats of the game, and shows a card where it plays any.

    What cannot be written changes nothing in a game.
    """
    named = [getattr(event, name, None) for name in ("seat", "by_seat", "other_seat")]
    inside = all(seat is None or 0 <= seat < seats for seat in named)
    return inside and not isinstance(event, GameConfigured) and getattr(event, "cards", True) != ()


def read_games(text: str) -> tuple[WrittenGame, ...]:
    """The games of *text*, one at least; comments are left out. Raises `NotationError`."""
    games = [_game(part) for part in _parts(text)]
    if not games:
        raise Word("").wants('a tag, as [Rules "pagat"]')
    return tuple(games)


@dataclass(slots=True)
class _Part:
    """The lines of one game: its tags with where their values stand, and its event lines."""

    tags: dict[str, Word] = field(default_factory=dict)
    lines: list[list[Word]] = field(default_factory=list)


def _parts(text: str) -> list[_Part]:
    """The games of *text*, still unread: each begins with its tags."""
    parts: list[_Part] = []
    for number, line in enumerate(text.split("\n"), 1):
        found = words(line, number)
        if not found:
            continue
        tagged = found[0].text.startswith("[")
        if tagged and (not parts or parts[-1].lines):
            parts.append(_Part())
        if not parts:
            raise found[0].wants('a tag before the first event, as [Rules "pagat"]')
        if tagged:
            _add_tag(parts[-1].tags, line, found[0])
        else:
            parts[-1].lines.append(found)
    return parts


def _add_tag(tags: dict[str, Word], line: str, first: Word) -> None:
    tag = _TAG.fullmatch(line)
    value = _unquoted(tag["value"]) if tag else None
    if tag is None or value is None:
        raise first.wants('a tag, as [Rules "pagat"]')
    name = Word(tag["name"], first.line, tag.start("name") + 1)
    if name.text in tags:
        raise name.wants(f"{name.text} only once")
    tags[name.text] = Word(value, first.line, tag.start("value") + 2)


def _unquoted(text: str) -> str | None:
    try:
        return str(json.loads(text))
    except ValueError:
        return None


def _game(part: _Part) -> WrittenGame:
    config = _config(part)
    players = Players(config.players, config.names)
    events = tuple(read_event(line, players) for line in part.lines)
    return WrittenGame(config, events, tuple((name, word.text) for name, word in _further(part.tags)))


def _further(tags: dict[str, Word]) -> Iterator[tuple[str, Word]]:
    return ((name, word) for name, word in tags.items() if name not in _OURS and not _PLAYER.fullmatch(name))


def _config(part: _Part) -> GameConfigured:
    tags = part.tags
    names = _names(tags)
    lacking = next((name for name in _OURS[: 1 if names else 2] if name not in tags), None)
    if lacking is not None:
        raise next(iter(tags.values())).wants(f"the tag {lacking} beside this one")
    players = count(tags["Players"]) if "Players" in tags else len(names)
    if not 1 <= players <= _MOST_PLAYERS:
        raise tags["Players"].wants("how many play")
    dealer = seat_of(tags["Dealer"], players) if "Dealer" in tags else None
    return GameConfigured(tags["Rules"].text, players, names, dealer)


_MOST_PLAYERS = 60


def _names(tags: dict[str, Word]) -> tuple[str, ...]:
    found = {int(match[1]): tags[name] for name in tags if (match := _PLAYER.fullmatch(name))}
    for place, number in enumerate(sorted(found), 1):
        if place != number:
            raise found[number].wants(f"Player{place} before it")
    return tuple(found[number].text for number in sorted(found))


def ruled(game: WrittenGame, rules: RuleSet | None = None) -> Iterator[Note]:
    """What the referee says to each event of *game*, as notes; by other *rules* where given."""
    state = new_game(game.config, rules)
    for event in game.events:
        state, said = observe(state, event)
        yield Note("", tuple(loud(said)))


def loud(said: Iterable[Notice]) -> Iterator[str]:
    """The rulings that somebody should hear of, as texts."""
    for notice in said:
        if isinstance(notice, Ruling) and notice.level is not Level.SILENT:
            yield f"{notice.level.upper()} {notice.code}: {notice.text} {notice.remedy}".rstrip()
