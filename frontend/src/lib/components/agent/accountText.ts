import { t } from '$lib/i18n/index.svelte';
import type { Session } from '$lib/models/ServiceTypes';

/** On whose account of an environment a call runs; null where it calls no Superset. */
export function accountText(session: Session | null, envId: string | null): string | null {
  if (session === null || envId === null) return null;
  if (session.env_id !== null) return t('confirm.account_own', { env: envId, name: session.name });
  return t('confirm.account_role', { env: envId, role: t(`role.${session.role}`) });
}
