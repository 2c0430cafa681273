import type { AgentApi } from '$lib/api/AgentApi';
import { problemFrom, type ApiProblem } from '$lib/api/problem';
import { isOver, type TaskDetail } from './ServiceTypes';

/** How often an unfinished task that is shown is asked about. */
export const TASK_INTERVAL_MS = 2000;

/** Tasks that are on the screen, kept up to date until they are over: they outlive the turn that started them. */
export class Tasks {
  problem = $state.raw<ApiProblem | null>(null);
  #known = $state.raw<ReadonlyMap<string, TaskDetail>>(new Map());
  readonly #api: AgentApi;
  readonly #watchers = new Map<string, number>();
  /** What the service does not know is not asked for again. */
  readonly #missing = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = false;

  constructor(api: AgentApi) {
    this.#api = api;
  }

  get(id: string | null): TaskDetail | null {
    return id === null ? null : (this.#known.get(id) ?? null);
  }

  /** Keeps a task up to date while it is shown; returns what ends that. */
  watch(id: string): () => void {
    this.#watchers.set(id, (this.#watchers.get(id) ?? 0) + 1);
    queueMicrotask(() => void this.#ask());
    return () => {
      const others = (this.#watchers.get(id) ?? 1) - 1;
      if (others > 0) this.#watchers.set(id, others);
      else this.#watchers.delete(id);
      if (this.#watchers.size === 0) clearTimeout(this.#timer);
    };
  }

  async cancel(id: string): Promise<void> {
    try {
      await this.#api.cancelTask(id);
      await this.#refresh(id);
      this.problem = null;
    } catch (error) {
      this.problem = problemFrom(error);
    }
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    clearTimeout(this.#timer);
    for (const id of this.#unfinished()) {
      if (!document.hidden) await this.#refresh(id).catch((error: unknown) => this.#failed(id, error));
    }
    this.#asking = false;
    if (this.#unfinished().length > 0) this.#timer = setTimeout(() => void this.#ask(), TASK_INTERVAL_MS);
  }

  #unfinished(): string[] {
    return [...this.#watchers.keys()].filter((id) => {
      const known = this.#known.get(id);
      return !this.#missing.has(id) && (known === undefined || !isOver(known));
    });
  }

  async #refresh(id: string): Promise<void> {
    const task = await this.#api.task(id);
    this.#known = new Map([...this.#known, [id, task]]);
  }

  /** A service that cannot be reached is asked again; the events go on to tell how far the task is. */
  #failed(id: string, error: unknown): void {
    const { status } = problemFrom(error);
    if (status >= 400 && status < 500) this.#missing.add(id);
  }
}
