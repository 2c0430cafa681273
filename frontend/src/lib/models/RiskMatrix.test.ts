import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { riskMatrix, ROLES } from './RiskMatrix';
import type { ToolInfo } from './ServiceTypes';

interface Declared {
  name: string;
  risk: ToolInfo['risk'];
  required_role?: ToolInfo['required_role'];
  role?: ToolInfo['required_role'];
}
const path = resolve(import.meta.dirname, '../../../../specs/catalogue.json');
const { tools } = JSON.parse(readFileSync(path, 'utf8')) as { tools: Declared[] };
const items = tools.map((tool) => ({
  name: tool.name,
  risk: tool.risk,
  required_role: tool.required_role ?? tool.role ?? 'admin',
  description: '',
  arguments: {},
  examples: []
}));
const matrix = riskMatrix({ items });
const row = (name: string) => matrix.find((one) => one.name === name);

describe('the risk matrix of the declared tools', () => {
  it('gives each role what it may call', () => {
    const counts = ROLES.map((role) => matrix.filter(({ may }) => may[role]).length);
    expect(counts).toEqual([8, 14, 22]);
    expect(row('delete_dashboard')?.may).toEqual({ viewer: false, analyst: false, admin: true });
    expect(row('search_dashboards')?.may).toEqual({ viewer: true, analyst: true, admin: true });
  });

  it('says on every tier what stands before a call', () => {
    expect(row('search_dashboards')?.guard).toEqual({ dev: 'runs', staging: 'runs', prod: 'runs' });
    expect(row('run_backup')?.guard).toEqual({ dev: 'asks', staging: 'asks', prod: 'asks_warned' });
    expect(row('delete_dashboard')?.guard.dev).toBe('asks_late');
    expect(matrix.at(-1)?.risk).toBe('dangerous');
  });
});
