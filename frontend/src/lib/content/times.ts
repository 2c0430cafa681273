import { locale } from '$lib/i18n/index.svelte';

export type Grain = 'month' | 'day' | 'time';

const OPTIONS: Record<Grain, Intl.DateTimeFormatOptions> = {
  month: { month: 'short', year: 'numeric' },
  day: { dateStyle: 'medium' },
  time: { dateStyle: 'medium', timeStyle: 'short' }
};

/** A point in time as the person's language writes it; without a zone of its own it stays as it was written. */
export function timeText(ms: number, grain: Grain, zoned: boolean): string {
  // A month or a day is a date on a calendar, not a moment: it is the same everywhere.
  const zone = zoned && grain === 'time' ? {} : { timeZone: 'UTC' };
  return new Intl.DateTimeFormat(locale.region, { ...OPTIONS[grain], ...zone }).format(ms);
}

/** The short text of a tick: a year where one begins, a month where one begins, then days, then hours. */
export function tickText(ms: number, zoned: boolean): string {
  const zone = zoned ? {} : { timeZone: 'UTC' };
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale.region, { ...options, ...zone }).format(ms);
  const date = new Date(ms);
  const [month, day, minutes] = zoned
    ? [date.getMonth(), date.getDate(), date.getHours() * 60 + date.getMinutes()]
    : [date.getUTCMonth(), date.getUTCDate(), date.getUTCHours() * 60 + date.getUTCMinutes()];
  if (minutes > 0) return text({ timeStyle: 'short' });
  if (day > 1) return text({ day: 'numeric', month: 'short' });
  return month > 0 ? text({ month: 'short' }) : text({ year: 'numeric' });
}
