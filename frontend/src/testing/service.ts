import { AgentApi } from '$lib/api/AgentApi';
import type { Frame } from '$lib/api/sse';
import type { Conversation } from '$lib/models/AgentChatTypes';

export interface Seen {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

type Answer = (seen: Seen, signal: AbortSignal | null) => Response | Promise<Response>;

/** A service in memory: answers by method and path, and remembers what it was asked. */
export class FakeService {
  readonly seen: Seen[] = [];
  readonly #answers = new Map<string, Answer>();

  on(route: string, answer: Answer): this {
    this.#answers.set(route, answer);
    return this;
  }

  readonly fetch: typeof fetch = (input, init) => this.#answer(String(input), init);
  readonly api = new AgentApi({ fetch: this.fetch, language: () => 'en' });

  asked(route: string): Seen[] {
    return this.seen.filter((seen) => `${seen.method} ${seen.path}` === route);
  }

  async #answer(path: string, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const seen = { method, path, headers: new Headers(init.headers), body };
    this.seen.push(seen);
    const answer =
      this.#answers.get(`${method} ${path}`) ?? this.#answers.get(`${method} ${path.split('?')[0]}`);
    if (!answer) throw new TypeError(`Nobody answers ${method} ${path}`);
    return answer(seen, init.signal ?? null);
  }
}

export const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
export const problem = (status: number, code: string, detail = '') => json({ status, code, detail }, status);

export function frame<E extends { type: string }>(id: number, event: E): Frame {
  const data = Object.assign({ conversation_id: 'C1', turn_id: 'T1', at: '2026-11-30T12:00:00.000Z' }, event);
  return { id, type: event.type, data: JSON.stringify(data) };
}

/** A stream of these frames; with `breaks` it ends as a torn connection does. */
export function stream(frames: Frame[], { breaks = false, headers = {} } = {}): Response {
  const text = frames.map(({ id, type, data }) => `id: ${id}\nevent: ${type}\ndata: ${data}\n\n`).join('');
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (breaks) controller.error(new TypeError('network error'));
      else controller.close();
    },
    start(controller) {
      if (text) controller.enqueue(new TextEncoder().encode(text));
    }
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', ...headers } });
}

export function conversation(fields: Partial<Conversation> = {}): Conversation {
  return {
    id: 'C1',
    title: 'Sales',
    state: 'idle',
    env_id: null,
    language: 'en',
    created_at: '2026-11-30T12:00:00.000Z',
    updated_at: '2026-11-30T12:00:00.000Z',
    last_event_id: 0,
    turns: [],
    undone_actions: [],
    confirmation: null,
    ...fields
  };
}
