"""One environment's own files: its key, its accounts, and its copy of the template."""

import json
import secrets
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from adapters.demo_supersets.home import (
    ACCOUNTS,
    EnvironmentHome,
    Home,
    holds,
    put_database,
    write_whole,
)
from adapters.demo_supersets.model import Account, DemoFailed
from adapters.demo_supersets.superset_config import config_text

_HASH = """\
import json, sys
from werkzeug.security import generate_password_hash
print(json.dumps([generate_password_hash(p) for p in json.load(sys.stdin)]))
"""


def prepare(env: EnvironmentHome, home: Home, template: Path) -> Mapping[str, Account]:
    """
    Make what is missing and keep what is there. The metadata file comes last.

    Call it only while no server runs on these files.
    """
    env.root.mkdir(parents=True, exist_ok=True, mode=0o700)
    key_file = env.root / "secret_key"
    if not key_file.is_file():
        write_whole(key_file, secrets.token_urlsafe(48))
    write_whole(
        env.config, config_text(env.env_id, key_file.read_text(encoding="utf-8"), env.metadata)
    )
    accounts_are_new = _passwords(env) is None
    if accounts_are_new:
        passwords = {role: secrets.token_urlsafe(18) for role in ACCOUNTS}
        write_whole(env.accounts, json.dumps(passwords))
    accounts = read_accounts(env)
    if not holds(env.metadata, "ab_user"):
        env.seeded.unlink(missing_ok=True)
        unfinished = env.metadata.with_name(env.metadata.name + ".tmp")
        shutil.copyfile(template, unfinished)
        _set_passwords(unfinished, home.python, accounts)
        put_database(unfinished, env.metadata)
    elif accounts_are_new:
        _set_passwords(env.metadata, home.python, accounts)
    env.metadata.chmod(0o600)
    return accounts


def read_accounts(env: EnvironmentHome) -> Mapping[str, Account]:
    """
    The accounts of an environment that is prepared.

    Raises:
        DemoFailed: somebody damaged the file meanwhile.

    """
    passwords = _passwords(env)
    if passwords is None:
        raise DemoFailed("home_unusable", str(env.accounts))
    return {role: Account(username, passwords[role]) for role, username in ACCOUNTS.items()}


def _passwords(env: EnvironmentHome) -> dict[str, str] | None:
    """By role; None when the file is missing, or is not one that we wrote."""
    try:
        written = json.loads(env.accounts.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    is_ours = isinstance(written, dict) and all(
        isinstance(written.get(role), str) for role in ACCOUNTS
    )
    return written if is_ours else None


def _set_passwords(metadata: Path, python: Path, accounts: Mapping[str, Account]) -> None:
    """Straight into the file, so that there is no moment with an account everybody knows."""
    people = list(accounts.values())
    hashed = subprocess.run(
        [python, "-I", "-c", _HASH],
        input=json.dumps([account.password for account in people]),
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )
    if hashed.returncode != 0:
        raise DemoFailed("template_failed", hashed.stderr.strip().rpartition("\n")[2])
    rows = [
        (password_hash, account.username)
        for password_hash, account in zip(json.loads(hashed.stdout), people, strict=True)
    ]
    with closing(sqlite3.connect(metadata)) as db, db:
        db.executemany("UPDATE ab_user SET password = ? WHERE username = ?", rows)
