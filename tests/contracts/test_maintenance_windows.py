from contracts.maintenance_windows import MaintenanceWindowsContract
from contracts.stores import InMemory, InSqlite


class TestMemoryMaintenanceWindows(MaintenanceWindowsContract, InMemory): ...


class TestSqliteMaintenanceWindows(MaintenanceWindowsContract, InSqlite): ...
