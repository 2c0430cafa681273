from contracts.run_facts import RunFactsContract
from contracts.stores import InMemory, InSqlite


class TestMemoryRunFacts(RunFactsContract, InMemory): ...


class TestSqliteRunFacts(RunFactsContract, InSqlite): ...
