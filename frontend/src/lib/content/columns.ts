/** How a column is read: what is counted, what only names something, what is a point in time. */
export type ColumnKind = 'number' | 'code' | 'month' | 'day' | 'time' | 'flag' | 'nested' | 'text';

const NUMERIC_TYPE = /INT|FLOAT|DOUBLE|DECIMAL|NUMERIC|NUMBER|REAL|LONG/i;
const TEMPORAL_TYPE = /DATE|TIME(?!DELTA)/i;
const NUMERAL = /^-?\d+(\.\d+)?$/;
const MONTH = /^\d{4}-\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d([T ]00:00(:00(\.0+)?)?(Z|[+-]00:?00)?)?$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;
const ZONE = /(Z|[+-]\d\d:?\d\d)$/;

/** Numbers that are names: nobody adds them up, and a separator of thousands would only hide them. */
const CODE_WORDS = new Set(
  'id ids uuid guid pk fk key code zip postcode postal phone inn year yr ид код номер индекс телефон инн год'.split(
    ' '
  )
);
/** Parts of a date: a few whole numbers with an order of their own. */
const DATE_PARTS = new Set(
  'year yr quarter month week day weekday dow hour год квартал месяц неделя день час'.split(' ')
);

export function kindOf(name: string, type: string | null, values: readonly unknown[]): ColumnKind {
  const filled = values.filter((value) => !isEmpty(value));
  if (filled.length === 0) return 'text';
  if (filled.some((value) => typeof value === 'object')) return 'nested';
  if (filled.every((value) => typeof value === 'boolean')) return 'flag';
  if (isNumeric(type, filled)) {
    if (type !== null && TEMPORAL_TYPE.test(type)) return 'time';
    return isCode(name) ? 'code' : 'number';
  }
  if (!filled.every((value) => typeof value === 'string')) return 'text';
  const isAll = (pattern: RegExp) => filled.every((value) => pattern.test(value) && instant(value) !== null);
  if (isAll(MONTH)) return 'month';
  if (isAll(DAY)) return 'day';
  return isAll(TIME) ? 'time' : 'text';
}

/** Milliseconds since 1970. A time without a zone counts as UTC, and is to be shown so. */
export function instant(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !(MONTH.test(value) || DAY.test(value) || TIME.test(value))) return null;
  const iso = value.replace(' ', 'T');
  const ms = Date.parse(iso.includes('T') && !ZONE.test(iso) ? `${iso}Z` : iso);
  return Number.isNaN(ms) ? null : ms;
}

/** Whether a time names its zone, so that it can be told in the person's own. */
export function isZoned(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length > 10 && ZONE.test(value));
}

export function isDatePart(name: string): boolean {
  return wordsOf(name).some((word) => DATE_PARTS.has(word));
}

export function isEmpty(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

/** What does not fit into a number of JavaScript came as text; beside numbers, or by its type, it is one. */
function isNumeric(type: string | null, filled: unknown[]): boolean {
  const saysSo =
    filled.some((value) => typeof value === 'number') || (type !== null && NUMERIC_TYPE.test(type));
  return (
    saysSo &&
    filled.every((value) => typeof value === 'number' || (typeof value === 'string' && NUMERAL.test(value)))
  );
}

function isCode(name: string): boolean {
  return wordsOf(name).some((word, at, all) => at === all.length - 1 && CODE_WORDS.has(word));
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-zа-яё])([A-ZА-ЯЁ])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
