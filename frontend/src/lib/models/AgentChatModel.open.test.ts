import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { event, metadata } from '../../testing/fixtures';
import { conversation, FakeService, frame, json, problem, stream } from '../../testing/service';
import { AgentChatModel } from './AgentChatModel.svelte';
import type { Done } from './AgentChatTypes';

const MESSAGES = 'POST /api/agent/messages';
const EVENTS = 'GET /api/agent/conversations/C1/events?follow=true';
const started = frame(1, event('turn_started', { turn_id: 'T1', conversation_id: 'C1' }));
const token = (id: number, text: string) => frame(id, { type: 'token', text });
const done = (id: number, fields: Partial<Done> = {}) =>
  frame(id, event('done', { turn_id: 'T1', conversation_id: 'C1', text: '', ...fields }));

let service: FakeService;
let chat: AgentChatModel;
const now = (flush: () => void) => {
  flush();
  return () => undefined;
};
const settle = () => vi.advanceTimersByTimeAsync(0);
const text = () =>
  chat.turns.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? part.text : [])));

beforeEach(() => {
  vi.useFakeTimers();
  service = new FakeService()
    .on('GET /api/agent/conversations', () => json({ items: [], total: 0 }))
    .on('GET /api/agent/conversations/C1', () => json(conversation({ state: 'running' })));
  chat = new AgentChatModel({ api: service.api, schedule: now });
});
afterEach(() => {
  chat.dispose();
  vi.useRealTimers();
});

describe('opening conversations', () => {
  const record = { turn_id: 'T1', message_id: 'm', message: 'hello', env_id: null, uicontext: null };
  const turns = [{ ...record, started_at: '2026-11-30T12:00:00.000Z', finish_reason: null }];

  it('restores messages and events, the waiting card too', async () => {
    const waiting = {
      ...event('confirm_required'),
      turn_id: 'T1',
      conversation_id: 'C1',
      metadata: metadata()
    };
    const state = { state: 'awaiting_confirmation', last_event_id: 3, turns } as const;
    service.on('GET /api/agent/conversations/C1', () => json(conversation(state)));
    const end = done(3, { finish_reason: 'awaiting_confirmation' });
    service.on(EVENTS, () => stream([started, frame(2, waiting), end]));
    await chat.open('C1');
    expect(chat.turns.map(({ message }) => message)).toEqual(['hello']);
    expect(chat.state).toBe('awaiting_confirmation');
    expect(chat.dangerousCountdown).toBe(10);
    expect(service.asked(EVENTS)[0]?.headers.has('Last-Event-ID')).toBe(false);
    expect(chat.connection.link).toBe('closed');
  });

  it('goes on reading when the replay breaks between two turns', async () => {
    service.on('GET /api/agent/conversations/C1', () => json(conversation({ last_event_id: 4, turns })));
    service.on(EVENTS, ({ headers }) =>
      headers.has('Last-Event-ID')
        ? stream([token(3, 'b'), done(4)])
        : stream([started, done(2)], { breaks: true })
    );
    const opened = chat.open('C1');
    await vi.advanceTimersByTimeAsync(1000);
    await opened;
    expect(chat.lastEventId).toBe(4);
  });

  it('V02: ends with the last of twenty fast switches', async () => {
    for (let i = 0; i < 20; i++) {
      const id = `C${i}`;
      const slow = (answer: () => Response) => () =>
        new Promise<Response>((resolve) => setTimeout(() => resolve(answer()), (20 - i) * 50));
      const mine = [
        { ...record, turn_id: `T${i}`, message: `message ${i}`, started_at: '', finish_reason: null }
      ];
      service.on(
        `GET /api/agent/conversations/${id}`,
        slow(() => json(conversation({ id, turns: mine, last_event_id: 1 })))
      );
      const event = frame(1, { type: 'token', text: id, turn_id: `T${i}`, conversation_id: id });
      service.on(
        `GET /api/agent/conversations/${id}/events?follow=true`,
        slow(() => stream([event]))
      );
    }
    for (let i = 0; i < 20; i++) void chat.open(`C${i}`);
    await vi.advanceTimersByTimeAsync(5000);
    expect(chat.turns.map(({ message }) => message)).toEqual(['message 19']);
    expect(text()).toEqual(['C19']);
    expect(chat.conversationId).toBe('C19');
  });

  it('says so when there is none, and does not hang', async () => {
    service.on('GET /api/agent/conversations/C1', () =>
      problem(404, 'conversation_unknown', 'There is none.')
    );
    await chat.open('C1');
    expect(chat.notice?.message).toBe('There is none.');
    expect(chat.loading).toBe(false);
  });

  it('V11: leaves nothing behind when the page is left in the middle of a stream', async () => {
    let aborted = false;
    service.on(MESSAGES, (_, signal) => {
      signal?.addEventListener('abort', () => (aborted = true));
      return new Promise<Response>(() => undefined);
    });
    chat.apply(event('confirm_required', { metadata: metadata() }));
    chat.apply(event('confirm_resolved'));
    chat.apply(event('done'));
    chat.send('hi');
    await settle();
    chat.dispose();
    await settle();
    expect(aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    expect(chat.turns).toEqual([]);
  });
});
