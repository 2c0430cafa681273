import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { shapeOf } from '$lib/models/AgentChat.Results.svelte';
import ResultTable from './ResultTable.svelte';

function table(value: unknown) {
  const result = shapeOf(value);
  if (result.state !== 'table') throw new TypeError('not a table');
  render(ResultTable, { table: result.table });
}
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a table of results', () => {
  it('sorts up, down and back; numbers by value, emptiness last', async () => {
    table({ columns: [{ name: 'n' }], rows: [[10], [null], [9], [-1]], row_count: 4 });
    expect(header('n')).toHaveAttribute('aria-sort', 'none');
    await press('n');
    expect(cells()).toEqual(['-1', '9', '10', '']);
    expect(header('n')).toHaveAttribute('aria-sort', 'ascending');
    await press('n');
    expect(cells()).toEqual(['10', '9', '-1', '']);
    await press('n');
    expect(cells()).toEqual(['10', '', '9', '-1']);
  });

  it('opens a dashboard in its Superset, and no address that is not of the web', () => {
    const items = [
      { id: '10', uuid: 'u', title: 'Sales', url: 'http://127.0.0.1:8091/superset/dashboard/10/' },
      { id: '11', uuid: 'v', title: 'Trap', url: 'javascript:alert(1)' }
    ];
    table({ items, total: 2 });
    const link = screen.getByRole('link', { name: 'Sales' });
    expect(link).toHaveAttribute('href', items[0]?.url);
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByRole('columnheader', { name: 'uuid' })).toBeNull();
  });

  it('makes no links of what a query returned', () => {
    table({ columns: ['title', 'url'], rows: [['a', 'https://evil.example/']], row_count: 1 });
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('https://evil.example/')).toBeVisible();
  });
});
