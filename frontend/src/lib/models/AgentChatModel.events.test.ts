import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { event, eventNames, metadata, modelFixture } from '../../testing/fixtures';
import { FakeService, frame, stream } from '../../testing/service';
import { AgentChatModel } from './AgentChatModel.svelte';
import type { ConfirmRequired } from './AgentChatTypes';
import type { Part } from './AgentChatTimeline';

let chat: AgentChatModel;
beforeEach(() => {
  chat = new AgentChatModel({ api: new FakeService().api });
});
afterEach(() => chat.dispose());

const parts = () => chat.turns.at(-1)?.parts ?? [];
const part = <K extends Part['kind']>(kind: K) =>
  parts().find((p): p is Extract<Part, { kind: K }> => p.kind === kind);
const confirm = (fields = {}): ConfirmRequired => ({
  ...event('confirm_required'),
  metadata: metadata(fields)
});

describe('every event of the specification', () => {
  it.each(eventNames)('%s is taken and changes its turn', (name) => {
    chat.apply(event(name), 1);
    expect(chat.turns).toHaveLength(1);
    expect(chat.turns[0]?.turnId).toBe(event(name).turn_id);
    expect(chat.lastEventId).toBe(1);
  });

  it('keeps what each says', () => {
    for (const name of ['turn_started', 'pipeline_result', 'tool_start', 'tool_retry'] as const)
      chat.apply(event(name));
    expect(chat.state).toBe('streaming');
    expect(part('tool')?.call).toMatchObject({ status: 'retrying', retryCount: 1, maxRetries: 1 });
    for (const name of ['tool_end', 'token', 'token', 'done'] as const) chat.apply(event(name));
    expect(chat.turns[0]?.pipeline?.excluded).toHaveLength(2);
    expect(part('tool')?.call).toMatchObject({ status: 'completed', summary: '3 dashboards on ss-dev' });
    expect(part('text')?.text).toBe('Three dashboards Three dashboards ');
    expect(chat.turns[0]?.usage).toMatchObject({ model_calls: 2 });
    expect(chat.state).toBe('idle');
  });

  it('shows the text of done when no token came', () => {
    chat.apply(event('done'));
    expect(part('text')?.text).toBe('Three dashboards are about sales.');
  });

  it('drops a number that it has seen', () => {
    chat.apply(event('token'), 1);
    chat.apply(event('token'), 1);
    expect(part('text')?.text).toBe('Three dashboards ');
  });

  it('is an error after an error', () => {
    chat.apply(event('error'));
    expect(chat.state).toBe('error');
    expect(part('error')?.code).toBe('model_unavailable');
  });
});

describe('calls that went wrong', () => {
  it('offers a retry for a read that failed twice', () => {
    chat.apply(event('tool_error'));
    expect(part('tool')?.call).toMatchObject({ status: 'failed', retryable: true });
  });

  it.each([{ retryable: true }, { retryable: false }])(
    'never offers one for a write that timed out: %o',
    (fields) => {
      chat.apply(event('tool_timeout', { ...fields, status_unknown: false }));
      expect(part('tool')?.call).toMatchObject({ status: 'timeout', retryable: false, statusUnknown: true });
    }
  );

  it('offers one for a read that timed out', () => {
    const read = { is_write_tool: false, retryable: true, status_unknown: false };
    chat.apply(event('tool_timeout', { ...read }));
    expect(part('tool')?.call).toMatchObject({ status: 'timeout', retryable: true, statusUnknown: false });
  });

  it('never offers one where the status is unknown', () => {
    chat.apply(event('tool_error', { status_unknown: true }));
    expect(part('tool')?.call).toMatchObject({ retryable: false, statusUnknown: true });
  });

  it('does not leave a call running when the turn is over', () => {
    chat.apply(event('tool_start'));
    chat.apply(event('done'));
    expect(part('tool')?.call.status).toBe('cancelled');
  });
});

describe('a confirmation', () => {
  it('waits until it is answered', () => {
    chat.apply(confirm());
    chat.apply(event('done', { finish_reason: 'awaiting_confirmation' }));
    expect(chat.state).toBe('awaiting_confirmation');
    chat.apply(event('confirm_resolved'));
    expect(chat.state).toBe('streaming');
    expect(chat.waiting).toBeNull();
  });

  it('leaves a line and a cancelled call after a denial', () => {
    chat.apply(confirm());
    chat.apply(event('confirm_resolved'));
    chat.apply(event('tool_cancelled'));
    expect(parts().map(({ kind }) => kind)).toEqual(['confirmation', 'tool', 'operation_cancelled']);
    expect(part('tool')?.call.status).toBe('cancelled');
    expect(part('confirmation')?.resolution).toMatchObject({ decision: 'deny', reason: 'Wrong dashboard' });
  });

  it.each(['expired', 'cancelled', 'replaced'] as const)('says so when it is %s', (decision) => {
    chat.apply(confirm());
    chat.apply(event('confirm_resolved', { decision }));
    expect(part('confirmation')?.resolution?.decision).toBe(decision);
    expect(part('operation_cancelled')).toBeUndefined();
  });

  it('becomes a refusal when the permission is not granted', () => {
    chat.apply(confirm({ permission_granted: false, alternatives: [{ action: 'a', prompt: 'p' }] }));
    expect(part('confirmation')).toBeUndefined();
    expect(part('denied')?.metadata.required_role).toBe('admin');
    expect(chat.waiting).toBeNull();
    expect(chat.permissionAlternatives).toEqual([{ action: 'a', prompt: 'p' }]);
  });

  it('expires by the clock', () => {
    vi.useFakeTimers();
    chat.apply(confirm({ expires_at: new Date(Date.now() + 5000).toISOString() }));
    expect(chat.waitingExpired).toBe(false);
    vi.advanceTimersByTime(6000);
    expect(chat.waitingExpired).toBe(true);
    expect(chat.decide('deny')).toBe(false);
    vi.useRealTimers();
  });
});

describe('the countdown of a dangerous call', () => {
  interface Fixture {
    steps: { after_s: number; expected: Record<string, unknown> & { canApprove: boolean } }[];
  }
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(modelFixture<Fixture>('dangerous_countdown').steps)('after $after_s s', ({ after_s, expected }) => {
    const service = new FakeService().on('POST /api/agent/conversations/C1/decisions', () => stream([]));
    chat = new AgentChatModel({ api: service.api });
    chat.conversationId = 'C1';
    chat.apply(confirm());
    vi.advanceTimersByTime(after_s * 1000);
    const { canApprove, ...atoms } = expected;
    expect(chat).toMatchObject(atoms);
    expect(chat.decide('approve')).toBe(canApprove);
  });

  it('does not run for a write that is not dangerous, and ends with its confirmation', () => {
    chat.apply(confirm({ dangerous: false }));
    expect(chat.dangerousCountdownActive).toBe(false);
    chat.apply(confirm({ confirmation_id: 'other' }));
    expect(chat.dangerousCountdown).toBe(10);
    chat.apply(event('confirm_resolved', { confirmation_id: 'other' }));
    expect(chat.dangerousCountdownActive).toBe(false);
  });
});

describe('a long stream', () => {
  it('V01: is applied in one step per paint and leaves other turns alone', () => {
    let flush: () => void = () => undefined;
    const paints = vi.fn((run: () => void) => {
      flush = run;
      return () => undefined;
    });
    chat = new AgentChatModel({ api: new FakeService().api, schedule: paints });
    chat.apply(event('done', { turn_id: 'older' }), 1);
    const older = chat.turns[0];
    const receive = (id: number) => chat.receive(frame(id, { type: 'token', text: 'x' }));
    for (let id = 2; id <= 501; id++) receive(id);
    expect(paints).toHaveBeenCalledTimes(1);
    flush();
    expect(part('text')?.text).toHaveLength(500);
    expect(chat.turns[0]).toBe(older);
  });
});
