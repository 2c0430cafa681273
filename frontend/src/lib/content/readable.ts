import { formatTime, t } from '$lib/i18n/index.svelte';

export interface Readable {
  text: string;
  /** What the text stands for, to be seen and copied in full; absent for plain text. */
  exact?: string;
}

/** Names of backups, ids of tasks and conversations, and times of a clock that is not the person's. */
const MACHINE_MADE =
  /(?<backup>(?:backup:)?(?<stamp>\d{8}T\d{6}Z)-(?<env>[\w.-]+?)-[0-9a-f]{16})(?![0-9a-f])|\b(?<id>0[0-9A-HJKMNP-TV-Z]{25})\b|\b(?<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC))/g;
const SHOWN_OF_AN_ID = 6;

/** Text of the service or the assistant, cut so that what machines made can be shown short. */
export function readable(text: string): Readable[] {
  const parts: Readable[] = [];
  let from = 0;
  for (const match of text.matchAll(MACHINE_MADE)) {
    const short = shortOf(match.groups ?? {});
    if (short === '') continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: short, exact: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** "" for a time that no calendar has. */
function shortOf({ stamp, env, id, time }: Partial<Record<string, string>>): string {
  if (id) return `…${id.slice(-SHOWN_OF_AN_ID)}`;
  if (time) return formatTime(time.replace(' UTC', 'Z').replace(' ', 'T'));
  const iso = (stamp ?? '').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const made = formatTime(iso, 'exact');
  return made && t('text.backup', { env: env ?? '', time: made });
}
