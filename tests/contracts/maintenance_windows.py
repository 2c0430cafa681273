"""What every store of maintenance windows promises."""

from dataclasses import replace

from application.ports.maintenance_windows import MaintenanceWindows
from contracts.samples import NOON, later
from domain.maintenance import Bannered, MaintenanceWindow

WINDOW = MaintenanceWindow(
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
        assert await maintenance_windows.get("ss-prod") is None
        assert await maintenance_windows.all() == ()
        await maintenance_windows.remove("ss-prod")

    async def test_window_comes_back_as_it_was(
        self, maintenance_windows: MaintenanceWindows
    ) -> None:
        endless = replace(WINDOW, env_id="ss-dev", until=None, dashboards=())
        await maintenance_windows.put(WINDOW)
        await maintenance_windows.put(endless)
        assert await maintenance_windows.get("ss-prod") == WINDOW
        assert await maintenance_windows.all() == (endless, WINDOW)

    async def test_new_window_replaces_the_last(
        self, maintenance_windows: MaintenanceWindows
    ) -> None:
        longer = replace(WINDOW, until=later(hours=5))
        await maintenance_windows.put(WINDOW)
        await maintenance_windows.put(longer)
        assert await maintenance_windows.all() == (longer,)

    async def test_removed_window_is_gone(self, maintenance_windows: MaintenanceWindows) -> None:
        await maintenance_windows.put(WINDOW)
        await maintenance_windows.put(replace(WINDOW, env_id="ss-dev"))
        await maintenance_windows.remove("ss-prod")
        assert [window.env_id for window in await maintenance_windows.all()] == ["ss-dev"]
