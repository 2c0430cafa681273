"""What every store of archives promises."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from returns.result import Failure, Success

from application.ports.backups import Backups
from contracts.samples import NOON
from domain.backups import Backup, BackupFailed, NewBackup

CONTENT = b"PK\x03\x04" + bytes(range(256)) * 50
NEW = NewBackup("ss-dev", "before delete_dashboard", ("Продажи", "Sales"), NOON, CONTENT)

# Changes the bytes of an archive behind the store's back; None removes them.
Damage = Callable[[str, bytes | None], None]


class BackupsContract:
    """Fixtures of the adapter: `backups` and `damage`."""

    @pytest.mark.parametrize(
        "backup_id", ["nothing", "", ".", "..", "../secret", "/etc/passwd", "a\x00b", "a" * 5_000]
    )
    async def test_unknown_archive_is_unknown(self, backups: Backups, backup_id: str) -> None:
        assert await backups.get(backup_id) == Failure(BackupFailed("unknown"))
        assert await backups.content(backup_id) == Failure(BackupFailed("unknown"))

    async def test_archive_comes_back_whole(self, backups: Backups) -> None:
        kept = (await backups.keep(NEW)).unwrap()
        assert await backups.content(kept.id) == Success(CONTENT)
        assert await backups.get(kept.id) == Success(kept)

    async def test_it_is_known_when_from_where_and_what(self, backups: Backups) -> None:
        kept = (await backups.keep(NEW)).unwrap()
        assert kept == Backup(
            id=kept.id,
            env_id="ss-dev",
            reason="before delete_dashboard",
            titles=("Продажи", "Sales"),
            made_at=NOON,
            size=len(CONTENT),
            sha256=hashlib.sha256(CONTENT).hexdigest(),
        )

    async def test_same_content_kept_twice_is_two_archives(self, backups: Backups) -> None:
        kept = [(await backups.keep(NEW)).unwrap().id for _ in range(20)]
        assert len(set(kept)) == 20

    @pytest.mark.parametrize("env_id", ["../../etc", "прод", "", "a/b\\c:d*e", "x" * 300])
    async def test_environment_of_any_name_can_be_kept(self, backups: Backups, env_id: str) -> None:
        kept = (await backups.keep(replace(NEW, env_id=env_id))).unwrap()
        assert (await backups.get(kept.id)).unwrap().env_id == env_id
        assert await backups.content(kept.id) == Success(CONTENT)

    async def test_empty_archive_is_an_archive(self, backups: Backups) -> None:
        kept = (await backups.keep(replace(NEW, content=b""))).unwrap()
        assert await backups.content(kept.id) == Success(b"")

    @pytest.mark.parametrize(
        "changed", [b"", CONTENT[:-1], CONTENT + b"x", b"X" + CONTENT[1:], None]
    )
    async def test_changed_archive_is_damaged(
        self, backups: Backups, damage: Damage, changed: bytes | None
    ) -> None:
        kept = (await backups.keep(NEW)).unwrap()
        other = (await backups.keep(NEW)).unwrap()
        damage(kept.id, changed)
        assert (await backups.content(kept.id)).failure().code == "damaged"
        assert await backups.content(other.id) == Success(CONTENT)
