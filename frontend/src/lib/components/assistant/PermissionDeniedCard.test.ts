import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { event } from '../../../testing/fixtures';
import PermissionDeniedCard from './PermissionDeniedCard.svelte';

const metadata = event('permission_denied');

describe('a refusal', () => {
  it('names the role and the alternatives, and has only one button', async () => {
    const onclose = vi.fn();
    render(PermissionDeniedCard, { metadata, closed: false, onclose, onask: vi.fn() });
    expect(screen.getByRole('article')).toHaveAttribute('data-tone', 'permission_denied');
    expect(screen.getByText(/needs the role admin/)).toHaveTextContent('You are analyst.');
    expect(screen.getByText(/Find dashboards about sales/)).toBeVisible();
    expect(screen.getAllByRole('button')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onclose).toHaveBeenCalledOnce();
  });

  it('leaves what can be asked instead when it is closed', async () => {
    const onask = vi.fn();
    render(PermissionDeniedCard, { metadata, closed: true, onclose: vi.fn(), onask });
    expect(screen.queryByRole('article')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Find dashboards about sales' }));
    expect(onask).toHaveBeenCalledExactlyOnceWith('Find dashboards about sales');
  });
});
