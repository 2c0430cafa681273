import { describe, expect, it } from 'vitest';
import { locale } from '$lib/i18n/index.svelte';
import { FakeService } from '../../testing/service';
import { AgentChatModel } from './AgentChatModel.svelte';
import { Migration } from './Migration.svelte';

function chosen(): Migration {
  const migration = new Migration();
  migration.chooseSource('ss-dev');
  migration.target = 'ss-prod';
  for (const id of ['1', '2', '5']) migration.toggle(id, true);
  migration.toggle('2', false);
  return migration;
}

describe('a migration that is prepared', () => {
  it.each([
    ['en', 'Migrate dashboards 1 and 5 from ss-dev to ss-prod'],
    ['ru', 'Перенеси дашборды 1 и 5 с ss-dev на ss-prod']
  ] as const)('waits in the composer and is not in the address: %s', (language, prompt) => {
    locale.choose(language);
    const address = chosen().prepare();
    expect(address).toBe('/agent?objectType=migration&envId=ss-dev&route=%2Fmigrations');
    const service = new FakeService();
    const chat = new AgentChatModel({ api: service.api });
    expect(chat.draft).toBe(prompt);
    expect(service.seen).toEqual([]);
  });

  it('takes nothing away from what the person was writing', () => {
    sessionStorage.setItem('agent.draft.new', 'half a sentence');
    const migration = chosen();
    migration.prepare();
    migration.prepare();
    expect(sessionStorage.getItem('agent.draft.new')).toBe(`half a sentence\n${migration.prompt}`);
  });

  it('is ready with two different environments and something to move', () => {
    const migration = chosen();
    expect(migration.ready).toBe(true);
    migration.target = 'ss-dev';
    expect(migration.ready).toBe(false);
    migration.target = 'ss-prod';
    migration.chooseSource('ss-prod');
    expect([migration.target, migration.chosen.size, migration.ready]).toEqual(['', 0, false]);
  });
});
