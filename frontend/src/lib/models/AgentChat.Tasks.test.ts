import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { event } from '../../testing/fixtures';
import { FakeService, json, problem } from '../../testing/service';
import { TASK_INTERVAL_MS, Tasks } from './AgentChat.Tasks.svelte';
import { AgentChatModel } from './AgentChatModel.svelte';

const TASK = 'GET /api/tasks/t1';
const task = (done: number, state = 'running') => json({ task_id: 't1', done, total: 3, state, log: [] });
const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks about a task until it is over, and never again', async () => {
  const answers = [task(1), task(2), task(3, 'succeeded')];
  const service = new FakeService().on(TASK, () => answers.shift() ?? problem(500, 'internal'));
  const tasks = new Tasks(service.api);
  tasks.watch('t1');
  await wait();
  expect(tasks.get('t1')).toMatchObject({ done: 1, state: 'running' });
  await wait(TASK_INTERVAL_MS * 5);
  expect(tasks.get('t1')).toMatchObject({ done: 3, state: 'succeeded' });
  expect(service.asked(TASK)).toHaveLength(3);
});

it('asks only while the task is shown', async () => {
  const service = new FakeService().on(TASK, () => task(1));
  const leave = new Tasks(service.api).watch('t1');
  await wait();
  leave();
  await wait(TASK_INTERVAL_MS * 3);
  expect(service.asked(TASK)).toHaveLength(1);
});

it('asks again a service that was not reached, and not one that knows no such task', async () => {
  const answers = [Promise.reject(new TypeError('down')), Promise.resolve(problem(404, 'task_unknown'))];
  const service = new FakeService().on(TASK, () => answers.shift() ?? task(1));
  new Tasks(service.api).watch('t1');
  await wait(TASK_INTERVAL_MS * 4);
  expect(service.asked(TASK)).toHaveLength(2);
});

it('stops a task, and says why it could not', async () => {
  const service = new FakeService()
    .on(TASK, () => task(1, 'cancelled'))
    .on('POST /api/tasks/t1/cancel', () => new Response(null, { status: 204 }))
    .on('POST /api/tasks/t2/cancel', () => problem(409, 'task_over', 'It is over.'));
  const tasks = new Tasks(service.api);
  await tasks.cancel('t1');
  expect(tasks.get('t1')?.state).toBe('cancelled');
  await tasks.cancel('t2');
  expect(tasks.problem?.message).toBe('It is over.');
});

it('shows progress at the call that started the task, also after the turn is over', () => {
  const chat = new AgentChatModel({ api: new FakeService().api });
  const turn = { turn_id: 'T1', tool_name: 'run_backup' };
  chat.apply(event('tool_start', { ...turn, call_id: 'c1', is_write_tool: true }));
  chat.apply(event('tool_end', { ...turn, call_id: 'c1', action_id: 't1' }));
  chat.apply(event('done', { turn_id: 'T1' }));
  const { state } = chat;
  chat.apply(event('task_progress', { ...turn, task_id: 't1', done: 2, total: 3 }));
  chat.apply(event('task_progress', { ...turn, task_id: 'other' }));
  expect(chat.state).toBe(state);
  const parts = chat.turns[0]?.parts ?? [];
  expect(parts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['tool', 'task']));
  expect(parts.find((part) => part.kind === 'tool')).toMatchObject({ call: { task: { id: 't1', done: 2 } } });
});
