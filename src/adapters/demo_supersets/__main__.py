"""
`python -m adapters.demo_supersets`: run the two Supersets until a signal comes.

Progress and addresses are JSON lines; passwords go only into the file that --write names.
"""

import argparse
import json
import signal
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from types import FrameType

from adapters.demo_supersets.home import write_whole
from adapters.demo_supersets.model import DemoEnvironment, DemoFailed, Progress
from adapters.demo_supersets.processes import end_with_parent
from adapters.demo_supersets.supersets import DemoSupersets


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m adapters.demo_supersets")
    parser.add_argument("--home", type=Path, default=Path("var"))
    parser.add_argument("--lock-file", type=Path, default=Path("requirements/superset.txt"))
    parser.add_argument("--uv", type=Path, default=Path(sys.executable).with_name("uv"))
    parser.add_argument("--write", type=Path, help="a file for the addresses and accounts")
    args = parser.parse_args()
    ended = threading.Event()
    failures: list[DemoFailed] = []

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        ended.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Under nohup the hang-up is ignored on purpose; `&` in a script ignores INT by accident.
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, on_signal)
    end_with_parent()
    demo = DemoSupersets(args.home, _report, lock_file=args.lock_file, uv=args.uv)

    def run() -> None:
        try:
            _announce(demo.start(), args.write)
        except DemoFailed as failed:
            failures.append(failed)
            ended.set()

    threading.Thread(target=run, name="start", daemon=True).start()
    ended.wait()
    demo.stop()
    for failed in failures:
        _line({"failed": failed.code, "detail": failed.detail})
    return 1 if failures else 0


def _report(progress: Progress) -> None:
    _line(asdict(progress))


def _announce(environments: list[DemoEnvironment], write: Path | None) -> None:
    if write is not None:
        write_whole(write, json.dumps({env.env_id: asdict(env) for env in environments}))
    for env in environments:
        _line({"env_id": env.env_id, "url": env.url})


def _line(facts: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
