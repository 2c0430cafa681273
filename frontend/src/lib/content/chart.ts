import type { ResultTable } from '$lib/models/AgentChat.Results.svelte';
import { instant, isDatePart, isEmpty, isZoned, kindOf, type ColumnKind } from './columns';

export interface Series {
  name: string;
  /** One for each place on the axis; null where there is none. */
  values: (number | null)[];
}

/** What a chart of a result shows. Nothing in it depends on a language or a library. */
export interface ChartPlan {
  kind: 'line' | 'bar';
  /** The column that runs along the axis. */
  along: string;
  axis: 'month' | 'day' | 'time' | 'category';
  /** Milliseconds since 1970 on an axis of time, in order; else the categories. */
  places: (number | string)[];
  /** Times that name their zone are told in the person's; others as they are written. */
  zoned: boolean;
  /** Series that can be compared share a panel; a sum of money and a count of orders cannot. */
  panels: Series[][];
  /** Long enough a series in time that its shape is what people look for first. */
  isClear: boolean;
}

const MAX_CATEGORIES = 30;
const MAX_TIMES = 5000;
const MAX_MEASURES = 6;
const MAX_GROUPS = 8;
const MIN_TIMES = 3;
const CLEAR_TIMES = 8;
/** How far the largest values of one panel may lie apart. */
const COMPARABLE = 10;

interface Column {
  name: string;
  at: number;
  kind: ColumnKind;
}

/** The chart of these rows; null where there is none that says something. */
export function chartOf(table: ResultTable): ChartPlan | null {
  const { rows } = table;
  if (table.isList || rows.length < 2 || rows.length > MAX_TIMES) return null;
  const columns = table.columns.map(({ name, type }, at) => {
    const values = rows.map((row) => row[at]);
    return { name, at, kind: kindOf(name, type, values) };
  });
  const roles = rolesOf(columns);
  if (roles === null || isRecords(columns, roles, rows)) return null;
  const { axis, group, measures } = roles;
  const isTime = axis.kind === 'month' || axis.kind === 'day' || axis.kind === 'time';
  const places = placesOf(rows, axis, isTime);
  const groups = group ? [...new Set(rows.map((row) => labelOf(row[group.at])))] : [''];
  if (places === null || groups.length > MAX_GROUPS || places.length * groups.length < rows.length)
    return null;
  const isOrdered = isTime || axis.kind !== 'text';
  if (places.length < (isOrdered ? MIN_TIMES : 2) || (!isTime && places.length > MAX_CATEGORIES)) return null;
  const series = seriesOf(rows, roles, places, groups, isTime);
  if (series === null) return null;
  return {
    kind: isOrdered ? 'line' : 'bar',
    along: axis.name,
    axis: isTime ? (axis.kind as 'month' | 'day' | 'time') : 'category',
    places,
    zoned: isTime && rows.every((row) => isZoned(row[axis.at])),
    panels: group ? [series] : panelsOf(series),
    isClear: isTime && places.length >= CLEAR_TIMES && measures.length > 0
  };
}

interface Roles {
  axis: Column;
  /** Splits the one measure into several series. */
  group: Column | null;
  measures: Column[];
}

function rolesOf(columns: Column[]): Roles | null {
  const parts = columns.filter(
    ({ name, kind }) => (kind === 'code' || kind === 'number') && isDatePart(name)
  );
  const measures = columns.filter((column) => column.kind === 'number' && !parts.includes(column));
  const times = columns.filter(({ kind }) => kind === 'month' || kind === 'day' || kind === 'time');
  const names = columns.filter(({ kind }) => kind === 'text' || kind === 'flag');
  if (measures.length === 0 || measures.length > MAX_MEASURES) return null;
  const ordered = times.length > 0 ? times : parts;
  if (ordered.length > 1) return null;
  const [axis, group = null, ...more] = [...ordered, ...names];
  if (!axis || more.length > 0 || (group && measures.length > 1)) return null;
  return { axis, group, measures };
}

/** Rows that carry an id each are things of their own, unless a name beside it stands for the thing. */
function isRecords(columns: Column[], { axis }: Roles, rows: unknown[][]): boolean {
  if (axis.kind === 'text') return false;
  return columns.some(
    ({ kind, name, at }) =>
      kind === 'code' && !isDatePart(name) && new Set(rows.map((row) => row[at])).size === rows.length
  );
}

function placesOf(rows: unknown[][], axis: Column, isTime: boolean): (number | string)[] | null {
  if (isTime) {
    const times = new Set(rows.map((row) => instant(row[axis.at])));
    // A row without a time has no place on the axis, and leaving it out would be a lie.
    if (times.has(null)) return null;
    return [...(times as Set<number>)].sort((a, b) => a - b);
  }
  const labels = [...new Set(rows.map((row) => labelOf(row[axis.at])))];
  return axis.kind === 'text' || axis.kind === 'flag' ? labels : labels.sort((a, b) => Number(a) - Number(b));
}

/** Every value at its place; null when two rows want the same one, or nothing can be drawn. */
function seriesOf(
  rows: unknown[][],
  { axis, group, measures }: Roles,
  places: (number | string)[],
  groups: string[],
  isTime: boolean
): Series[] | null {
  const placeAt = new Map(places.map((place, at) => [place, at]));
  const taken = new Set<string>();
  const series = (group ? groups : measures.map(({ name }) => name)).map((name) => ({
    name,
    values: places.map((): number | null => null)
  }));
  for (const row of rows) {
    const place = isTime ? instant(row[axis.at]) : labelOf(row[axis.at]);
    const at = placeAt.get(place ?? '') ?? -1;
    const of = group ? groups.indexOf(labelOf(row[group.at])) : 0;
    if (taken.has(`${at} ${of}`)) return null;
    taken.add(`${at} ${of}`);
    for (const [i, measure] of measures.entries()) {
      const one = series[group ? of : i];
      if (one) one.values[at] = numberOf(row[measure.at]);
    }
  }
  const drawn = series.filter(({ values }) => values.filter((value) => value !== null).length > 1);
  return drawn.length > 0 ? (group ? series : drawn) : null;
}

function panelsOf(series: Series[]): Series[][] {
  const panels: { top: number; series: Series[] }[] = [];
  for (const one of series) {
    const top = Math.max(...one.values.map((value) => Math.abs(value ?? 0)));
    const panel = panels.find((other) => isComparable(other.top, top));
    if (panel) panel.series.push(one);
    else panels.push({ top, series: [one] });
  }
  return panels.map((panel) => panel.series);
}

function isComparable(one: number, other: number): boolean {
  return Math.max(one, other) <= COMPARABLE * Math.min(one, other);
}

function numberOf(value: unknown): number | null {
  if (isEmpty(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function labelOf(value: unknown): string {
  return isEmpty(value) ? '' : String(value);
}
