import { problemFrom, type ApiProblem } from '$lib/api/problem';
import type { List } from './AgentChatTypes';

export interface Question {
  env: string;
  query: string;
  page: number;
}

/** One list of things, mostly of an environment: what was asked, and the answer to the last question only. */
export class Listing<T> {
  question = $state.raw<Question>({ env: '', query: '', page: 0 });
  items = $state.raw<T[]>([]);
  total = $state(0);
  loading = $state(false);
  /** Whether an answer came, so that nothing is called empty before. */
  asked = $state(false);
  problem = $state.raw<ApiProblem | null>(null);

  /** Whether there is nothing to ask about before an environment is chosen. */
  readonly needsEnv: boolean;
  readonly #fetch: (question: Question, signal: AbortSignal) => Promise<List<T>>;
  #abort: AbortController | null = null;

  constructor(
    fetch: (question: Question, signal: AbortSignal) => Promise<List<T>>,
    { needsEnv = true }: { needsEnv?: boolean } = {}
  ) {
    this.needsEnv = needsEnv;
    this.#fetch = fetch;
  }

  async ask(question: Question): Promise<void> {
    this.question = question;
    this.#abort?.abort();
    if (this.needsEnv && !question.env) return;
    const { signal } = (this.#abort = new AbortController());
    this.loading = true;
    this.problem = null;
    try {
      const { items, total } = await this.#fetch(question, signal);
      if (signal.aborted) return;
      this.items = items;
      this.total = total;
    } catch (error) {
      if (signal.aborted) return;
      this.items = [];
      this.problem = problemFrom(error);
    }
    this.loading = false;
    this.asked = true;
  }

  stop(): void {
    this.#abort?.abort();
  }
}
