import { expect, it } from 'vitest';
import { FakeService, json } from '../../testing/service';
import { Surroundings } from './AgentChat.Surroundings.svelte';

it('offers reads first and what is dangerous last', async () => {
  const tool = (name: string, risk: string) => ({ name, risk, examples: [name] });
  const items = [
    tool('commit_changes', 'write'),
    tool('delete_dashboard', 'dangerous'),
    tool('get_health_summary', 'read'),
    tool('run_backup', 'write'),
    tool('search_dashboards', 'read')
  ];
  const service = new FakeService().on('GET /api/agent/tools', () => json({ items, total: 5 }));
  const surroundings = new Surroundings(service.api);
  await surroundings.loadExamples(null);
  expect(surroundings.examples.map(({ tool: name }) => name)).toEqual([
    'get_health_summary',
    'search_dashboards',
    'commit_changes',
    'run_backup',
    'delete_dashboard'
  ]);
  expect(surroundings.suggestions.map(({ risk }) => risk)).toEqual([
    'read',
    'read',
    'write',
    'write',
    'dangerous'
  ]);
});
