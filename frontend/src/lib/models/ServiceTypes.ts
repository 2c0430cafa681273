import type { components } from './api.generated';

/** Bodies that are not part of a conversation: who is there, what is offered, what a Superset holds. */
type Schemas = components['schemas'];

export type Session = Schemas['SessionShown'];
export type ToolInfo = Schemas['ToolShown'];
export type ToolList = Schemas['ToolList'];
export type Environment = Schemas['EnvironmentShown'];
export type DashboardItem = Schemas['DashboardShown'];
export type DashboardDetail = Schemas['DashboardWhole'];
export type DatasetItem = Schemas['DatasetShown'];

export type TaskStatus = Schemas['TaskState'];
export type TaskItem = Schemas['TaskShown'];
/** A task with the end of its log, oldest line first. */
export type TaskDetail = Omit<Schemas['TaskWhole'], 'arguments' | 'result'>;

export const isOver = ({ state }: Pick<TaskItem, 'state'>): boolean =>
  state !== 'queued' && state !== 'running';

/** One line of the audit log; `facts` holds what happened, by name. */
export interface AuditLine {
  number: number;
  kind: string;
  at: string;
  user: string;
  conversation_id: string | null;
  turn_id: string | null;
  call_id: string | null;
  facts: Record<string, unknown>;
  hash: string;
}
