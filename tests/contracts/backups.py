"""What every store of archives promises."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from returns.result import Failure, Success

from application.ports.backups import Backups
from contracts.samples import NOON, later
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

    async def test_archive_can_be_read_as_a_file(self, backups: Backups) -> None:
        kept = (await backups.keep(NEW)).unwrap()
        with (await backups.open(kept.id)).unwrap() as archive:
            assert archive.read(4) == CONTENT[:4]
            archive.seek(0)
            assert archive.read() == CONTENT

    @pytest.mark.parametrize("backup_id", ["nothing", "..", "../secret", "a\x00b"])
    async def test_unknown_archive_cannot_be_opened_or_removed(
        self, backups: Backups, backup_id: str
    ) -> None:
        assert await backups.open(backup_id) == Failure(BackupFailed("unknown"))
        await backups.remove(backup_id)

    async def test_changed_archive_is_not_opened(self, backups: Backups, damage: Damage) -> None:
        kept = (await backups.keep(NEW)).unwrap()
        damage(kept.id, CONTENT[:-1])
        assert (await backups.open(kept.id)).failure().code == "damaged"

    async def test_archives_are_listed_newest_first(self, backups: Backups) -> None:
        assert await backups.all() == ()
        ids = [
            (await backups.keep(replace(NEW, made_at=later(hours=hours)))).unwrap().id
            for hours in (1, 3, 2)
        ]
        assert [backup.id for backup in await backups.all()] == [ids[1], ids[2], ids[0]]

    async def test_removed_archive_is_gone(self, backups: Backups) -> None:
        one, other = [(await backups.keep(NEW)).unwrap() for _ in range(2)]
        for _ in range(2):
            await backups.remove(one.id)
        assert await backups.get(one.id) == Failure(BackupFailed("unknown"))
        assert await backups.all() == (other,)
        assert (await backups.keep(NEW)).unwrap().id not in {one.id, other.id}
