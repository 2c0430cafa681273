from contracts.results import ResultsContract
from contracts.stores import InMemory, InSqlite


class TestMemoryResults(ResultsContract, InMemory): ...


class TestSqliteResults(ResultsContract, InSqlite): ...
