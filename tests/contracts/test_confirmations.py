from contracts.confirmations import ConfirmationsContract
from contracts.stores import InMemory, InSqlite


class TestMemoryConfirmations(ConfirmationsContract, InMemory): ...


class TestSqliteConfirmations(ConfirmationsContract, InSqlite): ...
