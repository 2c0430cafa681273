"""What every store of archives in the making promises."""

from collections.abc import Sequence
from dataclasses import replace
from typing import BinaryIO

import pytest
from returns.result import Failure, Success

from application.ports.backup_pieces import BackupPieces, PiecedBackup
from application.ports.backups import Backups
from contracts.samples import NOON
from domain.backups import BackupFailed


def join(pieces: Sequence[BinaryIO], out: BinaryIO) -> None:
    out.writelines(b"[" + piece.read() + b"]" for piece in pieces)


def pieced(backup_id: str, pieces: int) -> PiecedBackup:
    numbers = tuple(range(pieces))
    return PiecedBackup(backup_id, "ss-dev", "run_backup", ("Продажи",), NOON, numbers, join)


class BackupPiecesContract:
    """Fixtures of the adapter: `backup_pieces`, and `backups`, where archives appear."""

    @pytest.mark.parametrize("backup_id", ["nothing", "", "..", "../x", "a\x00b", "a" * 5_000])
    async def test_unknown_archive_is_unknown(
        self, backup_pieces: BackupPieces, backup_id: str
    ) -> None:
        assert await backup_pieces.put(backup_id, 0, b"x") == Failure(BackupFailed("unknown"))
        combined = await backup_pieces.combine(pieced(backup_id, 1))
        assert combined.failure().code == "damaged"
        await backup_pieces.drop(backup_id)

    async def test_pieces_become_one_archive(
        self, backup_pieces: BackupPieces, backups: Backups
    ) -> None:
        own_id = (await backup_pieces.begin("ss-dev", NOON)).unwrap()
        for number, content in ((1, b"second"), (0, b"first"), (2, b"")):
            assert await backup_pieces.put(own_id, number, content) == Success(None)
        assert (await backups.get(own_id)).failure().code == "unknown"
        made = (await backup_pieces.combine(pieced(own_id, 3))).unwrap()
        assert (made.id, made.titles, made.made_at) == (own_id, ("Продажи",), NOON)
        assert await backups.content(own_id) == Success(b"[first][second][]")
        assert await backups.get(own_id) == Success(made)

    async def test_piece_can_be_replaced(
        self, backup_pieces: BackupPieces, backups: Backups
    ) -> None:
        """A step that a crash cut off runs again."""
        own_id = (await backup_pieces.begin("ss-dev", NOON)).unwrap()
        for content in (b"old", b"new"):
            await backup_pieces.put(own_id, 0, content)
        await backup_pieces.combine(pieced(own_id, 1))
        assert await backups.content(own_id) == Success(b"[new]")

    async def test_combined_twice_is_one_archive(
        self, backup_pieces: BackupPieces, backups: Backups
    ) -> None:
        own_id = (await backup_pieces.begin("ss-dev", NOON)).unwrap()
        await backup_pieces.put(own_id, 0, b"x")
        made = await backup_pieces.combine(pieced(own_id, 1))
        assert await backup_pieces.combine(pieced(own_id, 1)) == made
        assert await backups.all() == (made.unwrap(),)

    async def test_missing_piece_is_damage(
        self, backup_pieces: BackupPieces, backups: Backups
    ) -> None:
        own_id = (await backup_pieces.begin("ss-dev", NOON)).unwrap()
        await backup_pieces.put(own_id, 1, b"second")
        assert (await backup_pieces.combine(pieced(own_id, 2))).failure().code == "damaged"
        assert await backups.all() == ()
        await backup_pieces.put(own_id, 0, b"first")
        assert isinstance(await backup_pieces.combine(pieced(own_id, 2)), Success)

    async def test_dropped_archive_is_gone(
        self, backup_pieces: BackupPieces, backups: Backups
    ) -> None:
        own_id = (await backup_pieces.begin("ss-dev", NOON)).unwrap()
        await backup_pieces.put(own_id, 0, b"x")
        await backup_pieces.drop(own_id)
        assert await backup_pieces.put(own_id, 0, b"x") == Failure(BackupFailed("unknown"))
        assert await backups.all() == ()

    async def test_two_in_the_making_are_apart(
        self, backup_pieces: BackupPieces, backups: Backups
    ) -> None:
        one, other = [(await backup_pieces.begin("ss-dev", NOON)).unwrap() for _ in range(2)]
        assert one != other
        await backup_pieces.put(one, 0, b"one")
        await backup_pieces.put(other, 0, b"other")
        await backup_pieces.combine(replace(pieced(one, 1), titles=()))
        assert await backups.content(one) == Success(b"[one]")
        assert (await backups.get(other)).failure().code == "unknown"
