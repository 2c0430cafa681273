import type { AgentApi } from '$lib/api/AgentApi';
import type { ConversationItem } from './AgentChatTypes';

/** The list of conversations in the side bar. */
export class Conversations {
  items = $state.raw<ConversationItem[]>([]);
  query = $state('');
  loaded = $state(false);

  readonly #api: AgentApi;
  #abort: AbortController | null = null;

  constructor(api: AgentApi) {
    this.#api = api;
  }

  search(query: string): Promise<void> {
    this.query = query;
    return this.refresh();
  }

  /** Asks anew; the answer to an older question is dropped. */
  async refresh(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const { items } = await this.#api.conversations(this.query.trim(), abort.signal);
      if (abort.signal.aborted) return;
      this.items = items;
      this.loaded = true;
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    }
  }

  async rename(id: string, title: string): Promise<void> {
    const item = await this.#api.rename(id, title);
    this.items = this.items.map((other) => (other.id === id ? { ...other, title: item.title } : other));
  }

  async remove(id: string): Promise<void> {
    await this.#api.remove(id);
    this.items = this.items.filter((other) => other.id !== id);
  }

  stop(): void {
    this.#abort?.abort();
  }
}
