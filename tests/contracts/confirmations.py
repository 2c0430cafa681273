"""What every store of confirmations promises."""

import asyncio
from dataclasses import replace

import pytest
from returns.pipeline import is_successful
from returns.result import Failure, Success

from application.ports.confirmations import Confirmations
from contracts.samples import (
    DIGEST,
    NOON,
    approval,
    closing,
    confirmation,
    denial,
    execution,
    intent,
    later,
)
from domain.confirmation import ClaimRefused, ConfirmationState, Decision, Verdict
from domain.superset import JsonValue

UNKNOWN = Failure(ClaimRefused("confirmation_unknown"))
DECIDED = Failure(ClaimRefused("already_decided"))
EXPIRED = Failure(ClaimRefused("confirmation_expired"))
MISMATCH = Failure(ClaimRefused("digest_mismatch"))


class ConfirmationsContract:
    async def test_unknown_one_cannot_be_claimed_or_closed(
        self, confirmations: Confirmations
    ) -> None:
        assert await confirmations.get("k1") is None
        assert await confirmations.claim("k1", approval(), NOON) == UNKNOWN
        assert await confirmations.close("k1", closing()) == UNKNOWN
        assert await confirmations.intend(intent()) == DECIDED

    async def test_expired_one_cannot_be_claimed(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        assert await confirmations.claim("k1", approval(), later(minutes=30)) == EXPIRED
        assert await confirmations.claim("k1", denial(), later(days=9)) == EXPIRED
        assert await confirmations.waiting("c1") == confirmation()

    @pytest.mark.parametrize("digest", [None, "", "sha256:" + "b" * 64, DIGEST.upper()])
    async def test_wrong_digest_does_not_approve(
        self, confirmations: Confirmations, digest: str | None
    ) -> None:
        await confirmations.add(confirmation())
        assert await confirmations.claim("k1", approval(digest=digest), NOON) == MISMATCH
        assert is_successful(await confirmations.claim("k1", approval(), NOON))

    async def test_second_decision_is_refused(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        await confirmations.claim("k1", approval(), NOON)
        assert await confirmations.claim("k1", approval(), NOON) == DECIDED
        assert await confirmations.claim("k1", denial(), NOON) == DECIDED

    async def test_of_100_approvals_at_once_one_wins(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        decisions = [approval(f"user-{n}") for n in range(100)]
        claimed = await asyncio.gather(
            *(confirmations.claim("k1", decision, NOON) for decision in decisions)
        )
        winners = [one.unwrap() for one in claimed if is_successful(one)]
        assert [winner.state for winner in winners] == [ConfirmationState.CLAIMED]
        assert [one for one in claimed if not is_successful(one)] == [DECIDED] * 99
        assert await confirmations.get("k1") == winners[0]

    async def test_of_100_intents_at_once_one_runs(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        await confirmations.claim("k1", approval(), NOON)
        intended = await asyncio.gather(
            *(confirmations.intend(intent(action_id=f"a{n}")) for n in range(100))
        )
        assert sum(map(is_successful, intended)) == 1
        assert [one for one in intended if not is_successful(one)] == [DECIDED] * 99

    async def test_closing_and_claiming_at_once_one_wins(
        self, confirmations: Confirmations
    ) -> None:
        for n in range(20):
            own_id = f"k{n}"
            await confirmations.add(confirmation(own_id))
            closed, claimed = await asyncio.gather(
                confirmations.close(own_id, closing()),
                confirmations.claim(own_id, approval(), NOON),
            )
            # A claimed one may still be closed; a closed one must not be claimed.
            assert is_successful(closed)
            found = await confirmations.get(own_id)
            assert found is not None
            assert found.state is ConfirmationState.CLOSED
            assert is_successful(claimed) or claimed == DECIDED

    async def test_action_is_found_once_it_has_ended(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        await confirmations.claim("k1", approval(), NOON)
        await confirmations.intend(intent())
        assert await confirmations.execution("a1") is None
        await confirmations.record(execution())
        assert await confirmations.execution("a1") == execution()
        assert await confirmations.execution("a2") is None

    async def test_action_is_undone_once(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        await confirmations.claim("k1", approval(), NOON)
        await confirmations.intend(intent())
        assert await confirmations.mark_undone("a1", "a9") is False
        await confirmations.record(execution())
        assert await confirmations.undone("c1") == ()
        marked = await asyncio.gather(
            *(confirmations.mark_undone("a1", f"a{n}") for n in range(10, 20))
        )
        assert sum(marked) == 1
        found = await confirmations.execution("a1")
        assert found is not None
        assert found == replace(execution(), undone_by=f"a{10 + marked.index(True)}")
        assert await confirmations.mark_undone("unknown", "a9") is False
        assert await confirmations.undone("c1") == ("a1",)
        assert await confirmations.undone("c2") == ()

    async def test_added_one_waits_as_it_was_shown(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        assert await confirmations.get("k1") == confirmation()
        assert await confirmations.waiting("c1") == confirmation()
        assert await confirmations.waiting("c2") is None

    async def test_claim_says_who_decided_what(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        claimed = await confirmations.claim("k1", approval("local:ann"), NOON)
        assert claimed == Success(
            replace(
                confirmation(),
                state=ConfirmationState.CLAIMED,
                verdict=Verdict.APPROVE,
                decided_by="local:ann",
            )
        )
        assert await confirmations.waiting("c1") is None

    async def test_refusing_needs_no_digest(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        claimed = (await confirmations.claim("k1", denial(), NOON)).unwrap()
        assert claimed.verdict is Verdict.DENY

    async def test_decision_about_another_digest_is_no_refusal(
        self, confirmations: Confirmations
    ) -> None:
        await confirmations.add(confirmation())
        stale = Decision(Verdict.DENY, "local:ann", "sha256:" + "b" * 64)
        assert await confirmations.claim("k1", stale, NOON) == MISMATCH

    async def test_late_approval_does_not_reach_the_next_call(
        self, confirmations: Confirmations
    ) -> None:
        """H13: the same tool asked again is another confirmation, and needs its own yes."""
        await confirmations.add(confirmation("k1"))
        await confirmations.close("k1", closing(Verdict.EXPIRED))
        await confirmations.add(confirmation("k2"))
        assert await confirmations.claim("k1", approval(), NOON) == EXPIRED
        waiting = await confirmations.waiting("c1")
        assert waiting is not None
        assert (waiting.id, waiting.state) == ("k2", ConfirmationState.WAITING)

    @pytest.mark.parametrize(
        ("verdict", "refused"),
        # Nobody decided one that was left to expire.
        [(Verdict.CANCELLED, DECIDED), (Verdict.REPLACED, DECIDED), (Verdict.EXPIRED, EXPIRED)],
    )
    async def test_closing_ends_one_that_waits(
        self, confirmations: Confirmations, verdict: Verdict, refused: Failure[ClaimRefused]
    ) -> None:
        await confirmations.add(confirmation())
        closed = (await confirmations.close("k1", closing(verdict))).unwrap()
        assert (closed.state, closed.verdict) == (ConfirmationState.CLOSED, verdict)
        assert await confirmations.close("k1", closing()) == DECIDED
        assert await confirmations.claim("k1", approval(), NOON) == refused
        assert await confirmations.waiting("c1") is None

    async def test_closing_ends_one_that_was_claimed(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        await confirmations.claim("k1", approval(), NOON)
        closed = (await confirmations.close("k1", closing(Verdict.REPLACED))).unwrap()
        assert (closed.state, closed.verdict) == (ConfirmationState.CLOSED, Verdict.REPLACED)
        assert await confirmations.intend(intent()) == DECIDED

    async def test_what_executes_cannot_be_closed(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        await confirmations.claim("k1", approval(), NOON)
        await confirmations.intend(intent())
        assert await confirmations.close("k1", closing()) == DECIDED
        await confirmations.record(execution())
        assert await confirmations.close("k1", closing()) == DECIDED

    async def test_one_that_waits_cannot_be_intended(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        assert await confirmations.intend(intent()) == DECIDED

    async def test_refused_one_is_never_executed(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        await confirmations.claim("k1", denial(), NOON)
        assert await confirmations.intend(intent()) == DECIDED

    async def test_second_intent_is_refused(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        await confirmations.claim("k1", approval(), NOON)
        assert await confirmations.intend(intent()) == Success(None)
        assert await confirmations.intend(intent(action_id="a2")) == DECIDED
        await confirmations.record(execution())
        assert await confirmations.intend(intent(action_id="a3")) == DECIDED

    async def test_it_goes_from_waiting_to_executed(self, confirmations: Confirmations) -> None:
        await confirmations.add(confirmation())
        await confirmations.claim("k1", approval(), NOON)
        await confirmations.intend(intent())
        found = await confirmations.get("k1")
        assert found is not None
        assert found.state is ConfirmationState.EXECUTING
        await confirmations.record(execution())
        found = await confirmations.get("k1")
        assert found is not None
        assert found.state is ConfirmationState.EXECUTED

    async def test_record_of_another_action_changes_nothing(
        self, confirmations: Confirmations
    ) -> None:
        await confirmations.add(confirmation())
        await confirmations.claim("k1", approval(), NOON)
        await confirmations.record(execution())
        await confirmations.intend(intent(action_id="a1"))
        await confirmations.record(execution(action_id="a2"))
        assert [one.id for one in await confirmations.cut_off()] == ["k1"]

    async def test_cut_off_are_the_claimed_and_the_executing(
        self, confirmations: Confirmations
    ) -> None:
        for own_id in ("k1", "k2", "k3", "k4", "k5"):
            await confirmations.add(confirmation(own_id))
        for own_id in ("k2", "k3", "k4"):
            await confirmations.claim(own_id, approval(), NOON)
        for own_id in ("k3", "k4"):
            await confirmations.intend(intent(own_id, f"a-{own_id}"))
        await confirmations.record(execution("k4", "a-k4"))
        await confirmations.close("k5", closing())
        found = [(one.id, one.state) for one in await confirmations.cut_off()]
        assert found == [("k2", ConfirmationState.CLAIMED), ("k3", ConfirmationState.EXECUTING)]

    async def test_card_comes_back_as_it_was_shown(self, confirmations: Confirmations) -> None:
        card: dict[str, JsonValue] = {
            "plan": {"resources": [{"old": None, "new": "Ж\u2028"}]},
            "n": 2**70,
        }
        await confirmations.add(replace(confirmation(), metadata=card))
        found = await confirmations.get("k1")
        assert found is not None
        assert found.metadata == card
