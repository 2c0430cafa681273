import type { Frame } from '$lib/api/sse';
import { reduce } from './AgentChat.Reducer';
import { EMPTY_TIMELINE, type Timeline } from './AgentChatTimeline';
import type { AgentEvent, NumberedEvent } from './AgentChatTypes';

const TYPES: Record<AgentEvent['type'], true> = {
  turn_started: true,
  pipeline_result: true,
  token: true,
  tool_start: true,
  tool_retry: true,
  tool_timeout: true,
  tool_error: true,
  tool_end: true,
  tool_cancelled: true,
  confirm_required: true,
  confirm_resolved: true,
  permission_denied: true,
  task_progress: true,
  error: true,
  done: true
};

export type Receipt = 'taken' | 'duplicate' | 'gap' | 'damaged';

/** Calls back once, soon; returns what cancels it. */
export type Schedule = (flush: () => void) => () => void;

/**
 * Turns frames into the timeline that the page shows.
 *
 * Frames that arrive between two paints are applied together: a token costs a place in an array, not a paint.
 */
export class StreamProcessor {
  timeline = $state.raw<Timeline>(EMPTY_TIMELINE);
  /** The conversation that the events name; a new one gets its id from its first event. */
  conversationId: string | null = null;

  #queue: NumberedEvent[] = [];
  #lastSeen = 0;
  #isScheduled = false;
  #cancelFlush: (() => void) | null = null;
  readonly #schedule: Schedule;
  readonly #onApplied: () => void;

  constructor(onApplied: () => void = () => undefined, schedule: Schedule = beforeNextPaint) {
    this.#onApplied = onApplied;
    this.#schedule = schedule;
  }

  /** The number of the last event that arrived, applied or not: where a broken stream goes on. */
  get lastSeen(): number {
    return this.#lastSeen;
  }

  /**
   * Takes one frame in order. A number that was seen is dropped; with `strict`, a number that leaves some out is
   * refused, so that the caller asks for them. An unknown type counts as seen and changes nothing.
   */
  receive(frame: Frame, strict = false): Receipt {
    if (frame.id > 0 && frame.id <= this.#lastSeen) return 'duplicate';
    if (strict && frame.id > this.#lastSeen + 1) return 'gap';
    const event = parse(frame.data);
    if (event === null) return 'damaged';
    this.#lastSeen = Math.max(this.#lastSeen, frame.id);
    this.conversationId ??= event.conversation_id ?? null;
    if (Object.hasOwn(TYPES, event.type)) {
      this.#queue.push({ id: frame.id, event });
      this.#flushSoon();
    }
    return 'taken';
  }

  /** Applies one event at once. */
  apply(event: AgentEvent, id = 0): void {
    if (id > 0 && id <= this.#lastSeen) return;
    this.flush();
    this.#lastSeen = Math.max(this.#lastSeen, id);
    this.#take([{ id, event }]);
  }

  flush(): void {
    this.#unschedule();
    const events = this.#queue;
    this.#queue = [];
    if (events.length > 0) this.#take(events);
  }

  change(make: (timeline: Timeline) => Timeline): void {
    this.flush();
    this.timeline = make(this.timeline);
  }

  reset(): void {
    this.#unschedule();
    this.#queue = [];
    this.#lastSeen = 0;
    this.conversationId = null;
    this.timeline = EMPTY_TIMELINE;
  }

  #flushSoon(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const cancel = this.#schedule(() => this.flush());
    if (this.#isScheduled) this.#cancelFlush = cancel;
  }

  #unschedule(): void {
    this.#isScheduled = false;
    this.#cancelFlush?.();
    this.#cancelFlush = null;
  }

  #take(events: NumberedEvent[]): void {
    this.timeline = reduce(this.timeline, events);
    this.#onApplied();
  }
}

function parse(data: string): AgentEvent | null {
  try {
    const value: unknown = JSON.parse(data);
    const known =
      typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    return known ? (value as AgentEvent) : null;
  } catch {
    return null;
  }
}

/** Text that grows more often than this is not read any better, but paints twice as much. */
const PAINT_INTERVAL_MS = 33;
/** A hidden tab paints nothing and gets no animation frames, but its answer goes on. */
const HIDDEN_INTERVAL_MS = 250;

function beforeNextPaint(flush: () => void): () => void {
  let frame = 0;
  const timer = setTimeout(() => (frame = requestAnimationFrame(flush)), PAINT_INTERVAL_MS);
  const fallback = setTimeout(flush, HIDDEN_INTERVAL_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    clearTimeout(fallback);
  };
}
