"""Tells people that the service is ready once it is, as somebody outside sees it."""

import json
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Final
from urllib.parse import urlsplit

from entrypoints.speaker import Speaker

_POLL_S: Final = 0.1
_ANSWER_S: Final = 5.0
_LATE_S: Final = 20.0
_READY: Final = 200


@dataclass(frozen=True, slots=True)
class Announcement:
    """
    What is said when /ready answers with 200: a link that is opened before signs nobody in.

    Args:
        address: of the service, as a browser on this machine has it.
        ready: says it.
        late_s: after this time the reason is said, once; the wait goes on.

    """

    address: str
    ready: Callable[[], None]
    speaker: Speaker
    late_s: float = _LATE_S

    def begin(self, is_over: Callable[[], bool]) -> None:
        """Wait beside the service, which answers meanwhile, and give up when it ends."""
        watch = threading.Thread(
            target=self._watch, args=(is_over,), name="announcement", daemon=True
        )
        watch.start()

    def _watch(self, is_over: Callable[[], bool]) -> None:
        patience_ends = time.monotonic() + self.late_s
        while not is_over():
            problem = self._problem()
            if problem is None:
                self.ready()
                return
            if time.monotonic() > patience_ends:
                self.speaker.say("cli-not-ready", address=self.address, problem=problem)
                patience_ends = float("inf")
            time.sleep(_POLL_S)

    def _problem(self) -> str | None:
        """Why the service is not ready, in its own words; None when it is."""
        place = urlsplit(self.address)
        with closing(HTTPConnection(place.hostname or "", place.port, timeout=_ANSWER_S)) as http:
            try:
                http.request("GET", "/ready", headers={"Accept-Language": self.speaker.language})
                answer = http.getresponse()
                said = answer.read()
            except (OSError, HTTPException) as error:
                return str(error) or type(error).__name__
        return None if answer.status == _READY else str(json.loads(said)["detail"])
