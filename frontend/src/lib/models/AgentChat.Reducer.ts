import {
  newToolCall,
  newTurn,
  withUndone,
  type Part,
  type Phase,
  type Resolution,
  type Timeline,
  type ToolCall,
  type Turn
} from './AgentChatTimeline';
import type { AgentEvent, ConfirmMetadataV2, ConfirmResolved, Done, NumberedEvent } from './AgentChatTypes';

/**
 * The timeline after these events. Live, resumed and replayed turns all pass here.
 *
 * Only the turns that an event touches are made anew, so that a list keyed by turn draws nothing else again.
 */
export function reduce(timeline: Timeline, events: NumberedEvent[]): Timeline {
  if (events.length === 0) return timeline;
  const draft = new Draft(timeline);
  for (const { id, event } of events) {
    draft.lastEventId = Math.max(draft.lastEventId, id);
    draft.apply(event);
  }
  return draft.finish();
}

class Draft {
  lastEventId: number;
  #turns: Turn[];
  #fresh = new Set<Turn>();
  #phase: Phase;
  #waiting: ConfirmMetadataV2 | null;
  #undone: string[] = [];
  readonly #known: ReadonlySet<string>;

  constructor(timeline: Timeline) {
    this.lastEventId = timeline.lastEventId;
    this.#turns = [...timeline.turns];
    this.#phase = timeline.phase;
    this.#waiting = timeline.waiting;
    this.#known = timeline.undone;
  }

  finish(): Timeline {
    const timeline = {
      turns: this.#turns,
      lastEventId: this.lastEventId,
      phase: this.#phase,
      waiting: this.#waiting,
      undone: this.#known
    };
    return withUndone(timeline, this.#undone);
  }

  apply(event: AgentEvent): void {
    const turn = this.#turn(event);
    switch (event.type) {
      case 'turn_started':
        turn.envId = event.env_id;
        turn.tier = event.tier;
        turn.uicontext = event.uicontext;
        turn.model = event.model;
        turn.startedAt = event.at;
        this.#phase = 'running';
        break;
      case 'pipeline_result':
        turn.pipeline = { tools: event.tools, excluded: event.excluded };
        break;
      case 'token':
        addText(turn, event.text);
        this.#phase = 'running';
        break;
      case 'tool_start':
        this.#phase = 'running';
        changeCall(turn, event, {
          status: 'executing',
          arguments: event.arguments,
          riskLevel: event.risk_level,
          isWriteTool: event.is_write_tool,
          startedAt: event.at
        });
        break;
      case 'tool_retry':
        changeCall(turn, event, {
          status: 'retrying',
          retryCount: event.attempt,
          maxRetries: event.max_retries
        });
        break;
      case 'tool_timeout':
        changeCall(turn, event, {
          status: 'timeout',
          timeoutSeconds: event.timeout_s,
          isWriteTool: event.is_write_tool,
          // A write that timed out may have happened, whatever the event says of retrying it.
          retryable: event.retryable && !event.is_write_tool,
          statusUnknown: event.status_unknown || event.is_write_tool,
          endedAt: event.at
        });
        break;
      case 'tool_error':
        changeCall(turn, event, {
          status: 'failed',
          message: event.message,
          isWriteTool: event.is_write_tool,
          statusUnknown: event.status_unknown,
          retryable: event.retry_exhausted && !event.is_write_tool && !event.status_unknown,
          endedAt: event.at
        });
        break;
      case 'tool_end':
        changeCall(turn, event, {
          status: 'completed',
          summary: event.summary,
          truncated: event.truncated,
          resultUrl: event.result_url,
          actionId: event.action_id ?? null,
          undone: this.#known.has(event.action_id ?? ''),
          endedAt: event.at
        });
        if (event.undone_action_id) this.#undone.push(event.undone_action_id);
        break;
      case 'tool_cancelled':
        changeCall(turn, event, { status: 'cancelled', endedAt: event.at });
        break;
      case 'confirm_required':
        this.#ask(turn, event.metadata);
        break;
      case 'confirm_resolved':
        this.#resolve(turn, event);
        break;
      case 'permission_denied': {
        const { call_id, tool_name, required_role, user_role, alternatives, type } = event;
        const metadata = { type, call_id, tool_name, required_role, user_role, alternatives };
        put(turn, { kind: 'denied', key: `denied:${call_id}`, metadata });
        break;
      }
      case 'task_progress': {
        const { task_id: id, tool_name: toolName, done, total, note } = event;
        const task = { id, done, total, note };
        const call = startedBy(turn, id, toolName);
        if (call) put(turn, { ...call, call: { ...call.call, task } });
        else put(turn, { kind: 'task', key: `task:${id}`, toolName, task });
        break;
      }
      case 'error': {
        const { code, status, message } = event;
        turn.parts.push({ kind: 'error', key: `error:${turn.parts.length}`, code, status, message });
        this.#phase = 'failed';
        break;
      }
      case 'done':
        this.#end(turn, event);
        break;
      default:
        unreachable(event);
    }
  }

  #ask(turn: Turn, metadata: ConfirmMetadataV2): void {
    if (!metadata.permission_granted) {
      // The service never asks for what is forbidden; if it did, nobody may find a button to press.
      const { call_id, tool_name, required_role, alternatives } = metadata;
      const denied = {
        type: 'permission_denied',
        call_id,
        tool_name,
        required_role,
        user_role: null,
        alternatives
      };
      put(turn, {
        kind: 'denied',
        key: `denied:${call_id}`,
        metadata: { ...denied, type: 'permission_denied' }
      });
      return;
    }
    const key = `confirmation:${metadata.confirmation_id}`;
    put(turn, { kind: 'confirmation', key, metadata, resolution: null });
    this.#waiting = metadata;
    this.#phase = 'awaiting';
  }

  #resolve(turn: Turn, event: ConfirmResolved): void {
    const key = `confirmation:${event.confirmation_id}`;
    const at = turn.parts.findIndex((part) => part.key === key);
    const part = turn.parts[at];
    const { decision, by, reason } = event;
    const resolution: Resolution = { decision, by, reason: reason ?? null, at: event.at };
    const tool = part?.kind === 'confirmation' ? part.metadata.tool_name : '';
    if (part?.kind === 'confirmation') turn.parts[at] = { ...part, resolution };
    if (this.#waiting?.confirmation_id === event.confirmation_id) this.#waiting = null;
    this.#phase = this.#waiting ? 'awaiting' : 'running';
    if (decision !== 'deny') return;
    changeCall(
      turn,
      { call_id: event.call_id, tool_name: tool, at: event.at },
      { status: 'cancelled', endedAt: event.at }
    );
    put(turn, { kind: 'operation_cancelled', key: `cancelled:${event.call_id}`, toolName: tool });
  }

  #end(turn: Turn, event: Done): void {
    turn.finishReason = event.finish_reason;
    turn.usage = event.usage;
    turn.endedAt = event.at;
    if (event.finish_reason === 'awaiting_confirmation') {
      this.#phase = this.#waiting ? 'awaiting' : 'idle';
      return;
    }
    if (event.text && !turn.parts.some((part) => part.kind === 'text')) addText(turn, event.text);
    settleCalls(turn, event.at);
    this.#phase = event.finish_reason === 'error' ? 'failed' : 'idle';
    this.#waiting = null;
  }

  /** The event's turn, as a copy that may be changed. */
  #turn(event: AgentEvent): Turn {
    let at = this.#turns.findLastIndex((turn) => turn.turnId === event.turn_id);
    if (at < 0) {
      // The message that was just sent has no turn id yet: its first event brings it.
      at = this.#turns.findLastIndex((turn) => turn.turnId === null && !turn.unsent);
      if (at < 0) at = this.#turns.push(newTurn(event.turn_id, { startedAt: event.at })) - 1;
    }
    const turn = this.#turns[at] as Turn;
    if (this.#fresh.has(turn)) return turn;
    const copy = { ...turn, turnId: event.turn_id, parts: [...turn.parts] };
    this.#turns[at] = copy;
    this.#fresh.add(copy);
    return copy;
  }
}

function addText(turn: Turn, text: string): void {
  const last = turn.parts.at(-1);
  if (last?.kind === 'text') turn.parts[turn.parts.length - 1] = { ...last, text: last.text + text };
  else turn.parts.push({ kind: 'text', key: `text:${turn.parts.length}`, text });
}

function put(turn: Turn, part: Part): void {
  const at = turn.parts.findIndex((other) => other.key === part.key);
  if (at < 0) turn.parts.push(part);
  else turn.parts[at] = part;
}

function changeCall(
  turn: Turn,
  { call_id, tool_name, at }: { call_id: string; tool_name: string; at: string },
  fields: Partial<ToolCall>
): void {
  const key = `tool:${call_id}`;
  const part = turn.parts.find((other) => other.key === key);
  const call = part?.kind === 'tool' ? part.call : newToolCall(call_id, tool_name, at);
  put(turn, { kind: 'tool', key, call: { ...call, ...fields } });
}

/** The call that started a task: the task has the id of its action, and before that is known the tool must do. */
function startedBy(turn: Turn, taskId: string, toolName: string): (Part & { kind: 'tool' }) | undefined {
  const calls = turn.parts.filter((part) => part.kind === 'tool');
  return (
    calls.find(({ call }) => call.task?.id === taskId || call.actionId === taskId) ??
    calls.findLast(({ call }) => call.name === toolName && call.task === null && call.actionId === null)
  );
}

/** A turn that is over has no call that still runs: what was not answered was cut off. */
function settleCalls(turn: Turn, at: string): void {
  for (const part of turn.parts) {
    if (part.kind !== 'tool' || (part.call.status !== 'executing' && part.call.status !== 'retrying'))
      continue;
    const cut: Partial<ToolCall> = part.call.isWriteTool
      ? { status: 'failed', statusUnknown: true }
      : { status: 'cancelled' };
    put(turn, { ...part, call: { ...part.call, ...cut, endedAt: at } });
  }
}

function unreachable(event: never): never {
  throw new TypeError(`An event without a rule: ${JSON.stringify(event)}`);
}
