"""Bytes and values: commands, events and states of one ruleset, with upcasters for older events."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, Generic, TypeVar

import msgspec

from rules.kernel.messages import Command, Event, kind_of

State = TypeVar("State")
Upcast = Callable[[dict[str, Any]], dict[str, Any]]


class Codec(Generic[State]):
    """Encodes and decodes for one ruleset. Unknown kinds and fields raise msgspec.ValidationError.

    `upcasts[(kind, version)]` turns an event's plain values of that version into those of the next.
    """

    def __init__(
        self,
        commands: tuple[type[Command], ...],
        events: tuple[type[Event], ...],
        state: type[State],
        upcasts: dict[tuple[str, int], Upcast],
    ) -> None:
        self.state_type, self.upcasts = state, upcasts
        self.commands = {kind_of(cls): cls for cls in commands}
        self.events = {kind_of(cls): cls for cls in events}
        self.command_union = reduce(or_, commands)
        self._events = msgspec.json.Decoder(tuple[reduce(or_, events), ...])  # type: ignore[misc]
        self._state = msgspec.json.Decoder(state)
        self._encoder = msgspec.json.Encoder()
        self._canonical = msgspec.json.Encoder(order="sorted")

    def encode(self, value: Any) -> bytes:
        """The value in its own order: heroes stay in the order they came."""
        return self._encoder.encode(value)

    def canonical(self, command: Command) -> bytes:
        """The same bytes for the same command, whatever the order its fields were sent in."""
        return self._canonical.encode(command)

    def command(self, plain: dict[str, Any]) -> Command:
        """A command from its plain values (`kind` and fields); raises msgspec.ValidationError."""
        cls = self.commands.get(str(plain.get("kind")))
        if cls is None:
            raise msgspec.ValidationError(f"unknown kind {str(plain.get('kind'))[:80]!r} - at `$.kind`")
        return msgspec.convert(plain, cls)

    def decode_events(self, raw: bytes | str, versions: dict[str, int] | None = None) -> tuple[Event, ...]:
        """Events from their stored bytes. `versions` holds the version each kind was stored in, where it is not 1."""
        if self.upcasts:
            plain = [self._upcast(values, versions or {}) for values in msgspec.json.decode(raw)]
            return tuple(self._event(values) for values in plain)
        events: tuple[Event, ...] = self._events.decode(raw)
        return events

    def _event(self, values: dict[str, Any]) -> Event:
        kind = str(values.get("kind"))
        if kind not in self.events:
            raise msgspec.ValidationError(f"unknown kind {kind[:80]!r} - at `$.kind`")
        return msgspec.convert(values, self.events[kind])

    def _upcast(self, values: dict[str, Any], versions: dict[str, int]) -> dict[str, Any]:
        kind = str(values.get("kind"))
        version = versions.get(kind, 1)
        while (step := self.upcasts.get((kind, version))) is not None:
            values, version = step(values), version + 1
        return values

    def decode_state(self, raw: bytes | str) -> State:
        return self._state.decode(raw)

    def versions(self, events: tuple[Event, ...]) -> dict[str, int]:
        """The versions to be stored beside events: only those above 1."""
        return {kind_of(e): e.version for e in events if e.version != 1}
