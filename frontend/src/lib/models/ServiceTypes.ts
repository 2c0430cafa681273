import type { components } from './api.generated';

/** Bodies that are not part of a conversation: who is there, what is offered, what a Superset holds. */
type Schemas = components['schemas'];

export type Session = Schemas['SessionShown'];
export type ToolInfo = Schemas['ToolShown'];
export type Environment = Schemas['EnvironmentShown'];
export type DashboardItem = Schemas['DashboardShown'];
export type DashboardDetail = Schemas['DashboardWhole'];
export type DatasetItem = Schemas['DatasetShown'];
