"""
A table at the end of the run: how many tests each port's suite ran on each adapter.

A suite that was collected for an adapter and ran nothing (all skipped) fails the run: green would
mean that the adapter was tested. With --every-adapter, so does one that was deselected.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from architecture.ports import runs


@dataclass(frozen=True, order=True)
class Row:
    """A suite on an adapter, by the names of their classes."""

    port: str
    adapter: str


@dataclass(eq=False)
class ContractReport:
    """Counts while the tests run."""

    must_all_run: bool
    rows: dict[str, Row] = field(default_factory=dict)
    deselected: Counter[Row] = field(default_factory=Counter)
    ran: Counter[Row] = field(default_factory=Counter)
    failed: Counter[Row] = field(default_factory=Counter)
    skipped: Counter[Row] = field(default_factory=Counter)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        row = _row(item)
        if row is not None:
            self.rows[item.nodeid] = row

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.deselected.update(row for item in items if (row := _row(item)) is not None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        row = self.rows.get(report.nodeid)
        if row is None:
            return
        # A failing fixture is a failure of its test, which then has no call phase.
        if report.when == "call" and not report.skipped:
            self.ran[row] += 1
        if report.failed:
            self.failed[row] += 1
        if report.skipped:
            self.skipped[row] += 1

    def silent(self) -> list[Row]:
        """Rows that must have run something and did not."""
        if self.must_all_run:
            called_for = self.known()
        else:
            called_for = {row for row in self.rows.values() if self.skipped[row]}
        return sorted(row for row in called_for if not self.ran[row])

    def known(self) -> set[Row]:
        """Rows of this run; when all must run, also those whose module was not even collected."""
        written = runs() if self.must_all_run else []
        return set(self.rows.values()) | {
            _named(base, run.name)
            for run in written
            for base in run.bases
            if base.endswith("Contract")
        }

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        is_listing = session.config.option.collectonly
        if not is_listing and self.silent() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.ran and not self.silent():
            return
        terminalreporter.section("tests per port and adapter")
        silent = self.silent()
        rows = sorted(self.known())
        ports = max(len(row.port) for row in rows)
        adapters = max(len(row.adapter) for row in rows)
        for row in rows:
            notes = [
                f"{count} {what}"
                for what, counted in (
                    ("failed", self.failed),
                    ("skipped", self.skipped),
                    ("deselected", self.deselected),
                )
                if (count := counted[row])
            ]
            if row in silent:
                notes.append("NOTHING RAN")
            line = f"{row.port:{ports}}  {row.adapter:{adapters}}  {self.ran[row]:4} ran"
            terminalreporter.write_line(", ".join([line, *notes]), red=row in silent)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--every-adapter",
        action="store_true",
        help="fail when a contract suite ran on an adapter with no test at all",
    )


def pytest_configure(config: pytest.Config) -> None:
    must_all_run = bool(config.getoption("--every-adapter"))
    config.pluginmanager.register(ContractReport(must_all_run), "contract-report-counts")


def _row(item: pytest.Item) -> Row | None:
    """TestSqliteTurns(TurnsContract, ...) is the row Turns, SqliteTurns."""
    cls = item.cls if isinstance(item, pytest.Function) else None
    if cls is None:
        return None
    suite = next((base for base in cls.__mro__ if base.__name__.endswith("Contract")), None)
    if suite is None:
        return None
    return _named(suite.__name__, cls.__name__)


def _named(suite: str, cls: str) -> Row:
    return Row(suite.removesuffix("Contract"), cls.removeprefix("Test"))
