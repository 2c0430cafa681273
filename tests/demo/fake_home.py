"""A home as after a first run, so that a start needs nothing of the real Superset."""

import json
import sqlite3
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from adapters.demo_supersets.home import Home, Release
from adapters.demo_supersets.supersets import ENVIRONMENTS
from demo.own_superset import LOCK_FILE, provisioner

_FAKE = Path(__file__).with_name("fake_superset.py")


def fake_home(folder: Path, lock: Path = LOCK_FILE) -> Home:
    """Superset's Python is fake_superset.py; both environments are seeded already."""
    home = Home(folder, Release(lock))
    home.python.parent.mkdir(parents=True)
    home.python.write_text(f'#!/bin/sh\nexec {sys.executable} {_FAKE} "$@"\n')
    home.python.chmod(0o755)
    (home.venv / "complete").write_text(f"{sha256(lock.read_bytes()).hexdigest()} 0")
    provisioner(home).template_path.touch()
    for plan in ENVIRONMENTS:
        env = home.environment(plan.env_id)
        env.root.mkdir(parents=True)
        _database(env.metadata, "ab_user (username, password)")
        _database(env.retail, "orders (id)")
        env.accounts.write_text(json.dumps({"admin": "a", "analyst": "b", "viewer": "c"}))
        env.seeded.write_text(json.dumps({"sample": plan.sample, "retail": str(env.retail)}))
    return home


def _database(file: Path, table: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"CREATE TABLE {table}")
