import { t, tOr } from '$lib/i18n/index.svelte';
import type { ObjectType, Tier, UIContext } from './AgentChatTypes';
import type { Environment } from './ServiceTypes';

const OBJECT_TYPES: readonly string[] = ['dashboard', 'dataset', 'migration'] satisfies ObjectType[];
const PARAMS = ['objectType', 'objectId', 'objectName', 'envId', 'route'] as const;

/**
 * What the person was looking at, from the address of the page; null when the address names nothing.
 *
 * What the service would refuse (design section 4) is left out here: control characters, over-long values, a route that
 * is no path. The id and the name of an unknown type mean nothing, so they go with it.
 */
export function contextFromParams(params: URLSearchParams): UIContext | null {
  if (!PARAMS.some((name) => params.has(name))) return null;
  const type = clean(params.get('objectType'), 32);
  const objectType = type !== null && OBJECT_TYPES.includes(type) ? (type as ObjectType) : null;
  const route = clean(params.get('route'), 512);
  return {
    objectType,
    objectId: objectType && clean(params.get('objectId'), 128),
    objectName: objectType && clean(params.get('objectName'), 256),
    envId: clean(params.get('envId'), 128),
    route: route?.startsWith('/') ? route : null,
    contextVersion: 1
  };
}

/** The address of the chat page that carries a context. */
export function chatAddress(context: Omit<UIContext, 'contextVersion'>): string {
  const set = PARAMS.map((name) => [name, context[name]]).filter((entry): entry is string[] =>
    Boolean(entry[1])
  );
  return `/agent?${new URLSearchParams(set)}`;
}

export function contextLabel(context: UIContext | null): string {
  if (!context?.objectType) return t('context.none');
  const object = tOr(`context.type.${context.objectType}`, context.objectType);
  const id = context.objectId ? ` #${context.objectId}` : '';
  const env = context.envId ? ` · ${context.envId}` : '';
  return `📋 ${object}${id}${env}`;
}

/** The tier that the service registered for an environment, else the one its name says (design section 4). */
export function tierOf(envId: string | null, environments: Environment[]): Tier {
  if (!envId) return null;
  const known = environments.find((environment) => environment.env_id === envId);
  if (known) return known.tier;
  const name = envId.toLowerCase();
  if (name.includes('prod')) return 'prod';
  if (name.includes('stag') || name.includes('test')) return 'staging';
  if (name.includes('dev') || name.includes('local')) return 'dev';
  return null;
}

function clean(value: string | null, limit: number): string | null {
  const text = (value ?? '').replace(/\p{Cc}/gu, '').trim();
  return text && [...text].length <= limit ? text : null;
}
