from contracts.stores import InMemory, InSqlite
from contracts.turns import TurnsContract


class TestMemoryTurns(TurnsContract, InMemory): ...


class TestSqliteTurns(TurnsContract, InSqlite): ...
