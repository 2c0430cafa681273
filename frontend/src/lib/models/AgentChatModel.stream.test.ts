import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { event, metadata } from '../../testing/fixtures';
import { conversation, FakeService, frame, json, problem, stream } from '../../testing/service';
import { RECONNECT_DELAYS_S, SILENCE_LIMIT_S } from './AgentChat.ConnectionManager.svelte';
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

describe('sending', () => {
  it('streams the answer and learns the id of the new conversation', async () => {
    const named = vi.fn();
    chat = new AgentChatModel({ api: service.api, schedule: now, onConversation: named });
    service.on(MESSAGES, () => stream([started, token(2, 'Hello'), done(3)]));
    chat.setUIContextFromParams(new URLSearchParams('objectType=dashboard&objectId=1&envId=ss-dev'));
    expect(chat.send('  hi  ')).toBe(true);
    expect(chat.state).toBe('streaming');
    await settle();
    expect(chat.state).toBe('idle');
    expect(text()).toEqual(['Hello']);
    expect(chat.turns).toHaveLength(1);
    expect(named).toHaveBeenCalledExactlyOnceWith('C1');
    const [sent] = service.asked(MESSAGES);
    expect(sent?.body).toMatchObject({
      message: 'hi',
      env_id: 'ss-dev',
      uicontext: { objectId: '1', contextVersion: 1 }
    });
    expect(sent?.headers.get('X-Agent-Client')).toBe('web');
    expect(sent?.headers.get('Accept-Language')).toBe('en');
  });

  it('V09: goes once, and not empty', async () => {
    service.on(MESSAGES, () => stream([started, done(2)]));
    expect(chat.send(' \n ')).toBe(false);
    expect([chat.send('one'), chat.send('one'), chat.send('two')]).toEqual([true, false, false]);
    await settle();
    expect(service.asked(MESSAGES)).toHaveLength(1);
  });

  it('gives the text back when the service refuses it', async () => {
    service.on(MESSAGES, () => problem(413, 'context_too_large', 'The context is too large.'));
    chat.send('hi');
    await settle();
    expect(chat.turns).toEqual([]);
    expect(chat.draft).toBe('hi');
    expect(chat.notice?.message).toBe('The context is too large.');
    expect(chat.state).toBe('idle');
  });

  it('keeps a first message that found no service, and sends it again under the same id', async () => {
    service.on(MESSAGES, () => Promise.reject(new TypeError('down')));
    chat.send('hi');
    await settle();
    const [turn] = chat.turns;
    expect(turn).toMatchObject({ unsent: true, message: 'hi' });
    expect(chat.state).toBe('error');
    service.on(MESSAGES, () => stream([started, done(2)]));
    if (turn) chat.resend(turn);
    await settle();
    const ids = service.asked(MESSAGES).map(({ body }) => (body as { message_id: string }).message_id);
    expect(ids[0]).toBe(ids[1]);
    expect(chat.turns).toHaveLength(1);
  });

  it('offers to cancel the confirmation that waits, and then sends', async () => {
    const waiting = metadata({ dangerous: false });
    service.on(MESSAGES, () =>
      json({ status: 409, code: 'confirmation_pending', detail: 'waits', confirmation: waiting }, 409)
    );
    service.on('GET /api/agent/conversations/C1', () => json(conversation()));
    chat.conversationId = 'C1';
    chat.send('next');
    await settle();
    expect(chat.blockedMessage).toBe('next');
    service.on('POST /api/agent/conversations/C1/cancel', () => new Response(null, { status: 204 }));
    service.on(MESSAGES, () => stream([started, done(2)]));
    await chat.cancelWaitingAndSend();
    await settle();
    expect(service.asked(MESSAGES)).toHaveLength(2);
    expect(chat.blockedMessage).toBeNull();
  });

  it('does not even ask while the card is open here', () => {
    chat.apply(event('confirm_required', { metadata: metadata() }));
    expect(chat.send('next')).toBe(false);
    expect(chat.blockedMessage).toBe('next');
    expect(service.seen).toEqual([]);
  });
});

describe('a message that found no service', () => {
  it.each([
    ['C1', 'disconnected'],
    [null, 'error']
  ])('is a draft again when the person leaves before it arrived in %s', async (id, state) => {
    service.on(MESSAGES, () => Promise.reject(new TypeError('down')));
    chat.conversationId = id;
    chat.send('Which environments?');
    await vi.advanceTimersByTimeAsync(100);
    expect([chat.state, chat.draft]).toEqual([state, '']);
    chat.dispose();
    expect(chat.draft).toBe('Which environments?');
    chat.setDraft('');
  });
});

describe('a stream that breaks', () => {
  it('goes on after the last event, without sending the message again', async () => {
    service.on(MESSAGES, () => stream([started, token(2, 'one ')], { breaks: true }));
    service.on(EVENTS, () => stream([token(2, 'one '), token(3, 'two'), done(4)]));
    chat.send('hi');
    await settle();
    expect(chat.state).toBe('disconnected');
    await vi.advanceTimersByTimeAsync(1000);
    expect(text()).toEqual(['one two']);
    expect(chat.state).toBe('idle');
    expect(service.asked(MESSAGES)).toHaveLength(1);
    expect(service.asked(EVENTS)[0]?.headers.get('Last-Event-ID')).toBe('2');
  });

  it('is tried again after 1, 2, 4, 8 and 16 s, then the person decides', async () => {
    service.on(MESSAGES, () => stream([started], { breaks: true }));
    service.on(EVENTS, () => Promise.reject(new TypeError('down')));
    chat.send('hi');
    await settle();
    for (const [i, delay] of RECONNECT_DELAYS_S.entries()) {
      expect(chat.connection.delay).toBe(delay);
      await vi.advanceTimersByTimeAsync(delay * 1000 - 1);
      expect(service.asked(EVENTS)).toHaveLength(i);
      await vi.advanceTimersByTimeAsync(1);
      expect(service.asked(EVENTS)).toHaveLength(i + 1);
    }
    expect(chat.state).toBe('disconnected_permanent');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(service.asked(EVENTS)).toHaveLength(5);
    service.on(EVENTS, () => stream([token(2, 'back'), done(3)]));
    chat.reconnect();
    await settle();
    expect(chat.state).toBe('idle');
    expect(text()).toEqual(['back']);
    expect(service.asked(MESSAGES)).toHaveLength(1);
  });

  it('begins the schedule anew after an event came through', async () => {
    service.on(MESSAGES, () => stream([started], { breaks: true }));
    let id = 1;
    service.on(EVENTS, () => stream([token(++id, '.')], { breaks: true }));
    chat.send('hi');
    await settle();
    for (let i = 0; i < 8; i++) {
      expect(chat.connection.delay).toBe(1);
      await vi.advanceTimersByTimeAsync(1000);
    }
  });

  it('is asked for what lies between when a number is missing', async () => {
    chat.conversationId = 'C1';
    service.on(MESSAGES, () => stream([started, token(4, 'late')]));
    service.on(EVENTS, () => stream([token(2, 'a'), token(3, 'b'), token(4, 'c'), done(5)]));
    chat.send('hi');
    await settle();
    expect(text()).toEqual(['abc']);
  });

  it('counts as broken when nothing is heard for too long', async () => {
    service.on(MESSAGES, (_, signal) => {
      const body = new ReadableStream({
        start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason))
      });
      return new Response(body, { headers: { 'X-Conversation-Id': 'C1' } });
    });
    chat.send('hi');
    await vi.advanceTimersByTimeAsync(SILENCE_LIMIT_S * 1000 - 1);
    expect(chat.state).toBe('streaming');
    await vi.advanceTimersByTimeAsync(1);
    expect(chat.state).toBe('disconnected');
  });

  it('is over when it ends quietly and the service says that nothing runs', async () => {
    service.on('GET /api/agent/conversations/C1', () => json(conversation({ last_event_id: 2 })));
    service.on(MESSAGES, () => stream([started, token(2, 'x')]));
    chat.send('hi');
    await settle();
    expect(chat.state).toBe('idle');
    expect(chat.connection.link).toBe('closed');
  });
});

describe('a decision', () => {
  const DECISIONS = 'POST /api/agent/conversations/C1/decisions';
  const waiting = metadata({ dangerous: false });
  beforeEach(() => {
    chat.conversationId = 'C1';
    chat.apply(event('confirm_required', { turn_id: 'T1', metadata: waiting }), 5);
  });

  it('carries the digest, goes once, and goes on under the same turn', async () => {
    const resolved = {
      ...event('confirm_resolved'),
      turn_id: 'T1',
      conversation_id: 'C1',
      decision: 'approve'
    };
    service.on(DECISIONS, () => stream([frame(6, resolved), token(7, 'done'), done(8)]));
    expect([chat.decide('approve', ' why '), chat.decide('deny')]).toEqual([true, false]);
    expect(chat.deciding).toBe('approve');
    await settle();
    expect(service.asked(DECISIONS).map(({ body }) => body)).toEqual([
      { confirmation_id: waiting.confirmation_id, digest: waiting.digest, decision: 'approve', reason: 'why' }
    ]);
    expect(chat.turns).toHaveLength(1);
    expect(chat.state).toBe('idle');
    expect(chat.deciding).toBeNull();
  });

  it('that never arrived leaves the card live and says so, and is not sent by itself', async () => {
    service.on(DECISIONS, () => Promise.reject(new TypeError('down')));
    service.on(EVENTS, () => stream([]));
    const state = { state: 'awaiting_confirmation', last_event_id: 5, confirmation: waiting } as const;
    service.on('GET /api/agent/conversations/C1', () => json(conversation(state)));
    chat.decide('approve');
    await vi.advanceTimersByTimeAsync(1000);
    expect(chat.deciding).toBeNull();
    expect(chat.state).toBe('awaiting_confirmation');
    expect(chat.notice?.code).toBe('answer_lost');
    expect(service.asked(DECISIONS)).toHaveLength(1);
  });

  it('that somebody else made is caught up with', async () => {
    const resolved = {
      ...event('confirm_resolved'),
      turn_id: 'T1',
      conversation_id: 'C1',
      decision: 'approve'
    };
    service.on(DECISIONS, () => problem(409, 'already_decided', 'It was decided already.'));
    service.on('GET /api/agent/conversations/C1', () => json(conversation({ last_event_id: 7 })));
    service.on(EVENTS, () => stream([frame(6, resolved), done(7)]));
    chat.decide('approve');
    await settle();
    expect(chat.waiting).toBeNull();
    expect(chat.notice?.code).toBe('already_decided');
    expect(chat.state).toBe('idle');
  });
});
