/**
 * The words of the wire: events of a conversation, and request and response bodies.
 *
 * Written by hand after design sections 4 to 6. Once `openapi.json` is exported, `npm run types` writes
 * `api.generated.ts`, and the bodies here become aliases of it; the events stay, SSE is not in OpenAPI.
 */

export type Tier = 'prod' | 'staging' | 'dev' | null;
export type Role = 'admin' | 'analyst' | 'viewer';
export type Risk = 'read' | 'write' | 'dangerous';
export type RiskLevel = 'safe' | 'guarded' | 'dangerous';
export type Origin = 'person' | 'page' | 'model' | 'tool';
export type Decision = 'approve' | 'deny' | 'expired' | 'cancelled' | 'replaced';
export type FinishReason = 'stop' | 'awaiting_confirmation' | 'cancelled' | 'limit' | 'error';
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
  name: string;
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
  undo: 'snapshot' | 'none';
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

export interface Problem {
  title: string;
  status: number;
  detail: string;
  code: string;
  confirmation?: ConfirmMetadataV2 | null;
}

export interface List<T> {
  items: T[];
  total: number;
}

export type ConversationState = 'idle' | 'running' | 'awaiting_confirmation';

export interface ConversationItem {
  id: string;
  title: string | null;
  state: ConversationState;
  env_id: string | null;
  created_at: string;
  updated_at: string;
}

export interface TurnRecord {
  turn_id: string;
  message_id: string | null;
  message: string;
  env_id: string | null;
  uicontext: UIContext | null;
  started_at: string;
  finish_reason: FinishReason | null;
}

export interface Conversation {
  id: string;
  title: string | null;
  state: ConversationState;
  language: string | null;
  created_at: string;
  updated_at: string;
  last_event_id: number | string | null;
  turns: TurnRecord[];
  confirmation: ConfirmMetadataV2 | null;
}

export interface MessageRequest {
  message: string;
  message_id: string;
  conversation_id?: string;
  env_id?: string;
  uicontext?: UIContext;
}

export interface DecisionRequest {
  confirmation_id: string;
  decision: 'approve' | 'deny';
  digest: string;
  reason?: string;
}
