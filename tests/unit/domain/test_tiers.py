import pytest

from domain.tiers import (
    CallEnvironment,
    Tier,
    environment_of_call,
    is_lowered,
    match_environment,
    strictest,
    tier_of,
    write_tier,
)


@pytest.mark.parametrize("name", ["nonprod", "non-prod", "nonproduction", "not_prod"])
def test_a_name_that_contains_prod_is_prod(name: str) -> None:
    """N01: the rule is literal and errs on the strict side."""
    assert tier_of(name, None) is Tier.PROD


@pytest.mark.parametrize(
    "name", ["test", "TEST", "testing", "autotest", "stage", "staging", "STAGE-2"]
)
def test_test_and_stage_are_staging(name: str) -> None:
    """N04."""
    assert tier_of(name, None) is Tier.STAGING


def test_a_name_that_says_nothing_is_held_to_prod() -> None:
    """N04: 'stg' contains none of the marks."""
    assert tier_of("stg", None) is None
    assert write_tier(tier_of("stg", None)) is Tier.PROD


@pytest.mark.parametrize("name", ["latest", "contest", "attestation", "fastest-bi", "greatest"])
def test_test_inside_a_word_counts(name: str) -> None:
    """N06."""
    assert tier_of(name, None) is Tier.STAGING


def test_prod_is_looked_for_first() -> None:
    """N06."""
    assert tier_of("latest-prod", None) is Tier.PROD
    assert tier_of("dev-prod", None) is Tier.PROD
    assert tier_of("dev-test", None) is Tier.STAGING


@pytest.mark.parametrize("name", ["PROD", "`Prod`", " prod ", "Production-EU", "prod\u200b"])
def test_spelling_does_not_hide_prod(name: str) -> None:
    """N07."""
    assert tier_of(name, None) is Tier.PROD


@pytest.mark.parametrize("name", ["ss-dev", "DEV", "localhost", "my-local"])
def test_dev_and_local_are_dev(name: str) -> None:
    assert tier_of(name, None) is Tier.DEV


def test_an_explicit_setting_wins() -> None:
    """N11."""
    assert tier_of("bi-eu", Tier.PROD) is Tier.PROD
    assert tier_of("prod-sandbox", Tier.DEV) is Tier.DEV


def test_only_less_care_than_the_name_asks_for_is_lowering() -> None:
    """N11."""
    assert is_lowered("prod-sandbox", Tier.DEV)
    assert is_lowered("test-1", Tier.DEV)
    assert not is_lowered("test-1", Tier.PROD)
    assert not is_lowered("prod-1", Tier.PROD)
    assert not is_lowered("bi-eu", Tier.DEV)
    assert not is_lowered("prod-1", None)


def test_known_tiers_are_written_as_they_are() -> None:
    assert [write_tier(tier) for tier in Tier] == list(Tier)


@pytest.mark.parametrize(
    ("tiers", "expected"),
    [
        ([Tier.DEV, Tier.PROD], Tier.PROD),
        ([Tier.STAGING, Tier.DEV], Tier.STAGING),
        ([Tier.DEV, None], None),
        ([None, Tier.PROD], Tier.PROD),
        ([], None),
    ],
)
def test_the_strictest_environment_decides(tiers: list[Tier | None], expected: Tier | None) -> None:
    assert strictest(tiers) is expected


def test_env_resolution() -> None:
    """The argument, then the message, then the page."""
    named = ("ss-prod", "ss-staging", "ss-dev")
    assert environment_of_call(*named) == CallEnvironment("ss-prod", "argument")
    assert environment_of_call(None, *named[1:]) == CallEnvironment("ss-staging", "turn")
    assert environment_of_call(None, None, "ss-dev") == CallEnvironment("ss-dev", "context")


@pytest.mark.parametrize("nothing", [None, "", " "])
def test_there_is_no_default_environment(nothing: str | None) -> None:
    """N10."""
    assert environment_of_call(nothing, nothing, nothing) is None


@pytest.mark.parametrize("spelling", ["Prod", "PROD ", "`prod`", "prod\u200b", '"prod"', "«PROD»"])
def test_a_models_spelling_finds_the_registered_one(spelling: str) -> None:
    """N07."""
    assert match_environment(spelling, ["dev", "prod", "prod-eu"]) == "prod"


@pytest.mark.parametrize("spelling", ["production", "pro", "prod-e", "prd", "", "``", "ргоd"])
def test_a_similar_environment_is_never_taken(spelling: str) -> None:
    """N07, N10: the caller asks instead."""
    assert match_environment(spelling, ["dev", "prod", "prod-eu"]) is None


def test_an_exact_id_wins_over_one_of_another_case() -> None:
    assert match_environment("Prod", ["prod", "Prod"]) == "Prod"


def test_two_that_fit_are_no_match() -> None:
    assert match_environment("PROD", ["prod", "Prod"]) is None
