import { locale, tOr } from '$lib/i18n/index.svelte';
import { isFields, type Fields, type ResultTable } from '$lib/models/AgentChat.Results.svelte';
import { instant, isEmpty, isZoned, kindOf, type ColumnKind } from './columns';
import { numberText } from './numbers';
import { timeText } from './times';
import { wordOf } from './words';

export interface Column {
  name: string;
  kind: ColumnKind;
  /** Where its values stand in a row. */
  at: number;
  /** Where the address stands that its values lead to; -1 for none. */
  linkAt: number;
}

export interface Sorting {
  at: number;
  descending: boolean;
}

export interface Cell {
  text: string;
  /** The value as it came, where the text says less. */
  exact?: string;
}

const FEW_RECORDS = 3;

/**
 * The columns as people read them: the address of a thing becomes a link on its title, its uuid and what is empty in
 * every row stay in the CSV, and what says the most stands where it is seen.
 *
 * Only lists that the service puts together are treated so; rows of a query are shown as they came.
 */
export function columnsOf({ columns, rows, isList }: ResultTable): Column[] {
  const all = columns.map(({ name, type }, at) => {
    const values = rows.map((row) => row[at]);
    return { name, kind: kindOf(name, type, values), at, linkAt: -1 };
  });
  if (!isList) return all;
  const names = columns.map(({ name }) => name);
  const linkAt = names.indexOf('url');
  const titled = ['title', 'name', 'env_id'].map((name) => names.indexOf(name)).find((at) => at >= 0);
  return all
    .filter(({ name, at }) => name !== 'uuid' && !(at === linkAt && titled !== undefined))
    .filter(({ at }) => rows.some((row) => !isBlank(row[at])))
    .toSorted((one, other) => Number(other.name === 'summary') - Number(one.name === 'summary'))
    .map((column) => (column.at === titled || column.at === linkAt ? { ...column, linkAt } : column));
}

/** A few things of many parts, each as its fields: their table would be wide and mostly empty. Null for all else. */
export function recordsOf(table: ResultTable): Fields[] | null {
  if (!table.isList || table.rows.length > FEW_RECORDS || !table.rows.flat().some(isDeep)) return null;
  return table.rows.map((row) => Object.fromEntries(table.columns.map(({ name }, at) => [name, row[at]])));
}

function isBlank(value: unknown): boolean {
  return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/** A list of words still fits into a cell. */
function isDeep(value: unknown): boolean {
  return Array.isArray(value) ? value.some((part) => typeof part === 'object') : isFields(value);
}

/** The two places of a comparison head the columns of their values, where the result names them. */
export function headingOf(name: string, { isList, rest }: ResultTable): string {
  const place = name === 'source' || name === 'target' ? rest[name] : null;
  return isList && typeof place === 'string' ? place : columnName(name, isList);
}

/** What a column is called; the names of a query are the person's own. */
export function columnName(name: string, isList: boolean): string {
  return isList ? tOr(`field.${name}`, name.replaceAll('_', ' ')) : name;
}

/** Rows in the order that the person asked for; equal rows keep theirs, and what is empty stands last. */
export function sorted(rows: unknown[][], sorting: Sorting | null, kind: ColumnKind = 'text'): unknown[][] {
  if (!sorting) return rows;
  const { at, descending } = sorting;
  const collator = new Intl.Collator(locale.current, { numeric: true, sensitivity: 'base' });
  const isCounted = kind === 'number' || kind === 'code';
  return rows.toSorted((one, other) => {
    const [a, b] = [one[at], other[at]];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    const order = isCounted ? compareNumbers(a, b) : collator.compare(textOf(a), textOf(b));
    return descending ? -order : order;
  });
}

/** A value as it is read in a cell. What is nested is not text: it is shown by its parts. */
export function cellOf(value: unknown, kind: ColumnKind, isList: boolean, name = ''): Cell {
  if (isEmpty(value)) return { text: '' };
  const word = isList ? wordOf(name, value) : null;
  if (word !== null) return { text: word, exact: String(value) };
  if (typeof value === 'boolean') return { text: isList ? (value ? '✓' : '–') : String(value) };
  if (kind === 'number' || kind === 'code') return withExact(numberText(value, kind === 'number'), value);
  if (kind === 'month' || kind === 'day' || kind === 'time') {
    const ms = instant(value);
    if (ms !== null) return { text: timeText(ms, kind, isZoned(value)), exact: exactTime(value, ms) };
  }
  return { text: textOf(value) };
}

/** What a column of numbers may not show in full, to be read on hover. */
function withExact(text: string, value: unknown): Cell {
  if (typeof value !== 'number' || Number.isInteger(value)) return { text };
  return numberText(String(value)) === text ? { text } : { text, exact: String(value) };
}

function exactTime(value: unknown, ms: number): string {
  return typeof value === 'string' ? value : new Date(ms).toISOString();
}

/** Numbers by value; digits that came as text because they are too many are compared whole. */
function compareNumbers(a: unknown, b: unknown): number {
  const difference = Number(a) - Number(b);
  if (difference !== 0 || (typeof a === 'number' && typeof b === 'number')) return difference;
  const [one, other] = [wholeOf(a), wholeOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function wholeOf(value: unknown): bigint {
  return BigInt(typeof value === 'number' ? Math.trunc(value) : (String(value).split('.')[0] ?? 0));
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
