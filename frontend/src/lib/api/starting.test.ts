import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, problem } from '../../testing/service';
import { Starting } from './starting';

const notReady = () => problem(503, 'not_ready', 'Starting.');
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function asking(answers: (() => Response)[], signal?: AbortSignal) {
  const told = vi.fn();
  const ask = vi.fn(() =>
    Promise.resolve((answers.length > 1 ? answers.shift() : answers[0])?.() ?? json({}))
  );
  return { told, ask, answer: new Starting(told).through(ask, signal) };
}

describe('a service that is starting', () => {
  it('is asked again until it answers', async () => {
    const { told, ask, answer } = asking([notReady, notReady, () => json({ role: 'admin' })]);
    await vi.advanceTimersByTimeAsync(2500);
    expect(await (await answer).json()).toEqual({ role: 'admin' });
    expect(ask).toHaveBeenCalledTimes(3);
    expect(told.mock.calls).toEqual([[true], [false]]);
  });

  it('is given up after two minutes', async () => {
    const { answer, told } = asking([notReady]);
    await vi.advanceTimersByTimeAsync(130_000);
    expect((await answer).status).toBe(503);
    expect(told).toHaveBeenLastCalledWith(false);
  });

  it('is not asked again by a request that nobody waits for', async () => {
    const abort = new AbortController();
    const { ask, answer, told } = asking([notReady], abort.signal);
    const refused = expect(answer).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(100);
    abort.abort();
    await refused;
    expect(ask).toHaveBeenCalledOnce();
    expect(told).toHaveBeenLastCalledWith(false);
  });

  it.each([() => problem(503, 'cannot_start'), () => problem(500, 'internal'), () => json({})])(
    'is told apart from one that answers',
    async (other) => {
      const { ask, answer, told } = asking([other]);
      await answer;
      expect(ask).toHaveBeenCalledOnce();
      expect(told).not.toHaveBeenCalled();
    }
  );
});
