import { screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { Component } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, problem } from '../testing/service';
import { dashboard, serviceOfAnn, showPage } from '../testing/pages';
import Dashboard from './dashboards/[id]/+page.svelte';
import Risks from './risks/+page.svelte';

const address = vi.hoisted(() => ({
  url: new URL('http://agent.test/'),
  params: {} as Record<string, string>
}));
vi.mock('$app/state', () => ({ page: address }));
vi.mock('$app/navigation', () => ({ goto: vi.fn(), afterNavigate: vi.fn() }));

const DASHBOARDS = 'GET /api/environments/ss-dev/dashboards';
let service = serviceOfAnn();

function show(page: Component, path: string, params: Record<string, string> = {}) {
  address.url = new URL(path, 'http://agent.test');
  address.params = params;
  return showPage(page, service);
}

beforeEach(() => {
  service = serviceOfAnn();
});

describe('the page of one dashboard', () => {
  const route = `${DASHBOARDS}/10`;
  const open = () => show(Dashboard as Component, '/dashboards/10?env_id=ss-dev', { id: '10' });
  const whole = {
    ...dashboard,
    charts: [{ id: '31', uuid: 'c', title: 'Revenue by month', viz_type: 'line', dataset_id: '7' }],
    datasets: [{ id: '7', uuid: 'd', title: 'orders' }]
  };

  it('has a heading before its title is known', async () => {
    service.on(route, () => new Promise<Response>(() => undefined));
    const { container } = await open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard #10');
    expect(container.querySelector('.skeleton')).not.toBeNull();
  });

  it('shows what stands on it, and asks the agent about it', async () => {
    service.on(route, () => json(whole));
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Sales overview' })).toBeVisible();
    expect(screen.getByText('Revenue by month')).toBeVisible();
    const ask = screen.getByRole('link', { name: 'Ask the agent: Sales overview' });
    expect(ask.getAttribute('href')).toMatch(/^\/agent\?objectType=dashboard&objectId=10&.*envId=ss-dev/);
  });

  it('says what went wrong, and asks again when told to', async () => {
    service.on(route, () => problem(502, 'superset_unavailable', 'ss-dev is away.'));
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('ss-dev is away.');
    service.on(route, () => json(whole));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sales overview' })).toBeVisible();
  });
});

describe('the risk matrix', () => {
  const tools = {
    items: [
      {
        name: 'delete_dashboard',
        description: 'Deletes a dashboard',
        risk: 'dangerous',
        required_role: 'admin',
        arguments: {},
        examples: []
      }
    ],
    total: 1,
    excluded: [{ tool: 'run_backup', reason: 'role' }]
  };

  it('is drawn from what the service declares, after skeletons', async () => {
    service.on('GET /api/agent/tools', () => json(tools));
    const { container } = await show(Risks as Component, '/risks');
    expect(
      container.querySelectorAll('.skeleton').length + screen.queryAllByRole('table').length
    ).toBeGreaterThan(0);
    expect(await screen.findByText('Deletes a dashboard')).toBeVisible();
    const row = screen.getByRole('row', { name: /Deletes a dashboard/ });
    expect(row).toHaveTextContent(/not allowed.*not allowed.*allowed/s);
  });

  it('says what went wrong, and asks again when told to', async () => {
    service.on('GET /api/agent/tools', () => problem(500, 'internal', 'It broke.'));
    await show(Risks as Component, '/risks');
    expect(await screen.findByRole('alert')).toHaveTextContent('It broke.');
    service.on('GET /api/agent/tools', () => json(tools));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Deletes a dashboard')).toBeVisible();
  });
});
