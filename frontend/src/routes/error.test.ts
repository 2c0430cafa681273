import { screen } from '@testing-library/svelte';
import type { Component } from 'svelte';
import { expect, it, vi } from 'vitest';
import { serviceOfAnn, showPage } from '../testing/pages';
import ErrorPage from './+error.svelte';

const address = vi.hoisted(() => ({
  url: new URL('http://agent.test/agent/no-such-page'),
  params: {},
  status: 404
}));
vi.mock('$app/state', () => ({ page: address }));
vi.mock('$app/navigation', () => ({ goto: vi.fn(), afterNavigate: vi.fn() }));

it('V04: an unknown page says so, leads to the assistant, and opens no stream', async () => {
  const service = serviceOfAnn();
  await showPage(ErrorPage as Component, service);
  expect(screen.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'To the assistant' })).toHaveAttribute('href', '/agent');
  expect(service.seen.filter(({ path }) => /events|messages/.test(path))).toEqual([]);
});
