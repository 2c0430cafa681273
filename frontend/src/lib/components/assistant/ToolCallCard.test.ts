import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { shapeOf } from '$lib/models/AgentChat.Results.svelte';
import { newToolCall, type ToolCall } from '$lib/models/AgentChatTimeline';
import ToolCallCard from './ToolCallCard.svelte';

const AT = '2026-11-30T12:00:00.000Z';

function card(fields: Partial<ToolCall>, props = {}) {
  const calls = { onretry: vi.fn(), onload: vi.fn(), ondownload: vi.fn() };
  render(ToolCallCard, {
    call: { ...newToolCall('c1', 'search_dashboards', AT), ...fields },
    result: null,
    ...calls,
    ...props
  });
  return calls;
}
const retry = () => screen.queryByRole('button', { name: 'Try again' });
const status = () => screen.getByRole('status').textContent?.replace(/\s+/g, ' ').trim();

describe('a tool call', () => {
  it.each<[Partial<ToolCall>, string]>([
    [{ status: 'executing' }, 'running…'],
    [{ status: 'retrying', retryCount: 1, maxRetries: 1 }, 'trying again… (1/1)'],
    [{ status: 'completed', summary: '3 dashboards' }, 'done'],
    [{ status: 'cancelled' }, 'cancelled'],
    [{ status: 'failed', message: 'ss-dev does not answer' }, 'failed'],
    [{ status: 'timeout', timeoutSeconds: 30, isWriteTool: true, statusUnknown: true }, 'status unknown'],
    [{ status: 'failed', isWriteTool: true, statusUnknown: true }, 'status unknown']
  ])('says what became of it, without a retry: %o', (fields, text) => {
    card(fields);
    expect(status()).toBe(text);
    expect(retry()).toBeNull();
  });

  it.each<Partial<ToolCall>>([
    { status: 'failed', retryable: true, message: 'no' },
    { status: 'timeout', retryable: true, timeoutSeconds: 30 }
  ])('offers to send a read again: %o', async (fields) => {
    const { onretry } = card(fields);
    await userEvent.click(retry() as HTMLElement);
    expect(onretry).toHaveBeenCalledOnce();
  });

  it.each<Partial<ToolCall>>([{ isWriteTool: true }, { statusUnknown: true }])(
    'never offers it where something may have happened: %o',
    (fields) => {
      card({ status: 'timeout', retryable: true, ...fields });
      expect(retry()).toBeNull();
    }
  );

  it('tells how to find out about a write without an answer', () => {
    card({ status: 'timeout', isWriteTool: true, statusUnknown: true });
    expect(screen.getByText(/Check in Superset/)).toBeVisible();
  });

  it('leaves to the answer what the answer says as well', () => {
    card(
      { status: 'completed', summary: '3 dashboards' },
      { told: (text: string) => text === '3 dashboards' }
    );
    expect(screen.queryByText('3 dashboards')).toBeNull();
    card({ status: 'completed', summary: '4 dashboards' }, { told: () => false });
    expect(screen.getByText('4 dashboards')).toBeVisible();
  });

  it('says that it was undone', () => {
    card({ status: 'completed', isWriteTool: true, undone: true });
    expect(screen.getByText('Undone')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  const url = '/api/agent/results/c1';
  const rows = (n: number) =>
    shapeOf({ columns: [{ name: 'n' }], rows: Array.from({ length: n }, (_, i) => [i]), row_count: n });

  it('shows a short result by itself, and hands it out as CSV', async () => {
    const result = shapeOf({ columns: [{ name: 'n' }], rows: [[1], [null]], row_count: 2, limited: true });
    const { onload, ondownload } = card({ status: 'completed', resultUrl: url, summary: 's' }, { result });
    await vi.waitFor(() => expect(onload).toHaveBeenCalledExactlyOnceWith(url));
    expect(screen.getByRole('table')).toBeVisible();
    expect(screen.getByText(/2 rows · cut at the limit/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
    expect(ondownload).toHaveBeenCalledExactlyOnceWith(url);
    await userEvent.click(screen.getByRole('button', { name: 'Hide the result' }));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it.each([
    [20, true],
    [21, false]
  ])('keeps what is long behind a button: %i rows', async (n, opens) => {
    card({ status: 'completed', resultUrl: url }, { result: rows(n) });
    expect(screen.queryByRole('table') !== null).toBe(opens);
    if (!opens) await userEvent.click(screen.getByRole('button', { name: 'Show the result' }));
    expect(screen.getByRole('table')).toBeVisible();
  });

  const tools = (n: number) =>
    shapeOf({ role: 'admin', items: Array.from({ length: n }, (_, i) => ({ name: `tool_${i}` })), total: n });
  const table = { table: 'orders', table_columns: [{ name: 'id', type: 'INT' }], sample: null };

  it.each([
    ['what can be done', tools(25), false, true],
    ['a list without end', tools(41), false, false],
    ['formatted SQL', shapeOf({ sql: 'SELECT\n  1', dialect: null }), false, true],
    ['a table that was looked into', shapeOf(table), false, true],
    ['what a write tells', shapeOf({ changed: true }), true, false],
    ['a text that fills pages', shapeOf({ sql: 'x'.repeat(4000) }), false, false]
  ])('opens by itself what is the answer: %s', (_, result, isWriteTool, opens) => {
    card({ status: 'completed', resultUrl: url, isWriteTool }, { result });
    expect(screen.queryByRole('button', { name: 'Hide the result' }) !== null).toBe(opens);
  });

  it('fetches what the model read in part only: a long series is drawn by itself', async () => {
    const { onload } = card({ status: 'completed', resultUrl: url, truncated: true });
    await vi.waitFor(() => expect(onload).toHaveBeenCalledExactlyOnceWith(url));
    expect(screen.getByRole('button', { name: 'Show the whole result' })).toBeVisible();
  });

  it('shows a list of objects as a table and anything else as text', () => {
    expect(shapeOf({ items: [{ a: 1 }, { b: 2 }], total: 7 })).toMatchObject({
      table: {
        columns: [{ name: 'a' }, { name: 'b' }],
        rows: [
          [1, undefined],
          [undefined, 2]
        ],
        total: 7,
        limited: true
      }
    });
    expect(shapeOf('SELECT 1')).toEqual({ state: 'value', value: 'SELECT 1' });
    expect(shapeOf({ items: [] })).toMatchObject({ state: 'value' });
  });
});
