import type { AgentApi } from '$lib/api/AgentApi';
import type { Environment, ToolInfo } from './ServiceTypes';

export interface Example {
  tool: string;
  risk: ToolInfo['risk'];
  prompt: string;
}

/** What costs nothing to try comes first. */
const RISKS: ToolInfo['risk'][] = ['read', 'write', 'dangerous'];

/** What the service offers this person here: environments, and prompts that show what can be asked. */
export class Surroundings {
  environments = $state.raw<Environment[]>([]);
  examples = $state.raw<Example[]>([]);
  loaded = $state(false);

  readonly #api: AgentApi;
  #asked = 0;

  constructor(api: AgentApi) {
    this.#api = api;
  }

  async loadEnvironments(): Promise<void> {
    const { items } = await this.#api.environments();
    this.environments = items;
  }

  /** Examples in the person's language; a later question makes an earlier answer stale. */
  async loadExamples(objectType: string | null): Promise<void> {
    const asked = ++this.#asked;
    const { items } = await this.#api.tools(objectType);
    if (asked !== this.#asked) return;
    const examples = items.flatMap((tool) =>
      tool.examples.slice(0, 1).map((prompt) => ({ tool: tool.name, risk: tool.risk, prompt }))
    );
    this.examples = examples.toSorted((one, other) => RISKS.indexOf(one.risk) - RISKS.indexOf(other.risk));
    this.loaded = true;
  }

  /** The environment to begin with when the address names none: never one where a slip costs something. */
  get harmless(): string | null {
    return this.environments.find((environment) => environment.tier === 'dev')?.env_id ?? null;
  }
}
