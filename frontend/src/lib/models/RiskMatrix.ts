import type { Role, Tier } from './AgentChatTypes';
import type { ToolInfo, ToolList } from './ServiceTypes';

export const ROLES = ['viewer', 'analyst', 'admin'] as const satisfies Role[];
export const TIERS = ['dev', 'staging', 'prod'] as const satisfies Tier[];

/** What happens when a tool is called: it runs, asks, asks with a warning, or asks after a countdown. */
export type Guard = 'runs' | 'asks' | 'asks_warned' | 'asks_late';

export interface RiskRow {
  name: string;
  description: string;
  risk: ToolInfo['risk'];
  may: Record<Role, boolean>;
  guard: Record<(typeof TIERS)[number], Guard>;
}

/** Tool by tier by role, drawn from what the service declares; reads first, what is dangerous last. */
export function riskMatrix({ items }: Pick<ToolList, 'items'>): RiskRow[] {
  const order: ToolInfo['risk'][] = ['read', 'write', 'dangerous'];
  return items
    .map(({ name, description, risk, required_role: needed }) => ({
      name,
      description,
      risk,
      may: {
        viewer: needed === 'viewer',
        analyst: needed !== 'admin',
        admin: true
      },
      guard: { dev: guardOf(risk, 'dev'), staging: guardOf(risk, 'staging'), prod: guardOf(risk, 'prod') }
    }))
    .toSorted((one, other) => order.indexOf(one.risk) - order.indexOf(other.risk));
}

function guardOf(risk: ToolInfo['risk'], tier: (typeof TIERS)[number]): Guard {
  if (risk === 'read') return 'runs';
  if (risk === 'dangerous') return 'asks_late';
  return tier === 'prod' ? 'asks_warned' : 'asks';
}
