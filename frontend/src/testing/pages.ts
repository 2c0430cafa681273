import { render } from '@testing-library/svelte';
import type { Component } from 'svelte';
import { AgentChatModel } from '$lib/models/AgentChatModel.svelte';
import { SessionModel } from '$lib/models/SessionModel.svelte';
import { FakeService, json } from './service';
import WithChat from './WithChat.svelte';

export const list = (...items: unknown[]) => json({ items, total: items.length });

/** A service that knows an admin and two environments, and nothing else yet. */
export function serviceOfAnn(): FakeService {
  return new FakeService()
    .on('GET /api/auth/session', () =>
      json({
        user: 'local:ann',
        name: 'ann',
        role: 'admin',
        env_id: null,
        model: { name: 'm', built_in: true }
      })
    )
    .on('GET /api/environments', () =>
      list({ env_id: 'ss-dev', tier: 'dev' }, { env_id: 'ss-prod', tier: 'prod' })
    );
}

/** A whole page for somebody who is signed in. */
export async function showPage(page: Component, service: FakeService) {
  const session = new SessionModel(service.fetch);
  await session.check();
  const chat = new AgentChatModel({ api: service.api });
  return render(WithChat, { props: { chat, session, component: page as never, props: {} } });
}

export const dashboard = {
  id: '10',
  uuid: 'b-10',
  title: 'Sales overview',
  url: 'https://ss-dev.example/superset/dashboard/10/',
  published: true,
  owners: ['Ann Admin'],
  tags: [],
  changed_at: '2026-11-30T12:00:00Z',
  changed_by: null
};
