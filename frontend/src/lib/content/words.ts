import { t, tOr } from '$lib/i18n/index.svelte';

/** Which words the values of a field are, where the service says them as codes. */
const OF_FIELD: Record<string, (value: string) => string | null> = {
  kind: (value) => known(`kind.${value}`),
  tier: (value) => known(`tier.${value}`),
  risk: (value) => known(`risk.${value}`),
  role: (value) => known(`role.${value}`),
  change: (value) => known(`plan.change.${value}`),
  state: (value) => known(`task.state.${value}`),
  status: (value) => known(`task.state.${value}`),
  outcome: (value) => known(`outcome.${value}`),
  severity: (value) => known(`severity.${value}`),
  tool: (value) => known(`tool.${value}`),
  tool_name: (value) => known(`tool.${value}`),
  name: (value) => known(`tool.${value}`),
  reason: reasonOf,
  viz_type: vizName,
  user: personName
};

/** The value of a field as a word of the person's language; null where it is no code that is known. */
export function wordOf(field: string, value: unknown): string | null {
  return typeof value === 'string' && Object.hasOwn(OF_FIELD, field)
    ? (OF_FIELD[field]?.(value) ?? null)
    : null;
}

/** A kind of chart; Superset's own name for it says much the same in most cases. */
export function vizName(type: string): string {
  return tOr(`viz.${type}`, type.replace(/^echarts_/, '').replaceAll('_', ' '));
}

/** Who a user is to people: the name, and where the account is when it is one of a Superset. */
export function personName(user: string): string {
  const [issuer, where, ...name] = user.split(':');
  return issuer === 'superset' && name.length ? `${name.join(':')} (${where})` : user.replace(/^local:/, '');
}

/** Why a backup was made: asked for, or before what a tool did. */
function reasonOf(value: string): string | null {
  const before = /^before (undoing )?(\w+)$/.exec(value);
  const tool = before?.[2] ? known(`tool.${before[2]}`) : null;
  if (tool === null) return known(`reason.${value.replaceAll(' ', '_')}`);
  return before?.[1] ? t('reason.before_undo', { tool }) : t('reason.before', { tool });
}

function known(key: string): string | null {
  return tOr(key, '') || null;
}

/** What people call an argument of a tool. */
export function argumentName(name: string): string {
  return tOr(`field.${name}`, name.replaceAll('_', ' '));
}
