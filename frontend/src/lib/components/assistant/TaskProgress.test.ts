import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { TaskDetail } from '$lib/models/ServiceTypes';
import TaskProgress from './TaskProgress.svelte';

const known = (fields: Partial<TaskDetail>): TaskDetail => ({
  task_id: 't1',
  tool_name: 'run_backup',
  env_id: 'ss-dev',
  state: 'running',
  done: 1,
  total: 4,
  cancelling: false,
  user: 'local:admin',
  created_at: '',
  updated_at: '',
  summary: null,
  conversation_id: null,
  log: [{ at: '', text: 'First' }],
  ...fields
});
const told = (done: number) => ({ id: 't1', done, total: 4, note: 'Board report' });

function show(props = {}) {
  const calls = { onwatch: vi.fn(() => vi.fn()), oncancel: vi.fn() };
  render(TaskProgress, { id: 't1', label: 'Back up', told: null, known: null, ...calls, ...props });
  return calls;
}
const bar = () => screen.getByRole('progressbar', { name: 'Back up' });

describe('the progress of a task', () => {
  it('is that of the newest word, with its note', async () => {
    const { onwatch, oncancel } = show({ told: told(2), known: known({}) });
    expect(onwatch).toHaveBeenCalledExactlyOnceWith('t1');
    expect(bar()).toHaveAttribute('value', '2');
    expect(screen.getByText(/2 of 4 · 50%/)).toBeVisible();
    expect(screen.getByText('Board report')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Stop the task' }));
    expect(oncancel).toHaveBeenCalledExactlyOnceWith('t1');
  });

  it('ends with what came of it, and nothing to stop', () => {
    show({ told: told(3), known: known({ done: 4, state: 'succeeded', summary: '4 dashboards kept.' }) });
    expect(screen.getByText('4 dashboards kept.')).toBeVisible();
    expect(screen.getByText('done')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is indeterminate before anything is known', () => {
    show();
    expect(bar()).not.toHaveAttribute('value');
    expect(screen.getByText('running')).toBeVisible();
  });
});
