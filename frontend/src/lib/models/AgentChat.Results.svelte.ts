import type { AgentApi } from '$lib/api/AgentApi';
import { problemFrom, type ApiProblem } from '$lib/api/problem';
import { chartOf, type ChartPlan } from '$lib/content/chart';

export interface ResultColumn {
  name: string;
  /** What the database calls its type; null where nothing says. */
  type: string | null;
}

export interface ResultTable {
  columns: ResultColumn[];
  rows: unknown[][];
  total: number;
  limited: boolean;
  /** A list of things that the service put together, not rows of a query. */
  isList: boolean;
  /** What came beside the rows. */
  rest: Fields;
}

export type Fields = Record<string, unknown>;

export type Result =
  | { state: 'loading' }
  | { state: 'table'; table: ResultTable; chart: ChartPlan | null }
  /** A task that goes on by itself: `id` says which. */
  | { state: 'task'; id: string; value: Fields }
  /** Anything else: text, or what is made of parts. */
  | { state: 'value'; value: unknown }
  | { state: 'failed'; problem: ApiProblem };

/** Whole results of tool calls, fetched when the person opens one and kept while the page is open. */
export class Results {
  #known = $state.raw<ReadonlyMap<string, Result>>(new Map());
  readonly #api: AgentApi;

  constructor(api: AgentApi) {
    this.#api = api;
  }

  get(url: string): Result | null {
    return this.#known.get(url) ?? null;
  }

  async load(url: string): Promise<void> {
    const known = this.get(url);
    if (known && known.state !== 'failed') return;
    this.#keep(url, { state: 'loading' });
    try {
      this.#keep(url, shapeOf(await this.#api.result(url)));
    } catch (error) {
      this.#keep(url, { state: 'failed', problem: problemFrom(error) });
    }
  }

  /** Hands the result to the browser as a file; the service makes the CSV. */
  async download(url: string, name: string): Promise<void> {
    try {
      const address = URL.createObjectURL(await this.#api.resultCsv(url));
      const link = document.createElement('a');
      link.href = address;
      link.download = `${name}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (error) {
      this.#keep(url, { state: 'failed', problem: problemFrom(error) });
    }
  }

  #keep(url: string, result: Result): void {
    this.#known = new Map([...this.#known, [url, result]]);
  }
}

/** What is read at a glance is shown without being asked for: this many rows, this many characters. */
const FEW_ROWS = 20;
const FEW_THINGS = 40;
const FEW_CHARACTERS = 600;
const FEW_CHARACTERS_OF_A_READ = 4000;

/** What a read found is the answer itself; what a write tells is told by its sentence. */
export function isSmall(result: Result, isRead: boolean): boolean {
  if (result.state === 'table') {
    const { rows, isList } = result.table;
    const few = isList && isRead ? FEW_THINGS : FEW_ROWS;
    return result.chart?.isClear === true || (rows.length > 0 && rows.length <= few);
  }
  if (result.state !== 'value') return false;
  if (typeof result.value === 'string') return result.value.length <= FEW_CHARACTERS;
  return isRead && JSON.stringify(result.value).length <= FEW_CHARACTERS_OF_A_READ;
}

/** Rows with columns, or a list of objects, as a table; anything else as it is. */
export function shapeOf(value: unknown): Result {
  const table = tableOf(value);
  if (table) return { state: 'table', table, chart: chartOf(table) };
  if (isFields(value) && typeof value.task_id === 'string')
    return { state: 'task', id: value.task_id, value };
  return { state: 'value', value };
}

/** The table that a value is; null for what has no rows. */
export function tableOf(value: unknown): ResultTable | null {
  if (isFields(value) && Array.isArray(value.columns) && Array.isArray(value.rows)) {
    const columns = value.columns.map((column) =>
      isFields(column)
        ? { name: String(column.name), type: typeof column.type === 'string' ? column.type : null }
        : { name: String(column), type: null }
    );
    const rows = value.rows.map((row) => (Array.isArray(row) ? row : [row]) as unknown[]);
    const total = typeof value.row_count === 'number' ? value.row_count : rows.length;
    return { columns, rows, total, limited: value.limited === true, isList: false, rest: {} };
  }
  const items =
    isFields(value) && Array.isArray(value.items) ? value.items : Array.isArray(value) ? value : null;
  if (!items || items.length === 0 || !items.every(isFields)) return null;
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const total = isFields(value) && typeof value.total === 'number' ? value.total : items.length;
  const rows = items.map((item) => names.map((name) => item[name]));
  const columns = names.map((name) => ({ name, type: null }));
  return { columns, rows, total, limited: items.length < total, isList: true, rest: besides(value, items) };
}

/** What a list says besides its items; some results name the same list twice. */
function besides(value: unknown, items: unknown[]): Fields {
  if (!isFields(value)) return {};
  const same = JSON.stringify(items);
  const others = Object.entries(value).filter(
    ([name, other]) =>
      name !== 'items' && name !== 'total' && !isBlank(other) && JSON.stringify(other) !== same
  );
  return Object.fromEntries(others);
}

function isBlank(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
