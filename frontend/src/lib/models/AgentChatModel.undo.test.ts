import { expect, it } from 'vitest';
import { event, metadata } from '../../testing/fixtures';
import { conversation, FakeService, frame, json, problem, stream } from '../../testing/service';
import { AgentChatModel } from './AgentChatModel.svelte';
import { isSaid, isUndoable, newTurn } from './AgentChatTimeline';

const UNDO = 'POST /api/agent/actions/a1/undo';
const settle = () => new Promise((resolve) => setTimeout(resolve));

function finished(service: FakeService, undo: 'snapshot' | 'none' = 'snapshot') {
  const schedule = (flush: () => void) => {
    flush();
    return () => undefined;
  };
  const chat = new AgentChatModel({ api: service.api, schedule });
  chat.conversationId = 'C1';
  const card = metadata({ call_id: 'c1' });
  chat.apply(
    event('confirm_required', { turn_id: 'T1', metadata: { ...card, plan: { ...card.plan, undo } } }),
    1
  );
  const { confirmation_id } = card;
  chat.apply(
    event('confirm_resolved', { turn_id: 'T1', confirmation_id, call_id: 'c1', decision: 'approve' }),
    2
  );
  chat.apply(event('tool_end', { turn_id: 'T1', call_id: 'c1', action_id: 'a1' }), 3);
  chat.apply(event('done', { turn_id: 'T1', finish_reason: 'stop' }), 4);
  return chat;
}
function offered(chat: AgentChatModel) {
  return chat.turns.some((turn) =>
    turn.parts.some((part) => part.kind === 'tool' && isUndoable(turn, part.call))
  );
}
/** The actions that the cards call undone. */
function marked(chat: AgentChatModel) {
  return chat.turns.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'tool' && part.call.undone ? [part.call.actionId] : []))
  );
}
const service = () =>
  new FakeService()
    .on('GET /api/agent/conversations', () => json({ items: [], total: 0 }))
    .on('GET /api/agent/conversations/C1', () => json(conversation({ last_event_id: 4 })));

it('undoes by a plan of its own, that waits like any other', async () => {
  const api = service().on(UNDO, () =>
    stream([
      frame(5, event('turn_started', { turn_id: 'T2', conversation_id: 'C1' })),
      frame(6, event('confirm_required', { turn_id: 'T2', metadata: metadata({ confirmation_id: 'U1' }) })),
      frame(7, event('done', { turn_id: 'T2', finish_reason: 'awaiting_confirmation' }))
    ])
  );
  const chat = finished(api);
  expect(offered(chat)).toBe(true);
  expect(chat.undo('a1', 'Undo: Delete a dashboard')).toBe(true);
  await settle();
  expect(chat.state).toBe('awaiting_confirmation');
  expect(chat.turns.map(({ turnId, message }) => [turnId, message])).toEqual([
    ['T1', null],
    ['T2', 'Undo: Delete a dashboard']
  ]);
  expect(api.asked(UNDO)[0]?.headers.get('X-Agent-Client')).toBe('web');
  expect(chat.undo('a1', 'again')).toBe(false);
  chat.dispose();
});

it('says why something cannot be undone, and leaves no trace of the try', async () => {
  const chat = finished(
    service().on(UNDO, () => problem(409, 'already_undone', 'This action was undone already.'))
  );
  chat.undo('a1', 'Undo');
  await settle();
  expect(chat.notice?.message).toBe('This action was undone already.');
  expect(chat.turns).toHaveLength(1);
  expect(chat.draft).toBe('');
  chat.dispose();
});

it('is over once it is undone: here, by an event, and after a reload', async () => {
  const chat = finished(service());
  chat.apply(event('tool_end', { turn_id: 'T2', call_id: 'u1', action_id: 'a2', undone_action_id: 'a1' }), 5);
  expect(offered(chat)).toBe(false);
  expect(marked(chat)).toEqual(['a1']);
  chat.dispose();

  const frames = [
    frame(5, event('tool_end', { turn_id: 'T2', call_id: 'u1', action_id: 'a2', undone_action_id: 'a1' })),
    frame(6, event('tool_end', { turn_id: 'T1', call_id: 'c1', action_id: 'a1' }))
  ];
  const again = finished(service());
  for (const each of frames) again.receive(each);
  expect(marked(again)).toEqual(['a1']);
  again.dispose();
});

it('is over in this tab when another one undid it, or somebody elsewhere', async () => {
  const api = service().on('GET /api/agent/conversations/C1', () =>
    json(conversation({ last_event_id: 4, undone_actions: ['a1', 'unknown'] }))
  );
  const chat = finished(api);
  const before = chat.turns[0];
  await chat.sync();
  expect(marked(chat)).toEqual(['a1']);
  expect(chat.turns[0]).not.toBe(before);
  const after = chat.turns[0];
  await chat.sync();
  expect(chat.turns[0]).toBe(after);
  // Its events come again after a reload: the mark stays.
  chat.apply(event('tool_end', { turn_id: 'T1', call_id: 'c1', action_id: 'a1' }), 3);
  expect(marked(chat)).toEqual(['a1']);
  chat.dispose();
});

it('learns from a refusal that it was undone already', async () => {
  const api = service()
    .on(UNDO, () => problem(409, 'already_undone', 'This action was undone already.'))
    .on('GET /api/agent/conversations/C1', () =>
      json(conversation({ last_event_id: 4, undone_actions: ['a1'] }))
    );
  const chat = finished(api);
  chat.undo('a1', 'Undo');
  await settle();
  await settle();
  expect(marked(chat)).toEqual(['a1']);
  chat.dispose();
});

it('knows whether the answer says a summary as well', () => {
  const turn = newTurn('k', { parts: [{ kind: 'text', key: 't', text: 'Done.\n\n3 rows\nfrom “a\\_b”.' }] });
  expect(isSaid(turn, '3 rows from “a_b”.')).toBe(true);
  expect(isSaid(turn, '4 rows from “a_b”.')).toBe(false);
  const linked = newTurn('k', {
    parts: [{ kind: 'text', key: 't', text: '- [backup:x\\_1](#ask:Restore%20it), today' }]
  });
  expect(isSaid(linked, '- backup:x_1, today')).toBe(true);
});

it('is not offered where the plan promised none', () => {
  expect(offered(finished(service(), 'none'))).toBe(false);
});
