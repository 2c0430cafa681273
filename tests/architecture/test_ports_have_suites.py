"""One port, one suite, run on every adapter."""

import pytest

from architecture.ports import DRIVING, Port, adapters_of, called_in, ports, runs, suites


@pytest.mark.parametrize("port", ports(), ids=lambda port: port.name)
def test_every_port_has_its_suite(port: Port) -> None:
    assert suites().get(f"{port.name}Contract") == port.suite


@pytest.mark.parametrize("port", ports(), ids=lambda port: port.name)
def test_every_adapter_runs_the_suite(port: Port) -> None:
    """TestHttpCharts runs ChartsContract on HttpCharts; what follows the name is free."""
    covering = [run.name for run in runs() if f"{port.name}Contract" in run.bases]
    left_out = [
        adapter
        for adapter in adapters_of(port.name)
        if not any(name.startswith(f"Test{adapter.name}") for name in covering)
    ]
    assert covering
    assert left_out == []


@pytest.mark.parametrize("port", ports(), ids=lambda port: port.name)
def test_a_suite_calls_every_method_of_its_port(port: Port) -> None:
    assert port.methods
    assert port.methods - called_in(port.suite) == set()


def test_suites_are_named_after_ports() -> None:
    known = {f"{port.name}Contract" for port in ports()}
    assert {suite for suite in suites() if suite not in known} == set()


def test_ports_and_adapters_are_found() -> None:
    """The tests above would hold of nothing at all."""
    assert {"Turns", "EventFeed", "Dashboards"} <= {port.name for port in ports()}
    assert {"SqliteTurns", "MemoryTurns"} <= {adapter.name for adapter in adapters_of("Turns")}
    assert DRIVING.isdisjoint(port.name for port in ports())
    assert all(adapters_of(port.name) for port in ports()), "a port that nothing stands behind"
    assert "FanOut" in {adapter.name for adapter in adapters_of("EventFeed")}


@pytest.mark.parametrize(
    "port", [port for port in ports() if port.suite.startswith("superset_")], ids=lambda p: p.name
)
def test_every_superset_port_runs_on_both_releases(port: Port) -> None:
    """On the newest Superset, and on the older one that people still run."""
    suite = f"{port.name}Contract"
    worlds = {base for run in runs() if suite in run.bases for base in run.bases} - {suite}
    assert worlds >= {"InMemorySuperset", "OnRealSuperset", "OnSuperset5"}
