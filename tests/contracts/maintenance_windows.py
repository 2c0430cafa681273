"""What every store of maintenance windows promises."""

from dataclasses import replace

from application.ports.maintenance_windows import MaintenanceWindows
from contracts.samples import NOON, later
from domain.maintenance import Bannered, MaintenanceWindow

WINDOW = MaintenanceWindow(
    id="a1",
    env_id="ss-prod",
    text="Обновление 🚧",
    language="ru",
    started_at=NOON,
    until=later(hours=2),
    by="local:ann",
    dashboards=(
        Bannered("u1", "Sales", '{"ROOT_ID": {}}', '{"ROOT_ID": {"children": []}}'),
        Bannered("u2", "Пустой", None, "{}"),
    ),
)


class MaintenanceWindowsContract:
    async def test_environment_without_a_window_has_none(
        self, maintenance_windows: MaintenanceWindows
    ) -> None:
        assert await maintenance_windows.of("ss-prod") == ()
        assert await maintenance_windows.all() == ()
        await maintenance_windows.remove("a1")

    async def test_window_comes_back_as_it_was(
        self, maintenance_windows: MaintenanceWindows
    ) -> None:
        endless = replace(WINDOW, id="a2", env_id="ss-dev", until=None, dashboards=())
        await maintenance_windows.put(WINDOW)
        await maintenance_windows.put(endless)
        assert await maintenance_windows.of("ss-prod") == (WINDOW,)
        assert await maintenance_windows.all() == (endless, WINDOW)

    async def test_windows_of_an_environment_stand_side_by_side_oldest_first(
        self, maintenance_windows: MaintenanceWindows
    ) -> None:
        second = replace(WINDOW, id="a0", started_at=later(hours=1))
        twin = replace(WINDOW, id="a9")
        for window in (second, twin, WINDOW):
            await maintenance_windows.put(window)
        assert await maintenance_windows.of("ss-prod") == (WINDOW, twin, second)
        assert await maintenance_windows.all() == (WINDOW, twin, second)

    async def test_new_state_of_a_window_replaces_the_last(
        self, maintenance_windows: MaintenanceWindows
    ) -> None:
        longer = replace(WINDOW, until=later(hours=5))
        await maintenance_windows.put(WINDOW)
        await maintenance_windows.put(longer)
        assert await maintenance_windows.all() == (longer,)

    async def test_removed_window_is_gone_alone(
        self, maintenance_windows: MaintenanceWindows
    ) -> None:
        await maintenance_windows.put(WINDOW)
        await maintenance_windows.put(replace(WINDOW, id="a2"))
        await maintenance_windows.remove("a1")
        assert [window.id for window in await maintenance_windows.all()] == ["a2"]
