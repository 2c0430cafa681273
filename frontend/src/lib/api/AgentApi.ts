import type {
  Conversation,
  ConversationItem,
  DecisionRequest,
  List,
  MessageRequest
} from '$lib/models/AgentChatTypes';
import type { AuditLine, Environment, Session, ToolList } from '$lib/models/ServiceTypes';
import type {
  DashboardDetail,
  DashboardItem,
  DatasetItem,
  TaskDetail,
  TaskItem
} from '$lib/models/ServiceTypes';
import { parseExactly } from './exactJson';
import { problemOf } from './problem';
import { Starting } from './starting';

interface Call {
  method?: string;
  body?: unknown;
  accept?: string;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

export interface ApiSettings {
  fetch: typeof fetch;
  language: () => string;
  /** Told when the service no longer knows this person. */
  onUnauthenticated?: () => void;
  /** Told when the service begins and ends to answer that it is starting. */
  onStarting?: (starting: boolean) => void;
}

/** Every call that the page makes, all to its own origin. Answers that are not 2xx become an ApiProblem. */
export class AgentApi {
  readonly #settings: ApiSettings;
  readonly #starting: Starting;

  constructor(settings: ApiSettings) {
    this.#settings = settings;
    this.#starting = new Starting((starting) => settings.onStarting?.(starting));
  }

  session = () => this.#json<Session>('/api/auth/session');
  exchangeCode = (code: string) =>
    this.#json<Session>('/api/auth/session', { method: 'POST', body: { code } });
  login = (body: { env_id: string; username: string; password: string }) =>
    this.#json<unknown>('/api/auth/login', { method: 'POST', body });
  signOut = () => this.#send('/api/auth/session', { method: 'DELETE' });

  conversations = (query: string, signal?: AbortSignal) =>
    this.#json<List<ConversationItem>>(`/api/agent/conversations${search({ q: query })}`, { signal });
  conversation = (id: string, signal?: AbortSignal) =>
    this.#json<Conversation>(`/api/agent/conversations/${encodeURIComponent(id)}`, { signal });
  rename = (id: string, title: string) =>
    this.#json<ConversationItem>(`/api/agent/conversations/${encodeURIComponent(id)}`, {
      method: 'PATCH',
      body: { title }
    });
  remove = (id: string) =>
    this.#send(`/api/agent/conversations/${encodeURIComponent(id)}`, { method: 'DELETE' });
  cancel = (id: string) =>
    this.#send(`/api/agent/conversations/${encodeURIComponent(id)}/cancel`, { method: 'POST' });

  tools = (objectType: string | null) =>
    this.#json<ToolList>(`/api/agent/tools${search({ object_type: objectType })}`);
  environments = () => this.#json<List<Environment>>('/api/environments');
  dashboards = (env: string, query: string, page: number, signal?: AbortSignal) =>
    this.#json<List<DashboardItem>>(
      `/api/environments/${encodeURIComponent(env)}/dashboards${search({ q: query, page: String(page) })}`,
      { signal }
    );
  dashboard = (env: string, id: string) =>
    this.#json<DashboardDetail>(
      `/api/environments/${encodeURIComponent(env)}/dashboards/${encodeURIComponent(id)}`
    );
  datasets = (env: string, signal?: AbortSignal) =>
    this.#json<List<DatasetItem>>(`/api/environments/${encodeURIComponent(env)}/datasets`, { signal });

  tasks = (signal?: AbortSignal) => this.#json<List<TaskItem>>('/api/tasks', { signal });
  audit = (signal?: AbortSignal) => this.#json<List<AuditLine>>('/api/audit?limit=200', { signal });
  task = (id: string) => this.#json<TaskDetail>(`/api/tasks/${encodeURIComponent(id)}`);
  cancelTask = (id: string) => this.#send(`/api/tasks/${encodeURIComponent(id)}/cancel`, { method: 'POST' });

  result = async (url: string) => parseExactly(await (await this.#send(ownPath(url), {})).text());
  resultCsv = async (url: string) => (await this.#send(ownPath(url), { accept: 'text/csv' })).blob();

  openMessage = (body: MessageRequest, signal: AbortSignal) =>
    this.#fetch('/api/agent/messages', { method: 'POST', body, accept: 'text/event-stream', signal });
  openDecision = (id: string, body: DecisionRequest, signal: AbortSignal) =>
    this.#fetch(`/api/agent/conversations/${encodeURIComponent(id)}/decisions`, {
      method: 'POST',
      body,
      accept: 'text/event-stream',
      signal
    });
  openUndo = (actionId: string, signal: AbortSignal) =>
    this.#fetch(`/api/agent/actions/${encodeURIComponent(actionId)}/undo`, {
      method: 'POST',
      accept: 'text/event-stream',
      signal
    });
  openEvents = (id: string, lastEventId: number, signal: AbortSignal) =>
    this.#fetch(`/api/agent/conversations/${encodeURIComponent(id)}/events?follow=true`, {
      accept: 'text/event-stream',
      signal,
      headers: lastEventId > 0 ? { 'Last-Event-ID': String(lastEventId) } : {}
    });

  async #json<T>(path: string, call: Call = {}): Promise<T> {
    return (await (await this.#send(path, call)).json()) as T;
  }

  async #send(path: string, call: Call): Promise<Response> {
    const response = await this.#fetch(path, call);
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  async #fetch(path: string, { method = 'GET', body, accept, signal, headers }: Call): Promise<Response> {
    const request: RequestInit = {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: signal ?? null,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        Accept: accept ?? 'application/json',
        'Accept-Language': this.#settings.language(),
        ...(method === 'GET' ? {} : { 'X-Agent-Client': 'web' }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers
      }
    };
    const response = await this.#starting.through(() => this.#settings.fetch(path, request), signal);
    if (response.status === 401 && !path.startsWith('/api/auth/')) this.#settings.onUnauthenticated?.();
    return response;
  }
}

function search(params: Record<string, string | null>): string {
  const set = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return set.length ? `?${new URLSearchParams(set)}` : '';
}

/** A result address comes from an event: only a path of this service is followed. */
function ownPath(url: string): string {
  if (!/^\/api\/agent\/results\/[^/?#\\]+$/.test(url)) throw new TypeError('Not an address of this service.');
  return url;
}
