import type { MessageKey } from '$lib/i18n/index.svelte';
import type { Role } from '$lib/models/AgentChatTypes';
import type { IconName } from '$lib/ui/Icon.svelte';

interface Entry {
  href: string;
  label: MessageKey;
  icon: IconName;
}
export interface Section {
  title: MessageKey;
  links: Entry[];
}

const AUDIT: Entry = { href: '/audit', label: 'nav.audit', icon: 'audit' };

/** The side bar of a role; a page that the service would refuse is not offered. */
export function sectionsFor(role: Role | null): Section[] {
  return [
    {
      title: 'nav.ai',
      links: [
        { href: '/agent', label: 'nav.assistant', icon: 'sparkles' },
        { href: '/tasks', label: 'nav.tasks', icon: 'tasks' },
        { href: '/risks', label: 'nav.risks', icon: 'shield' },
        ...(role === 'admin' ? [AUDIT] : [])
      ]
    },
    {
      title: 'nav.data',
      links: [
        { href: '/dashboards', label: 'nav.dashboards', icon: 'dashboard' },
        { href: '/datasets', label: 'nav.datasets', icon: 'database' },
        { href: '/migrations', label: 'nav.migrations', icon: 'move' }
      ]
    }
  ];
}
