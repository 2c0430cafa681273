import type { Risk, Role, Tier } from './AgentChatTypes';

/** Bodies that are not part of a conversation: who is there, what is offered, what a Superset holds. */

export interface Session {
  user: string;
  name: string;
  role: Role;
  env_id: string | null;
  model: { name: string; built_in: boolean };
  expires_at: string;
}

export interface ToolInfo {
  name: string;
  description: string;
  risk: Risk;
  arguments: unknown;
  examples?: string[];
}

export interface Environment {
  env_id: string;
  tier: Tier;
  url: string;
  reachable: boolean | null;
  version: string | null;
}

export interface DashboardItem {
  id: string;
  uuid: string;
  title: string;
  url: string | null;
  published: boolean;
  owners: string[];
  tags: string[];
  changed_at: string | null;
  changed_by: string | null;
}

export interface DashboardDetail extends DashboardItem {
  charts: { id: string; uuid: string; title: string; viz_type: string; dataset_id: string | null }[];
  datasets: { id: string; uuid: string; title: string }[];
}

export interface DatasetItem {
  id: string;
  uuid: string;
  title: string;
  schema: string | null;
  database: { id: string; title: string };
  kind: 'physical' | 'virtual';
}
