import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { locale } from '$lib/i18n/index.svelte';
import { isSmall, shapeOf } from '$lib/models/AgentChat.Results.svelte';
import ResultView from './ResultView.svelte';

function view(value: unknown) {
  const result = shapeOf(value);
  const calls = { ondownload: vi.fn(), onretry: vi.fn() };
  render(ResultView, { result, ...calls });
  return { result, ...calls };
}
const columns = [
  { name: 'month', type: 'STRING' },
  { name: 'revenue', type: 'FLOAT' }
];
const rows = Array.from({ length: 24 }, (_, i) => [
  `${2024 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`,
  1000 * (i + 1)
]);
const button = (name: string) => screen.getByRole('button', { name });

const PATIENTLY = { timeout: 4_000 };

// Loaded when first shown; a busy machine takes longer for it than a test waits.
beforeAll(() => import('./ResultChart.svelte'), 60_000);

// jsdom has no media queries.
beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    matches: false
  }))
);

describe('a result with a chart', () => {
  const byStatus = {
    columns: [{ name: 'status', type: 'STRING' }, columns[1]],
    rows: [
      ['a', 1500],
      ['b', 20]
    ]
  };

  it('is a table until the chart is asked for, by keyboard as well', async () => {
    view(byStatus);
    const views = screen.getByRole('group', { name: 'Show as' });
    expect(within(views).getByRole('button', { name: 'Table' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('table')).toBeVisible();
    button('Chart').focus();
    await userEvent.keyboard('{Enter}');
    expect(button('Chart')).toHaveAttribute('aria-pressed', 'true');
    const figure = await screen.findByRole('figure', {}, PATIENTLY);
    expect(figure).toHaveTextContent(
      'Bars by “status”, 2 values. revenue: lowest 20 (b), highest 1,500 (a).'
    );
    expect(figure.querySelector('svg')).not.toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    await userEvent.click(button('Table'));
    expect(screen.getByRole('table')).toBeVisible();
  });

  it('is a chart at once where it is clearly a series in time', async () => {
    locale.choose('ru');
    const { result } = view({ columns, rows, row_count: 24, limited: true });
    expect(isSmall(result, true)).toBe(true);
    const figure = await screen.findByRole('figure', {}, PATIENTLY);
    const text = figure.textContent?.replace(/\s/g, ' ');
    expect(text).toContain('Линия по «month»: 24 точки (янв. 2024 г. – дек. 2025 г.).');
    expect(text).toContain('revenue: минимум 1 000 (янв. 2024 г.), максимум 24 000 (дек. 2025 г.).');
    expect(screen.getByText(/24 строки · обрезано/)).toBeVisible();
  });

  it('hands out the rows as they came, whatever is shown', async () => {
    const { ondownload } = view({ columns, rows });
    await screen.findByRole('figure', {}, PATIENTLY);
    await userEvent.click(button('CSV'));
    expect(ondownload).toHaveBeenCalledOnce();
  });

  it('has no switch where there is nothing to draw', () => {
    view({ columns: ['id'], rows: [[1], [2]] });
    expect(screen.queryByRole('group', { name: 'Show as' })).toBeNull();
  });
});

describe('what is nested', () => {
  const broken = [{ id: '6', title: 'Orders', error: 'no column' }];
  const item = { env_id: 'ss-dev', counts: { charts: 12 }, broken, url: 'https://dev.example/', note: null };

  it('stands with its parts, a few things as their fields', () => {
    view({ items: [item], total: 1, tasks: { running: 2 }, again: [item] });
    const term = (name: string) => screen.getByText(name).nextElementSibling as HTMLElement;
    expect(term('environment')).toHaveTextContent('ss-dev');
    expect(within(term('counts')).getByText('charts').nextElementSibling).toHaveTextContent('12');
    expect(within(term('broken')).getByRole('table')).toHaveTextContent('no column');
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://dev.example/');
    expect(document.body).not.toHaveTextContent(/[{}[\]]/);
  });

  it('leaves a few things in their table when they have words alone', () => {
    view({ items: [{ title: 'Sales', owners: ['ann', 'bob'] }], total: 1 });
    expect(within(screen.getByRole('table')).getByText('ann, bob')).toBeVisible();
  });

  it('keeps what came beside the items behind a fold, and not the items twice', async () => {
    view({ items: [item], total: 1, tasks: { running: 2 }, again: [item] });
    const fold = screen.getByText('More of this result');
    await userEvent.click(fold);
    expect(screen.getByText('running').nextElementSibling).toHaveTextContent('2');
    expect(screen.queryByText('again')).toBeNull();
  });

  it('is folded in a cell when it is large, and open when it is small', async () => {
    const items = [1, 2, 3, 4].map((id) => ({ ...item, env_id: `e${id}`, tags: ['a', 'b'] }));
    view({ items, total: 4 });
    expect(screen.getAllByText('a, b')).toHaveLength(4);
    expect(screen.getAllByText('1 item')).toHaveLength(4);
    await userEvent.click(screen.getAllByText('1 item')[0] as HTMLElement);
    expect(screen.getAllByText('no column')[0]).toBeVisible();
    expect(document.body).not.toHaveTextContent(/[{}[\]]/);
  });

  it('is data: an address that is not of the web is no link', () => {
    view({ target: 'javascript:alert(1)', sql: 'SELECT 1', empty: {}, list: [] });
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('javascript:alert(1)')).toBeVisible();
    expect(screen.getByText('SELECT').closest('code')).toHaveTextContent('SELECT 1');
    expect(screen.getAllByText('—')).toHaveLength(2);
  });
});

describe('a column of numbers', () => {
  it('stands at the right with its header, grouped; an id is not', () => {
    view({ columns: [{ name: 'store_id', type: 'INT' }, columns[1]], rows: [[20251, 1234567]] });
    for (const name of ['store_id', 'revenue'])
      expect(screen.getByRole('columnheader', { name })).toHaveClass('number');
    expect(screen.getByRole('cell', { name: '20251' })).toHaveClass('number');
    expect(screen.getByRole('cell', { name: '1,234,567' })).toHaveClass('number');
  });
});
