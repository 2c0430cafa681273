import type { AgentApi } from '$lib/api/AgentApi';
import { problemFrom, type ApiProblem } from '$lib/api/problem';

export interface ResultTable {
  columns: string[];
  rows: unknown[][];
  total: number;
  limited: boolean;
  /** A list of things that the service put together, not rows of a query. */
  isList: boolean;
}

export type Result =
  | { state: 'loading' }
  | { state: 'table'; table: ResultTable }
  /** A task that goes on by itself: `id` says which. */
  | { state: 'task'; id: string; text: string }
  | { state: 'value'; text: string }
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
const FEW_CHARACTERS = 600;

export function isSmall(result: Result): boolean {
  if (result.state === 'table') return result.table.rows.length > 0 && result.table.rows.length <= FEW_ROWS;
  const isSentence = result.state === 'value' && !/^[[{]/.test(result.text);
  return isSentence && result.text.length <= FEW_CHARACTERS;
}

/** Rows with columns, or a list of objects, as a table; anything else as text. */
export function shapeOf(value: unknown): Result {
  if (isRecord(value) && Array.isArray(value.columns) && Array.isArray(value.rows)) {
    const columns = value.columns.map((column) => String(isRecord(column) ? column.name : column));
    const rows = value.rows.map((row) => (Array.isArray(row) ? row : [row]) as unknown[]);
    const total = typeof value.row_count === 'number' ? value.row_count : rows.length;
    return {
      state: 'table',
      table: { columns, rows, total, limited: value.limited === true, isList: false }
    };
  }
  const items =
    isRecord(value) && Array.isArray(value.items) ? value.items : Array.isArray(value) ? value : null;
  if (items && items.length > 0 && items.every(isRecord)) {
    const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
    const total = isRecord(value) && typeof value.total === 'number' ? value.total : items.length;
    const rows = items.map((item) => columns.map((column) => item[column]));
    return { state: 'table', table: { columns, rows, total, limited: items.length < total, isList: true } };
  }
  if (isRecord(value) && typeof value.task_id === 'string')
    return { state: 'task', id: value.task_id, text: JSON.stringify(value, null, 2) };
  return { state: 'value', text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
