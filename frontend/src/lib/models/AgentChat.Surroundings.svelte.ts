import type { AgentApi } from '$lib/api/AgentApi';
import type { Environment, ToolInfo } from './ServiceTypes';

export interface Example {
  tool: string;
  risk: ToolInfo['risk'];
  prompt: string;
}

/** What costs nothing to try comes first. */
const RISKS: ToolInfo['risk'][] = ['read', 'write', 'dangerous'];

const SUGGESTIONS = 9;

/** What the service offers this person here: environments, and prompts that show what can be asked. */
export class Surroundings {
  environments = $state.raw<Environment[]>([]);
  tools = $state.raw<ToolInfo[]>([]);
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
    this.tools = items;
    const examples = items.flatMap((tool) =>
      tool.examples.slice(0, 1).map((prompt) => ({ tool: tool.name, risk: tool.risk, prompt }))
    );
    this.examples = examples.toSorted((one, other) => RISKS.indexOf(one.risk) - RISKS.indexOf(other.risk));
    this.loaded = true;
  }

  /** A few of the examples, mostly reads, with a taste of what asks first. */
  get suggestions(): Example[] {
    const [reads, writes, dangers] = RISKS.map((risk) => this.examples.filter((one) => one.risk === risk));
    const others = [...(writes?.slice(0, 2) ?? []), ...(dangers?.slice(0, 1) ?? [])];
    return [...(reads?.slice(0, SUGGESTIONS - others.length) ?? []), ...others];
  }

  /** The environment to begin with when the address names none: never one where a slip costs something. */
  get harmless(): string | null {
    return this.environments.find((environment) => environment.tier === 'dev')?.env_id ?? null;
  }
}
