"""What every Descriptions adapter promises."""

from dataclasses import replace

import pytest
from returns.result import Success

from contracts.superset_world import (
    COMMON_FAULTS,
    ChartToAdd,
    DatasetToAdd,
    SupersetWorld,
    faults_of,
    opened,
)
from domain.descriptions import DescribedDataset
from domain.roles import Role
from domain.superset import SupersetFault

NOBODY = "999999999"


def said_of(dataset: DescribedDataset) -> dict[str, str | None]:
    return {column.name: column.description for column in dataset.columns}


class DescriptionsContract:
    @pytest.fixture
    def dataset(self, world: SupersetWorld) -> str:
        return world.dataset(DatasetToAdd("cities", world.database()))

    @pytest.fixture
    def chart(self, world: SupersetWorld, dataset: str) -> str:
        return world.chart(ChartToAdd("Described", dataset))

    async def test_new_dataset_tells_its_columns_and_no_more(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        found = (await opened(world).descriptions.dataset(dataset)).unwrap()
        assert (found.id, found.title, found.sql, found.description) == (
            dataset,
            "cities",
            None,
            None,
        )
        assert said_of(found) == {"name": None, "people": None, "area": None}
        assert found.changed_at == (await opened(world).datasets.get(dataset)).unwrap().changed_at

    async def test_described_columns_stand_beside_the_others(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        descriptions = opened(world).descriptions
        known = (await descriptions.dataset(dataset)).unwrap()
        ids = {column.name: column.id for column in known.columns}
        wanted = {ids["name"]: "Название города"}
        assert await descriptions.describe_dataset(known, "Города", wanted) == Success(None)
        found = (await descriptions.dataset(dataset)).unwrap()
        assert found.description == "Города"
        assert said_of(found) == {"name": "Название города", "people": None, "area": None}
        assert [replace(column, description=None) for column in found.columns] == [
            replace(column, description=None) for column in known.columns
        ]
        assert found.changed_at > known.changed_at

    async def test_later_description_leaves_the_earlier(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        descriptions = opened(world).descriptions
        known = (await descriptions.dataset(dataset)).unwrap()
        ids = {column.name: column.id for column in known.columns}
        await descriptions.describe_dataset(known, None, {ids["name"]: "first"})
        await descriptions.describe_dataset(known, None, {ids["area"]: "second"})
        found = said_of((await descriptions.dataset(dataset)).unwrap())
        assert found == {"name": "first", "people": None, "area": "second"}

    async def test_none_takes_descriptions_away(
        self, world: SupersetWorld, dataset: str, chart: str
    ) -> None:
        descriptions = opened(world).descriptions
        known = (await descriptions.dataset(dataset)).unwrap()
        first = known.columns[0].id
        await descriptions.describe_dataset(known, "text", {first: "text"})
        await descriptions.describe_dataset(known, None, {first: None})
        found = (await descriptions.dataset(dataset)).unwrap()
        assert (found.description, set(said_of(found).values())) == (None, {None})
        await descriptions.describe_chart(chart, "text")
        await descriptions.describe_chart(chart, None)
        assert (await descriptions.chart(chart)).unwrap().description is None

    async def test_without_columns_they_are_not_touched(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        descriptions = opened(world).descriptions
        known = (await descriptions.dataset(dataset)).unwrap()
        stale = replace(known, columns=())
        assert await descriptions.describe_dataset(stale, "only this", {}) == Success(None)
        found = (await descriptions.dataset(dataset)).unwrap()
        assert found.description == "only this"
        assert len(found.columns) == 3

    async def test_columns_that_are_not_there_are_refused(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        descriptions = opened(world).descriptions
        known = (await descriptions.dataset(dataset)).unwrap()
        strange = replace(known.columns[0], id=NOBODY, name="strange")
        odd = replace(known, columns=(*known.columns, strange))
        refused = await descriptions.describe_dataset(odd, "text", {NOBODY: "text"})
        assert refused.failure().fault is SupersetFault.REFUSED
        assert (await descriptions.dataset(dataset)).unwrap() == known

    async def test_chart_is_described(self, world: SupersetWorld, chart: str) -> None:
        descriptions = opened(world).descriptions
        before = (await descriptions.chart(chart)).unwrap()
        assert (before.title, before.viz_type, before.description) == ("Described", "table", None)
        assert await descriptions.describe_chart(chart, "Что это 🚀") == Success(None)
        after = (await descriptions.chart(chart)).unwrap()
        assert after.description == "Что это 🚀"
        assert after.changed_at > before.changed_at
        assert (after.uuid, after.form) == (before.uuid, before.form)

    @pytest.mark.parametrize("unknown", [NOBODY, "cities", ""])
    async def test_unknown_objects_are_not_found(self, world: SupersetWorld, unknown: str) -> None:
        descriptions = opened(world).descriptions
        faults = {
            (await descriptions.dataset(unknown)).failure().fault,
            (await descriptions.chart(unknown)).failure().fault,
            (await descriptions.describe_chart(unknown, "text")).failure().fault,
        }
        assert faults == {SupersetFault.NOT_FOUND}

    async def test_dataset_that_is_gone_is_not_found(
        self, world: SupersetWorld, dataset: str
    ) -> None:
        superset = opened(world)
        known = (await superset.descriptions.dataset(dataset)).unwrap()
        assert await superset.datasets.delete(dataset) == Success(None)
        gone = await superset.descriptions.describe_dataset(known, "text", {})
        assert gone.failure().fault is SupersetFault.NOT_FOUND

    async def test_foreign_objects_may_not_be_described(
        self, world: SupersetWorld, dataset: str, chart: str
    ) -> None:
        descriptions = opened(world, Role.ANALYST).descriptions
        known = (await descriptions.dataset(dataset)).unwrap()
        refused = {
            (await descriptions.describe_dataset(known, "text", {})).failure().fault,
            (await descriptions.describe_chart(chart, "text")).failure().fault,
        }
        assert refused == {SupersetFault.FORBIDDEN}

    async def test_lost_answers_are_unknown(
        self, world: SupersetWorld, dataset: str, chart: str
    ) -> None:
        known = (await opened(world).descriptions.dataset(dataset)).unwrap()
        lost = await faults_of(
            world,
            SupersetFault.UNKNOWN_OUTCOME,
            lambda superset: superset.descriptions.describe_dataset(known, "maybe", {}),
            lambda superset: superset.descriptions.describe_chart(chart, "maybe"),
        )
        assert lost == {SupersetFault.UNKNOWN_OUTCOME}
        assert (await opened(world).descriptions.dataset(dataset)).unwrap().description == "maybe"

    @pytest.mark.parametrize("fault", COMMON_FAULTS)
    async def test_common_faults_are_named(
        self, world: SupersetWorld, dataset: str, chart: str, fault: SupersetFault
    ) -> None:
        faults = await faults_of(
            world,
            fault,
            lambda superset: superset.descriptions.dataset(dataset),
            lambda superset: superset.descriptions.chart(chart),
        )
        assert faults == {fault}
