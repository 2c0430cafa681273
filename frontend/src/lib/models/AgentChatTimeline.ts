import type { Link } from './AgentChat.ConnectionManager.svelte';
import type {
  Alternative,
  ConfirmMetadataV2,
  Conversation,
  Decision,
  DecisionRequest,
  FinishReason,
  MessageRequest,
  PermissionDeniedMetadata,
  RiskLevel,
  Tier,
  UIContext,
  Usage
} from './AgentChatTypes';

export type ToolCallStatus = 'executing' | 'retrying' | 'completed' | 'failed' | 'timeout' | 'cancelled';

export interface ToolCall {
  callId: string;
  name: string;
  status: ToolCallStatus;
  arguments: Record<string, unknown>;
  riskLevel: RiskLevel | null;
  isWriteTool: boolean;
  retryCount: number;
  maxRetries: number;
  timeoutSeconds: number | null;
  /** The write may or may not have happened: nobody may offer to send it again. */
  statusUnknown: boolean;
  retryable: boolean;
  message: string | null;
  summary: string | null;
  truncated: boolean;
  resultUrl: string | null;
  actionId: string | null;
  /** Another action, here or elsewhere, has taken it back. */
  undone: boolean;
  task: TaskProgressed | null;
  startedAt: string;
  endedAt: string | null;
}

/** How far a task is, as the last event of it said. */
export interface TaskProgressed {
  id: string;
  done: number;
  total: number | null;
  note: string | null;
}

export interface Resolution {
  decision: Decision;
  by: string | null;
  reason: string | null;
  at: string;
}

export type Part =
  | { kind: 'text'; key: string; text: string }
  | { kind: 'tool'; key: string; call: ToolCall }
  | { kind: 'confirmation'; key: string; metadata: ConfirmMetadataV2; resolution: Resolution | null }
  | { kind: 'denied'; key: string; metadata: PermissionDeniedMetadata }
  | { kind: 'operation_cancelled'; key: string; toolName: string }
  | { kind: 'task'; key: string; toolName: string; task: TaskProgressed }
  | { kind: 'error'; key: string; code: string; status: number; message: string };

/** One message and all that came of it. Never changed in place: a change makes a new one. */
export interface Turn {
  /** Stable for the list, from the moment the person presses send. */
  key: string;
  turnId: string | null;
  messageId: string | null;
  message: string | null;
  /** The action that this turn was started to undo. */
  undoes: string | null;
  envId: string | null;
  tier: Tier;
  uicontext: UIContext | null;
  model: string | null;
  startedAt: string;
  endedAt: string | null;
  pipeline: { tools: string[]; excluded: { tool: string; reason: string }[] } | null;
  parts: Part[];
  finishReason: FinishReason | null;
  usage: Usage | null;
  /** The request failed before the service took the message. */
  unsent: boolean;
}

type KeptConversation = Pick<Conversation, 'turns' | 'undone_actions'>;

export type Phase = 'idle' | 'running' | 'awaiting' | 'failed';

export interface Timeline {
  turns: Turn[];
  lastEventId: number;
  phase: Phase;
  /** The one confirmation that still wants an answer. */
  waiting: ConfirmMetadataV2 | null;
  /** Actions that are undone, also such as no event has told of yet. */
  undone: ReadonlySet<string>;
}

export const EMPTY_TIMELINE: Timeline = {
  turns: [],
  lastEventId: 0,
  phase: 'idle',
  waiting: null,
  undone: new Set()
};

export function newTurn(key: string, fields: Partial<Turn>): Turn {
  return {
    key,
    turnId: null,
    messageId: null,
    message: null,
    undoes: null,
    envId: null,
    tier: null,
    uicontext: null,
    model: null,
    startedAt: '',
    endedAt: null,
    pipeline: null,
    parts: [],
    finishReason: null,
    usage: null,
    unsent: false,
    ...fields
  };
}

export function newToolCall(callId: string, name: string, at: string): ToolCall {
  return {
    callId,
    name,
    status: 'executing',
    arguments: {},
    riskLevel: null,
    isWriteTool: false,
    retryCount: 0,
    maxRetries: 0,
    timeoutSeconds: null,
    statusUnknown: false,
    retryable: false,
    message: null,
    summary: null,
    truncated: false,
    resultUrl: null,
    actionId: null,
    undone: false,
    task: null,
    startedAt: at,
    endedAt: null
  };
}

/** The timeline with what the service keeps besides events: the words of the person, and what was undone elsewhere. */
export function withRecords(timeline: Timeline, kept: KeptConversation): Timeline {
  const turns = [...timeline.turns];
  for (const record of kept.turns) {
    const at = turns.findIndex(
      (turn) =>
        turn.turnId === record.turn_id || (turn.messageId !== null && turn.messageId === record.message_id)
    );
    const known = at >= 0 ? turns[at] : undefined;
    const fields = {
      turnId: record.turn_id,
      messageId: record.message_id,
      message: record.message,
      unsent: false
    };
    if (known) {
      if (known.message !== record.message || known.turnId !== record.turn_id || known.unsent) {
        turns[at] = { ...known, ...fields };
      }
    } else {
      const more = { envId: record.env_id, uicontext: record.uicontext, startedAt: record.started_at };
      turns.push(newTurn(record.turn_id, { ...fields, ...more }));
    }
  }
  return withUndone({ ...timeline, turns }, kept.undone_actions);
}

/** The timeline with a message that is on its way; one that is sent again replaces its first try. */
export function withMessage(timeline: Timeline, turn: Turn): Timeline {
  const others = timeline.turns.filter((other) => other.key !== turn.key || other.turnId !== null);
  return { ...timeline, phase: 'running', turns: [...others, turn] };
}

/** Whether the plan of a call promised that it can be undone. The service decides when it is asked to. */
export function isUndoable(turn: Turn, call: ToolCall): boolean {
  if (!call.actionId || call.undone || call.status !== 'completed') return false;
  return turn.parts.some(
    (part) =>
      part.kind === 'confirmation' &&
      part.metadata.call_id === call.callId &&
      part.metadata.plan.undo !== 'none'
  );
}

/** The timeline in which these actions are known to be undone. */
export function withUndone(timeline: Timeline, actions: readonly string[]): Timeline {
  const news = actions.filter((action) => !timeline.undone.has(action));
  if (news.length === 0) return timeline;
  const isUndone = (part: Part) =>
    part.kind === 'tool' && part.call.actionId !== null && news.includes(part.call.actionId);
  const mark = (part: Part): Part =>
    part.kind === 'tool' && isUndone(part) ? { ...part, call: { ...part.call, undone: true } } : part;
  const turns = timeline.turns.map((turn) =>
    turn.parts.some(isUndone) ? { ...turn, parts: turn.parts.map(mark) } : turn
  );
  return { ...timeline, turns, undone: new Set([...timeline.undone, ...news]) };
}

/** Whether the answer says this sentence as well, so that it need not be read twice. */
export function isSaid(turn: Turn, sentence: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/\\(?=[^a-z0-9\s])/gi, '')
      .replace(/\[([^\]]*)\]\(#ask:[^)]*\)/g, '$1')
      .replace(/\s+/g, ' ')
      .trim();
  const wanted = plain(sentence);
  return turn.parts.some((part) => part.kind === 'text' && plain(part.text).includes(wanted));
}

/** The message on its way that no event has answered yet. */
export function pendingOf({ turns }: Timeline): Turn | null {
  return turns.findLast((turn) => turn.turnId === null && !turn.unsent) ?? null;
}

export function withoutTurn(timeline: Timeline, gone: Turn): Timeline {
  const turns = timeline.turns.filter((turn) => turn !== gone);
  return { ...timeline, turns, phase: timeline.waiting ? 'awaiting' : 'idle' };
}

/** The body that carries the message of a turn; what is not known is left out. */
export function messageRequest(
  turn: Turn,
  conversationId: string | null,
  envId: string | null
): MessageRequest {
  const body: MessageRequest = { message: turn.message ?? '', message_id: turn.messageId ?? turn.key };
  if (conversationId) body.conversation_id = conversationId;
  if (envId) body.env_id = envId;
  if (turn.uicontext) body.uicontext = turn.uicontext;
  return body;
}

/** The body of an answer; `changes` are the arguments that the person wants otherwise. */
export function decisionRequest(
  { confirmation_id, digest }: ConfirmMetadataV2,
  decision: 'approve' | 'deny',
  reason: string,
  changes: Record<string, unknown>
): DecisionRequest {
  const body: DecisionRequest = { confirmation_id, digest, decision };
  if (reason.trim()) body.reason = reason.trim();
  if (decision === 'approve' && Object.keys(changes).length > 0) body.arguments = changes;
  return body;
}

/** Messages that the service never acknowledged, marked so that the person can send them again. */
export function withUnsent(timeline: Timeline): Timeline {
  if (pendingOf(timeline) === null) return timeline;
  const turns = timeline.turns.map((turn) => (turn.turnId === null ? { ...turn, unsent: true } : turn));
  return { ...timeline, turns, phase: timeline.waiting ? 'awaiting' : 'failed' };
}

/** An id that nobody else makes; `randomUUID` exists only on https and localhost. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type ChatState =
  'idle' | 'streaming' | 'awaiting_confirmation' | 'error' | 'disconnected' | 'disconnected_permanent';

/** The one state of the page; a cut connection hides what can only be guessed. */
export function chatStateOf(link: Link, { waiting, phase }: Timeline): ChatState {
  if (link === 'lost') return 'disconnected_permanent';
  if (link === 'waiting') return 'disconnected';
  if (waiting) return 'awaiting_confirmation';
  if (phase === 'running') return 'streaming';
  return phase === 'failed' ? 'error' : 'idle';
}

/** What the person can ask instead of the last thing that was refused. */
export function alternativesOf(turns: Turn[]): Alternative[] | null {
  const denied = turns.at(-1)?.parts.findLast((part) => part.kind === 'denied');
  return denied?.kind === 'denied' ? denied.metadata.alternatives : null;
}
