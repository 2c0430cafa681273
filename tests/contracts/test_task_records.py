from contracts.stores import InMemory, InSqlite
from contracts.task_records import TaskRecordsContract


class TestMemoryTaskRecords(TaskRecordsContract, InMemory): ...


class TestSqliteTaskRecords(TaskRecordsContract, InSqlite): ...
