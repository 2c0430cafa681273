/**
 * The words of the wire: events of a conversation, and request and response bodies.
 *
 * Bodies are aliases of what `npm run types` makes of `openapi.json` (on install and before each check). Events and the metadata in them are written by hand
 * after design sections 4 and 5: OpenAPI has no words for what a stream carries.
 */
import type { components } from './api.generated';

type Schemas = components['schemas'];

export type Tier = Schemas['Tier'] | null;
export type Role = Schemas['Role'];
export type Risk = Schemas['ToolRisk'];
export type RiskLevel = 'safe' | 'guarded' | 'dangerous';
export type Origin = 'person' | 'page' | 'model' | 'tool';
export type Decision = 'approve' | 'deny' | 'expired' | 'cancelled' | 'replaced';
export type FinishReason = Schemas['FinishReason'];
export type ObjectType = 'dashboard' | 'dataset' | 'migration';

export interface UIContext {
  objectType: ObjectType | null;
  objectId: string | null;
  objectName: string | null;
  envId: string | null;
  route: string | null;
  contextVersion: 1;
}

export interface Alternative {
  action: string;
  prompt: string;
}

export interface ConfirmArgument {
  value: unknown;
  origin: Origin;
}

export interface ConfirmTarget {
  kind: string;
  uuid: string | null;
  id: string | null;
  title: string;
  url: string | null;
}

export interface PlanField {
  /** The path that Superset has for it; one of its kind in a resource. */
  name: string;
  /** What people call it, where the service has a word for it. */
  label?: string;
  old: string | null;
  new: string | null;
}

export interface PlanResource {
  kind: string;
  change: 'create' | 'update' | 'delete' | 'keep';
  uuid: string | null;
  id: string | null;
  title: string;
  fields: PlanField[];
}

export interface Plan {
  summary: string;
  resources: PlanResource[];
  touched: { kind: string; title: string; why: string }[];
  warnings: string[];
  irreversible: string[];
  blocked: string[];
  undo: 'snapshot' | 'inverse' | 'none';
  /** What an undo does, where the usual sentence would not be true. */
  undo_how?: string | null;
}

export interface ConfirmMetadataV2 {
  confirmation_id: string;
  call_id: string;
  tool_name: string;
  risk: Risk;
  risk_level: RiskLevel;
  dangerous: boolean;
  env_context: Tier;
  env_id: string | null;
  permission_granted: boolean;
  required_role: Role;
  alternatives: Alternative[];
  arguments: Record<string, ConfirmArgument>;
  target: ConfirmTarget | null;
  plan: Plan;
  digest: string;
  expires_at: string;
}

export interface PermissionDeniedMetadata {
  type: 'permission_denied';
  call_id: string;
  tool_name: string;
  required_role: Role;
  user_role: Role | null;
  alternatives: Alternative[];
}

export interface Usage {
  prompt_tokens?: number;
  completion_tokens?: number;
  model_calls?: number;
}

interface EventBase {
  conversation_id: string;
  turn_id: string;
  at: string;
}

export interface TurnStarted extends EventBase {
  type: 'turn_started';
  env_id: string | null;
  tier: Tier;
  role: Role;
  uicontext: UIContext | null;
  model: string;
}
export interface PipelineResult extends EventBase {
  type: 'pipeline_result';
  tools: string[];
  excluded: { tool: string; reason: 'role' | 'context' }[];
}
export interface Token extends EventBase {
  type: 'token';
  text: string;
}
export interface ToolStart extends EventBase {
  type: 'tool_start';
  call_id: string;
  tool_name: string;
  arguments: Record<string, unknown>;
  risk_level: RiskLevel;
  is_write_tool: boolean;
}
export interface ToolRetry extends EventBase {
  type: 'tool_retry';
  call_id: string;
  tool_name: string;
  attempt: number;
  max_retries: number;
  delay_s: number;
}
export interface ToolTimeout extends EventBase {
  type: 'tool_timeout';
  call_id: string;
  tool_name: string;
  timeout_s: number;
  is_write_tool: boolean;
  retryable: boolean;
  status_unknown: boolean;
}
export interface ToolError extends EventBase {
  type: 'tool_error';
  call_id: string;
  tool_name: string;
  message: string;
  retry_exhausted: boolean;
  is_write_tool: boolean;
  status_unknown: boolean;
}
export interface ToolEnd extends EventBase {
  type: 'tool_end';
  call_id: string;
  tool_name: string;
  summary: string;
  truncated: boolean;
  result_url: string | null;
  action_id?: string | null;
  /** The action that this call has taken back. */
  undone_action_id?: string | null;
}
export interface ToolCancelled extends EventBase {
  type: 'tool_cancelled';
  call_id: string;
  tool_name: string;
}
export interface ConfirmRequired extends EventBase {
  type: 'confirm_required';
  metadata: ConfirmMetadataV2;
}
export interface ConfirmResolved extends EventBase {
  type: 'confirm_resolved';
  confirmation_id: string;
  call_id: string;
  decision: Decision;
  by: string | null;
  reason?: string | null;
}
export type PermissionDenied = EventBase & PermissionDeniedMetadata;
export interface TaskProgress extends EventBase {
  type: 'task_progress';
  task_id: string;
  tool_name: string;
  done: number;
  total: number | null;
  note: string | null;
}
export interface ErrorEvent extends EventBase {
  type: 'error';
  code: string;
  status: number;
  message: string;
}
export interface Done extends EventBase {
  type: 'done';
  finish_reason: FinishReason;
  usage: Usage | null;
  text: string;
}

export type AgentEvent =
  | TurnStarted
  | PipelineResult
  | Token
  | ToolStart
  | ToolRetry
  | ToolTimeout
  | ToolError
  | ToolEnd
  | ToolCancelled
  | ConfirmRequired
  | ConfirmResolved
  | PermissionDenied
  | TaskProgress
  | ErrorEvent
  | Done;

/** An event with its number in the conversation, 0 when the frame had none. */
export interface NumberedEvent {
  id: number;
  event: AgentEvent;
}

export type Problem = Schemas['ProblemShown'];

export interface List<T> {
  items: T[];
  total: number;
}

export type ConversationState = ConversationItem['state'];

export type ConversationItem = Schemas['ConversationShown'];

export type TurnRecord = Omit<Schemas['TurnShown'], 'uicontext'> & { uicontext: UIContext | null };

export type Conversation = Omit<Schemas['ConversationWhole'], 'turns' | 'confirmation'> & {
  undone_actions: string[];
  turns: TurnRecord[];
  confirmation: ConfirmMetadataV2 | null;
};

export type MessageRequest = Schemas['MessageBody'] & { message_id: string; uicontext?: UIContext };

export type DecisionRequest = Schemas['DecisionBody'] & { digest: string };
