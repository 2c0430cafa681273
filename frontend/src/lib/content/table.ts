import { formatNumber, formatTime, locale } from '$lib/i18n/index.svelte';
import type { ResultTable } from '$lib/models/AgentChat.Results.svelte';

export interface Column {
  name: string;
  /** Where its values stand in a row. */
  at: number;
  /** Where the address stands that its values lead to; -1 for none. */
  linkAt: number;
}

export interface Sorting {
  at: number;
  descending: boolean;
}

/**
 * The columns as people read them: the address of a thing becomes a link on its title, and its uuid stays in the CSV.
 *
 * Only lists that the service puts together are treated so; rows of a query are shown as they came.
 */
export function columnsOf({ columns, isList }: ResultTable): Column[] {
  const all = columns.map((name, at) => ({ name, at, linkAt: -1 }));
  if (!isList) return all;
  const linkAt = columns.indexOf('url');
  const titled = ['title', 'name', 'env_id'].map((name) => columns.indexOf(name)).find((at) => at >= 0);
  return all
    .filter(({ name, at }) => name !== 'uuid' && !(at === linkAt && titled !== undefined))
    .map((column) => (column.at === titled || column.at === linkAt ? { ...column, linkAt } : column));
}

/** Rows in the order that the person asked for; equal rows keep theirs, and what is empty stands last. */
export function sorted(rows: unknown[][], sorting: Sorting | null): unknown[][] {
  if (!sorting) return rows;
  const { at, descending } = sorting;
  const collator = new Intl.Collator(locale.current, { numeric: true, sensitivity: 'base' });
  return rows.toSorted((one, other) => {
    const [a, b] = [one[at], other[at]];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(textOf(a), textOf(b));
    return descending ? -order : order;
  });
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** A value as it is read in a cell. Times of the service's own lists come in the person's zone and language. */
export function cellText(value: unknown, isList: boolean): string {
  if (isEmpty(value)) return '';
  if (typeof value === 'number') return formatNumber(value, { useGrouping: false, maximumFractionDigits: 6 });
  if (isList && typeof value === 'boolean') return value ? '✓' : '–';
  if (isList && typeof value === 'string' && TIME.test(value)) return formatTime(value);
  if (isList && Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.join(', ');
  return textOf(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
