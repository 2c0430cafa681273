import { screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { Component } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { goto } from '$app/navigation';
import { locale } from '$lib/i18n/index.svelte';
import { keptDraft } from '$lib/models/AgentChat.Draft';
import { json, problem } from '../testing/service';
import { dashboard, list, serviceOfAnn, showPage } from '../testing/pages';
import Audit from './audit/+page.svelte';
import Dashboards from './dashboards/+page.svelte';
import Datasets from './datasets/+page.svelte';
import Migrations from './migrations/+page.svelte';
import Tasks from './tasks/+page.svelte';

const address = vi.hoisted(() => ({
  url: new URL('http://agent.test/'),
  params: {} as Record<string, string>
}));
vi.mock('$app/state', () => ({ page: address }));
vi.mock('$app/navigation', () => ({ goto: vi.fn(() => Promise.resolve()), afterNavigate: vi.fn() }));

const DASHBOARDS = 'GET /api/environments/ss-dev/dashboards';
const at = '2026-11-30T12:00:00Z';
const dataset = {
  id: '7',
  uuid: 'd-7',
  title: 'orders',
  schema: 'main',
  database: { id: '1', title: 'retail' },
  kind: 'virtual'
};
const task = {
  task_id: 't1',
  tool_name: 'run_backup',
  env_id: 'ss-dev',
  state: 'running',
  done: 3,
  total: 10,
  cancelling: false,
  user: 'local:ann',
  created_at: at,
  updated_at: at,
  summary: null
};
const line = {
  number: 42,
  kind: 'refusal',
  at,
  user: 'local:ann',
  conversation_id: 'C1',
  turn_id: null,
  call_id: null,
  facts: { tool: 'delete_dashboard', reason: 'role' },
  hash: 'ab'.repeat(32)
};
let service = serviceOfAnn();

function show(page: Component, path: string, params: Record<string, string> = {}) {
  address.url = new URL(path, 'http://agent.test');
  address.params = params;
  return showPage(page, service);
}

beforeEach(() => {
  vi.mocked(goto).mockClear();
  service = serviceOfAnn();
});

const LISTS = [
  [
    'dashboards',
    Dashboards,
    '/dashboards?env_id=ss-dev',
    DASHBOARDS,
    dashboard,
    'Sales overview',
    /bring one/
  ],
  [
    'datasets',
    Datasets,
    '/datasets?env_id=ss-dev',
    'GET /api/environments/ss-dev/datasets',
    dataset,
    'orders',
    /make one of a table/
  ],
  [
    'migrations',
    Migrations,
    '/migrations?env_id=ss-dev',
    DASHBOARDS,
    dashboard,
    /Sales overview/,
    /be moved/
  ],
  ['tasks', Tasks, '/tasks', 'GET /api/tasks', task, /3 of 10|3\/10/, /goes on here/],
  ['audit', Audit, '/audit', 'GET /api/audit', line, 'refusal', /leaves one here/]
] as const;

describe.each(LISTS)('the page of %s', (_name, page, path, route, item, filled, taught) => {
  const open = () => show(page as Component, path);

  it('keeps the place of what comes while it waits', async () => {
    service.on(route, () => new Promise<Response>(() => undefined));
    const { container } = await open();
    await waitFor(() =>
      expect(service.asked(service.seen.at(-1)?.method + ' ' + service.seen.at(-1)?.path)).toHaveLength(1)
    );
    expect(container.querySelectorAll('.skeleton').length).toBeGreaterThan(2);
    expect(screen.queryByTestId('empty')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows what there is', async () => {
    service.on(route, () => list(item));
    const { container } = await open();
    expect((await screen.findAllByText(filled)).length).toBeGreaterThan(0);
    expect(container.querySelector('.skeleton')).toBeNull();
  });

  it('teaches where there is nothing', async () => {
    service.on(route, () => list());
    await open();
    expect(await screen.findByText(taught)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says what went wrong, and asks again when told to', async () => {
    service.on(route, () => problem(502, 'superset_unavailable', 'ss-dev is away.'));
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('ss-dev is away.');
    service.on(route, () => list(item));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findAllByText(filled)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a list without environments to choose from', () => {
  it('says why, and asks again when told to', async () => {
    service.on('GET /api/environments', () => problem(502, 'superset_unavailable', 'Nobody answers.'));
    await show(Datasets as Component, '/datasets');
    expect(await screen.findByRole('alert')).toHaveTextContent('Nobody answers.');
    service.on('GET /api/environments', () => list({ env_id: 'ss-prod', tier: 'prod' }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: /ss-prod/ })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('an empty list', () => {
  it('leaves a message that would fill it for the person to send', async () => {
    service.on('GET /api/tasks', () => list());
    await show(Tasks as Component, '/tasks');
    await userEvent.click(await screen.findByRole('button', { name: 'make a backup' }));
    expect(keptDraft(null)).toBe('make a backup');
    expect(goto).toHaveBeenCalledExactlyOnceWith('/agent');
  });

  it('speaks Russian', async () => {
    locale.choose('ru');
    service.on(DASHBOARDS, () => list());
    await show(Dashboards as Component, '/dashboards?env_id=ss-dev');
    expect(await screen.findByText(/На ss-dev нет дашбордов/)).toBeVisible();
  });

  it('says so when only the search finds nothing, and offers nothing', async () => {
    service.on(DASHBOARDS, () => list());
    await show(Dashboards as Component, '/dashboards?env_id=ss-dev');
    await userEvent.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText(/Nothing matches “x”/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /deploy/ })).toBeNull();
  });
});

describe('a page of an environment', () => {
  it.each([
    ['dashboards', Dashboards],
    ['datasets', Datasets],
    ['migrations', Migrations]
  ])('asks for one where none is chosen: %s', async (name, page) => {
    await show(page as Component, `/${name}`);
    expect(screen.getByText(/Choose an environment/)).toBeVisible();
    await waitFor(() => expect(goto).toHaveBeenCalledOnce());
    expect(vi.mocked(goto).mock.calls[0]?.[0]).toBe(`/${name}?env_id=ss-dev`);
  });
});

describe('a task', () => {
  it('is cancelled from its row', async () => {
    service
      .on('GET /api/tasks', () => list(task))
      .on('GET /api/tasks/t1', () => json({ ...task, log: [] }))
      .on('POST /api/tasks/t1/cancel', () => json(task));
    await show(Tasks as Component, '/tasks');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop the task' }));
    expect(service.asked('POST /api/tasks/t1/cancel')).toHaveLength(1);
  });
});

describe('dashboards to be moved', () => {
  it('are chosen, and the message is left for the person to send', async () => {
    service.on(DASHBOARDS, () => list(dashboard));
    await show(Migrations as Component, '/migrations?env_id=ss-dev');
    const ask = screen.getByRole('button', { name: 'Ask the agent' });
    expect(ask).toBeDisabled();
    await userEvent.click(await screen.findByRole('checkbox', { name: /Sales overview/ }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'To' }), 'ss-prod');
    await userEvent.click(ask);
    expect(keptDraft(null)).toContain('ss-prod');
    expect(vi.mocked(goto).mock.calls[0]?.[0]).toMatch(/^\/agent\?objectType=migration/);
  });
});

describe('the audit log', () => {
  it('is searched in what is here', async () => {
    service.on('GET /api/audit', () => list(line, { ...line, number: 41, kind: 'sign_in', facts: {} }));
    await show(Audit as Component, '/audit');
    expect(await screen.findByText('sign-in')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'delete_dash');
    await waitFor(() => expect(screen.queryByText('sign-in')).toBeNull());
    expect(screen.getByText('refusal')).toBeVisible();
  });
});
