from contracts.environment_records import EnvironmentRecordsContract
from contracts.stores import InMemory, InSqlite


class TestMemoryEnvironmentRecords(EnvironmentRecordsContract, InMemory): ...


class TestSqliteEnvironmentRecords(EnvironmentRecordsContract, InSqlite): ...
