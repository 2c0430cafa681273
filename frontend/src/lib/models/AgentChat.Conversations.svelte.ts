import type { AgentApi } from '$lib/api/AgentApi';
import { problemFrom, type ApiProblem } from '$lib/api/problem';
import type { ConversationItem } from './AgentChatTypes';

/** The list of conversations in the side bar. What fails is kept in `problem`, and the list stays as it was. */
export class Conversations {
  items = $state.raw<ConversationItem[]>([]);
  query = $state('');
  loaded = $state(false);
  problem = $state.raw<ApiProblem | null>(null);

  readonly #api: AgentApi;
  #abort: AbortController | null = null;

  constructor(api: AgentApi) {
    this.#api = api;
  }

  titleOf(id: string | null): string | null {
    return this.items.find((item) => item.id === id)?.title ?? null;
  }

  search(query: string): Promise<void> {
    this.query = query;
    return this.refresh();
  }

  /** Asks anew; the answer to an older question is dropped. */
  async refresh(): Promise<void> {
    this.#abort?.abort();
    const { signal } = (this.#abort = new AbortController());
    await this.#try(async () => {
      const { items } = await this.#api.conversations(this.query.trim(), signal);
      if (signal.aborted) return;
      this.items = items;
      this.loaded = true;
    }, signal);
  }

  async rename(id: string, title: string): Promise<void> {
    await this.#try(async () => {
      const item = await this.#api.rename(id, title);
      this.items = this.items.map((other) => (other.id === id ? { ...other, title: item.title } : other));
    });
  }

  /** Whether the conversation is gone. */
  async remove(id: string): Promise<boolean> {
    return this.#try(async () => {
      await this.#api.remove(id);
      this.items = this.items.filter((other) => other.id !== id);
    });
  }

  stop(): void {
    this.#abort?.abort();
  }

  async #try(action: () => Promise<void>, signal?: AbortSignal): Promise<boolean> {
    try {
      await action();
      this.problem = null;
      return true;
    } catch (error) {
      if (!signal?.aborted) this.problem = problemFrom(error);
      return false;
    }
  }
}
