import { describe, expect, it } from 'vitest';
import { instant, isZoned, kindOf, type ColumnKind } from './columns';

describe('what a column is', () => {
  it.each<[string, string | null, unknown[], ColumnKind]>([
    ['revenue', 'FLOAT', [1.5, null, 2], 'number'],
    ['revenue', null, [1, 2], 'number'],
    ['total', 'BIGINT', ['9007199254740993', 5], 'number'],
    ['total', 'DECIMAL(38,2)', ['12345678901234567890.12'], 'number'],
    ['phone', 'STRING', ['79001234567'], 'text'],
    ['store_id', 'INT', [1, 2], 'code'],
    ['storeId', 'INT', [1, 2], 'code'],
    ['id', 'INT', [1], 'code'],
    ['fiscal_year', 'INT', [2024], 'code'],
    ['год', 'INT', [2024], 'code'],
    ['paid', 'INT', [5], 'number'],
    ['identity', 'INT', [5], 'number'],
    ['ids_count', 'INT', [5], 'number'],
    ['month', 'STRING', ['2025-01', '2025-02'], 'month'],
    ['day', 'STRING', ['2025-01-31', null], 'day'],
    ['day', 'TIMESTAMP', ['2025-01-31T00:00:00', '2025-02-01T00:00:00'], 'day'],
    ['at', 'DATETIME', ['2025-01-31 00:00:00', '2025-02-01 10:05:00'], 'time'],
    ['at', 'TIMESTAMP', ['2025-01-31T10:05:00.123Z'], 'time'],
    ['at', 'TIMESTAMP', [1738317900000], 'time'],
    ['month', 'STRING', ['2025-13'], 'text'],
    ['paid', 'BOOLEAN', [true, null, false], 'flag'],
    ['tags', null, [['a'], null], 'nested'],
    ['name', 'STRING', ['a', '1'], 'text'],
    ['mixed', null, [1, 'a'], 'text'],
    ['empty', 'INT', [null, ''], 'text']
  ])('%s %s %j is %s', (name, type, values, kind) => expect(kindOf(name, type, values)).toBe(kind));
});

describe('a point in time', () => {
  it.each([
    ['2025-01', '2025-01-01T00:00:00Z'],
    ['2025-01-31', '2025-01-31T00:00:00Z'],
    ['2025-01-31 10:05:00', '2025-01-31T10:05:00Z'],
    ['2025-01-31T10:05:00+03:00', '2025-01-31T07:05:00Z']
  ])('%s', (value, same) => expect(instant(value)).toBe(Date.parse(same)));

  it('is nothing else', () =>
    expect([instant('soon'), instant(null), instant('2025')]).toEqual([null, null, null]));

  it('has a zone where it says so', () => {
    const values = [
      '2025-01-31T10:05:00Z',
      '2025-01-31T10:05:00+0300',
      '2025-01-31 10:05:00',
      '2025-01-31',
      0
    ];
    expect(values.map(isZoned)).toEqual([true, true, false, false, true]);
  });
});
