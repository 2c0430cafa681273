import { locale, t } from '$lib/i18n/index.svelte';
import { chatAddress } from './AgentChat.Context';
import { prepareMessage } from './AgentChat.Draft';

/** What is to be moved from where to where, until the person hands it to the agent. */
export class Migration {
  source = $state('');
  target = $state('');
  /** Ids of dashboards of the source; the choice stays while pages are turned. */
  chosen = $state.raw<ReadonlySet<string>>(new Set());

  get ready(): boolean {
    return Boolean(this.source && this.target) && this.source !== this.target && this.chosen.size > 0;
  }

  chooseSource(envId: string): void {
    if (envId === this.source) return;
    this.source = envId;
    this.chosen = new Set();
    if (this.target === envId) this.target = '';
  }

  toggle(id: string, on: boolean): void {
    this.chosen = new Set(on ? [...this.chosen, id] : [...this.chosen].filter((other) => other !== id));
  }

  get prompt(): string {
    const list = new Intl.ListFormat(locale.current, { type: 'conjunction' }).format(this.chosen);
    return t('migration.prompt', { n: this.chosen.size, list, source: this.source, target: this.target });
  }

  /** Leaves the message for the person to send, and names the page to go to: no address ever carries a message. */
  prepare(): string {
    prepareMessage(this.prompt);
    const context = { objectType: 'migration', objectId: null, objectName: null } as const;
    return chatAddress({ ...context, envId: this.source, route: '/migrations' });
  }
}
