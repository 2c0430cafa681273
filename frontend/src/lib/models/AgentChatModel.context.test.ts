import { describe, expect, it } from 'vitest';
import { locale } from '$lib/i18n/index.svelte';
import { modelFixture } from '../../testing/fixtures';
import { FakeService } from '../../testing/service';
import { chatAddress } from './AgentChat.Context';
import { AgentChatModel } from './AgentChatModel.svelte';
import type { UIContext } from './AgentChatTypes';

interface Expected {
  uiContext: UIContext | null;
  activeEnvId: string | null;
  isProdContext: boolean;
  pill: Record<'en' | 'ru', string>;
}
interface Switch {
  search: string;
  steps: { updateActiveEnv: string | null; expected: Expected & { contextEnvId: string | null } }[];
}

const model = () => new AgentChatModel({ api: new FakeService().api });

function pills(chat: AgentChatModel): Record<string, string> {
  return Object.fromEntries(
    (['en', 'ru'] as const).map((language) => {
      locale.choose(language);
      return [language, chat.contextPillLabel];
    })
  );
}

describe('the context of a visit', () => {
  it.each(['full_params', 'no_params', 'malformed_objectType'])('comes from the address: %s', (name) => {
    const { search, expected } = modelFixture<{ search: string; expected: Expected }>(name);
    const chat = model();
    chat.setUIContextFromParams(new URLSearchParams(search));
    expect(chat.uiContext).toEqual(expected.uiContext);
    expect(chat._activeEnvId).toBe(expected.activeEnvId);
    expect(chat.isProdContext).toBe(expected.isProdContext);
    expect(pills(chat)).toEqual(expected.pill);
  });

  it('follows the environment that the person chooses, in both places', () => {
    const { search, steps } = modelFixture<Switch>('environment_switch');
    const chat = model();
    chat.setUIContextFromParams(new URLSearchParams(search));
    for (const { updateActiveEnv, expected } of steps) {
      chat.updateActiveEnv(updateActiveEnv);
      expect(chat._activeEnvId).toBe(expected.activeEnvId);
      expect(chat.uiContext?.envId ?? null).toBe(expected.contextEnvId);
      expect(chat.isProdContext).toBe(expected.isProdContext);
      expect(pills(chat)).toEqual(expected.pill);
    }
  });

  it('lets the registered tier of an environment win over its name', async () => {
    const service = new FakeService().on('GET /api/environments', () =>
      Response.json({
        items: [
          { env_id: 'warehouse', tier: 'prod' },
          { env_id: 'prod-copy', tier: 'dev' }
        ],
        total: 2
      })
    );
    const chat = new AgentChatModel({ api: service.api });
    await chat.surroundings.loadEnvironments();
    chat.updateActiveEnv('warehouse');
    expect(chat.isProdContext).toBe(true);
    chat.updateActiveEnv('prod-copy');
    expect(chat.isProdContext).toBe(false);
    expect(chat.surroundings.harmless).toBe('prod-copy');
  });

  it('leaves out what the service would refuse', () => {
    const chat = model();
    const long = 'x'.repeat(257);
    const params = {
      objectType: 'dashboard',
      objectId: 'a\u0000b\n',
      objectName: long,
      route: 'https://evil.example'
    };
    chat.setUIContextFromParams(new URLSearchParams(params));
    expect(chat.uiContext).toMatchObject({ objectId: 'ab', objectName: null, route: null });
  });

  it('can be cleared, and the environment stays', () => {
    const chat = model();
    chat.setUIContextFromParams(new URLSearchParams('objectType=dashboard&objectId=1&envId=ss-dev'));
    chat.clearContext();
    expect(chat.uiContext).toBeNull();
    expect(chat._activeEnvId).toBe('ss-dev');
  });

  it('survives the way from a page into the address', () => {
    const context = {
      objectType: 'dashboard',
      objectId: '10',
      objectName: 'A & B',
      envId: 'ss-dev',
      route: '/x'
    } as const;
    const chat = model();
    chat.setUIContextFromParams(new URL(chatAddress(context), 'http://x').searchParams);
    expect(chat.uiContext).toEqual({ ...context, contextVersion: 1 });
  });
});
