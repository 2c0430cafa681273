from contracts.client_names import ClientNamesContract
from contracts.stores import InMemory, InSqlite


class TestMemoryClientNames(ClientNamesContract, InMemory): ...


class TestSqliteClientNames(ClientNamesContract, InSqlite): ...
