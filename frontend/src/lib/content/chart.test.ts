import { describe, expect, it } from 'vitest';
import { tableOf } from '$lib/models/AgentChat.Results.svelte';
import { chartOf } from './chart';

type Columns = [name: string, type: string][];

function chart(columns: Columns, rows: unknown[][]) {
  const named = columns.map(([name, type]) => ({ name, type }));
  const table = tableOf({ columns: named, rows, row_count: rows.length });
  return table && chartOf(table);
}
const months = (n: number) => Array.from({ length: n }, (_, i) => `2025-${String(i + 1).padStart(2, '0')}`);
const MONTH: Columns[number] = ['month', 'STRING'];
const STATUS: Columns[number] = ['status', 'STRING'];
const ORDERS: Columns[number] = ['orders', 'INT'];
const REVENUE: Columns[number] = ['revenue', 'FLOAT'];
const ID: Columns[number] = ['id', 'INT'];

describe('numbers over time', () => {
  it('are a line, in the order of time, and clearly so when there are many', () => {
    const plan = chart(
      [ORDERS, MONTH],
      months(8)
        .map((month, i) => [i, month])
        .reverse()
    );
    expect(plan).toMatchObject({ kind: 'line', axis: 'month', along: 'month', zoned: false, isClear: true });
    expect(plan?.places[0]).toBe(Date.UTC(2025, 0));
    expect(plan?.panels).toEqual([[{ name: 'orders', values: [0, 1, 2, 3, 4, 5, 6, 7] }]]);
    expect(
      chart(
        [MONTH, ORDERS],
        months(7).map((month, i) => [month, i])
      )?.isClear
    ).toBe(false);
  });

  it('keep a gap where a value is missing', () => {
    const rows = months(4).map((month, i) => [month, i === 2 ? null : i]);
    expect(chart([MONTH, ORDERS], rows)?.panels[0]?.[0]?.values).toEqual([0, 1, null, 3]);
  });

  it('are one line for each value of a second column', () => {
    const rows = months(3).flatMap((month, i) => [
      [month, 'paid', i],
      [month, 'open', i + 10]
    ]);
    const plan = chart([MONTH, STATUS, ORDERS], rows.slice(0, -1));
    expect(plan?.panels).toEqual([
      [
        { name: 'paid', values: [0, 1, 2] },
        { name: 'open', values: [10, 11, null] }
      ]
    ]);
  });

  it('share a panel only where they can be compared', () => {
    const rows = months(3).map((month, i) => [month, 100 + i, 300 + i, 90_000 + i]);
    const plan = chart([MONTH, ['new', 'INT'], ORDERS, REVENUE], rows);
    expect(plan?.panels.map((panel) => panel.map(({ name }) => name))).toEqual([
      ['new', 'orders'],
      ['revenue']
    ]);
  });

  it('run along the years, though these are whole numbers', () => {
    const plan = chart(
      [['year', 'INT'], REVENUE],
      [
        [2025, 3],
        [2023, 1],
        [2024, 2]
      ]
    );
    expect(plan).toMatchObject({
      kind: 'line',
      axis: 'category',
      places: ['2023', '2024', '2025'],
      isClear: false
    });
    expect(plan?.panels[0]?.[0]?.values).toEqual([1, 2, 3]);
  });

  it('know whether their times name a zone', () => {
    const at = (zone: string) => [1, 2, 3].map((hour) => [`2025-01-01T0${hour}:30:00${zone}`, hour]);
    expect(chart([['at', 'TIMESTAMP'], ORDERS], at('Z'))?.zoned).toBe(true);
    expect(chart([['at', 'TIMESTAMP'], ORDERS], at(''))?.zoned).toBe(false);
  });
});

describe('numbers by category', () => {
  it('are bars in the order of the rows, whose digits may be too many for a number', () => {
    const plan = chart(
      [STATUS, ['total', 'BIGINT']],
      [
        ['b', '9007199254740993'],
        ['a', 2],
        [null, 3]
      ]
    );
    expect(plan).toMatchObject({ kind: 'bar', axis: 'category', places: ['b', 'a', ''], isClear: false });
    expect(plan?.panels[0]?.[0]?.values[1]).toBe(2);
  });

  it('are bars by name, with an id beside it', () => {
    const plan = chart(
      [ID, STATUS, ORDERS],
      [
        [1, 'a', 5],
        [2, 'b', 6]
      ]
    );
    expect(plan).toMatchObject({ kind: 'bar', along: 'status' });
    expect(plan?.panels.flat().map(({ name }) => name)).toEqual(['orders']);
  });

  it('stop at some dozens', () => {
    const rows = (n: number) => Array.from({ length: n }, (_, i) => [`name ${i}`, i]);
    expect(chart([STATUS, ORDERS], rows(30))).not.toBeNull();
    expect(chart([STATUS, ORDERS], rows(31))).toBeNull();
  });
});

describe('no chart', () => {
  it.each<[string, Columns, unknown[][]]>([
    ['of one row', [STATUS, ORDERS], [['a', 1]]],
    [
      'without a number',
      [STATUS, MONTH],
      [
        ['a', '2025-01'],
        ['b', '2025-02']
      ]
    ],
    [
      'without a name',
      [ORDERS, REVENUE],
      [
        [1, 2],
        [3, 4]
      ]
    ],
    [
      'of ids',
      [STATUS, ID],
      [
        ['a', 1],
        ['b', 2]
      ]
    ],
    [
      'by ids',
      [ID, REVENUE],
      [
        [1, 2],
        [2, 4]
      ]
    ],
    [
      'of orders one by one',
      [ID, ['at', 'TIMESTAMP'], REVENUE],
      months(9).map((m, i) => [i, `${m}-01T10:00:00`, i])
    ],
    [
      'where a name stands twice',
      [STATUS, ORDERS],
      [
        ['a', 1],
        ['a', 2]
      ]
    ],
    [
      'where a time stands twice',
      [MONTH, ORDERS],
      ['2025-01', '2025-02', '2025-02', '2025-03'].map((m) => [m, 1])
    ],
    ['where a row has no time', [MONTH, ORDERS], [...months(4), null].map((m) => [m, 1])],
    ['of two points in time', [MONTH, ORDERS], months(2).map((m) => [m, 1])],
    ['of two times', [MONTH, ['day', 'DATE'], ORDERS], months(4).map((m) => [m, `${m}-02`, 1])],
    [
      'of text',
      [STATUS, ['note', 'STRING']],
      [
        ['a', 'x'],
        ['b', 'y']
      ]
    ],
    [
      'without values',
      [STATUS, ORDERS],
      [
        ['a', 5],
        ['b', null]
      ]
    ]
  ])('%s', (_, columns, rows) => expect(chart(columns, rows)).toBeNull());

  it('of more groups than can be told apart', () => {
    const rows = months(3).flatMap((month) => Array.from({ length: 9 }, (_, i) => [month, `g${i}`, i]));
    expect(chart([MONTH, STATUS, ORDERS], rows)).toBeNull();
  });

  it('of a list that the service put together', () => {
    const items = [
      { title: 'a', charts: 1 },
      { title: 'b', charts: 2 }
    ];
    const table = tableOf({ items });
    expect(table && chartOf(table)).toBeNull();
  });
});
