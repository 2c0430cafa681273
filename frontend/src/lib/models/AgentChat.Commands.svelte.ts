import { tOr } from '$lib/i18n/index.svelte';
import type { ToolInfo } from './ServiceTypes';

export interface Command {
  name: string;
  label: string;
  description: string;
  risk: ToolInfo['risk'];
  /** Names of its arguments; what may be left out ends in "?". */
  args: string[];
  /** The same in plain words. */
  example: string | null;
  /** What choosing it writes: the exact form, `/tool key=value`, with the values to be filled in. */
  text: string;
}

/** The list under a message that begins with "/": what can be asked for here, and with which words. */
export class Commands {
  index = $state(0);
  /** The message for which the person closed the list. */
  #closedAt = $state<string | null>(null);
  readonly #draft: () => string;
  readonly #tools: () => ToolInfo[];

  constructor(draft: () => string, tools: () => ToolInfo[]) {
    this.#draft = draft;
    this.#tools = tools;
  }

  items: Command[] = $derived.by(() => {
    const draft = this.#draft();
    const wanted = /^\/([^\s/]*)$/u.exec(draft)?.[1]?.toLowerCase();
    if (wanted === undefined || draft === this.#closedAt) return [];
    return this.#tools()
      .map(commandOf)
      .filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(wanted));
  });

  get current(): Command | null {
    return this.items[Math.min(this.index, this.items.length - 1)] ?? null;
  }

  move(step: 1 | -1): void {
    const count = this.items.length;
    this.index = (Math.min(this.index, count - 1) + step + count) % count;
  }

  close(): void {
    this.#closedAt = this.#draft();
    this.index = 0;
  }
}

function commandOf({ name, description, risk, examples, arguments: schema }: ToolInfo): Command {
  const properties = Object.keys((schema?.properties as object | undefined) ?? {});
  const required = Array.isArray(schema?.required) ? (schema.required as unknown[]) : [];
  return {
    name,
    label: tOr(`tool.${name}`, name),
    description,
    risk,
    args: properties.map((property) => (required.includes(property) ? property : `${property}?`)),
    example: examples[0] ?? null,
    text: `/${name} ${properties
      .filter((property) => required.includes(property))
      .map((property) => `${property}=`)
      .join(' ')}`
  };
}
