import { describe, expect, it } from 'vitest';
import { locale } from '$lib/i18n/index.svelte';
import { tableOf } from '$lib/models/AgentChat.Results.svelte';
import { cellOf, headingOf, sorted } from './table';
import { shortNumber } from './numbers';
import { tickText } from './times';

/** Spaces of all kinds as plain ones. */
const plain = (text: string) => text.replace(/\s/g, ' ');
const shown = (...cell: Parameters<typeof cellOf>) => plain(cellOf(...cell).text);

describe('a number in a cell', () => {
  it.each([
    [3869576, 'en', '3,869,576'],
    [3869576, 'ru', '3 869 576'],
    [1234.5, 'ru', '1 234,5'],
    ['9007199254740993', 'en', '9,007,199,254,740,993'],
    ['-12345678901234567890.1200', 'ru', '-12 345 678 901 234 567 890,1200'],
    [0.1 + 0.2, 'en', '0.3'],
    [0.000000123, 'en', '0.000000123']
  ] as const)('%s in %s', (value, language, text) => {
    locale.choose(language);
    expect(shown(value, 'number', false).replace('−', '-')).toBe(text);
  });

  it('is not grouped where it is a name', () => expect(shown(20251, 'code', false)).toBe('20251'));

  it('keeps on hover what it rounds, and nothing else', () => {
    expect(cellOf(1 / 3, 'number', false)).toEqual({ text: '0.333333', exact: '0.3333333333333333' });
    expect(cellOf(1.5, 'number', false)).toEqual({ text: '1.5' });
  });

  it('is short on an axis', () => {
    expect(shortNumber(1_250_000)).toBe('1.3M');
    locale.choose('ru');
    expect(plain(shortNumber(20_000))).toBe('20 тыс.');
  });
});

describe('a time in a cell', () => {
  it('is that of the language, with the exact value on hover', () => {
    expect(cellOf('2025-01-31 10:05:00', 'time', false)).toEqual({
      text: 'Jan 31, 2025, 10:05 AM',
      exact: '2025-01-31 10:05:00'
    });
    locale.choose('ru');
    expect(shown('2025-01-31', 'day', false)).toBe('31 янв. 2025 г.');
    expect(shown('2025-01', 'month', false)).toBe('янв. 2025 г.');
  });

  it('is on an axis a year, a month, a day or an hour', () => {
    const at = (iso: string) => tickText(Date.parse(iso), false);
    expect(at('2025-01-01T00:00:00Z')).toBe('2025');
    expect(at('2025-03-01T00:00:00Z')).toBe('Mar');
    expect(at('2025-03-02T00:00:00Z')).toBe('Mar 2');
    expect(at('2025-03-02T15:30:00Z')).toBe('3:30 PM');
  });
});

it('sorts digits that are too many for a number by what they say', () => {
  const rows = [['9007199254740993'], ['9007199254740992'], [5], [null], ['-9007199254740993']];
  const order = sorted(rows, { at: 0, descending: false }, 'number').flat();
  expect(order).toEqual(['-9007199254740993', 5, '9007199254740992', '9007199254740993', null]);
});

describe('the heading of a column', () => {
  const items = [{ title: 'Sales', target: 'a', source: 'b' }];
  const headings = (value: object) => {
    const table = tableOf(value);
    if (!table) throw new Error('no table');
    return table.columns.map(({ name }) => headingOf(name, table));
  };

  it('names the places of a comparison', () => {
    locale.choose('en');
    expect(headings({ title: 'Sales', source: 'ss-dev', target: 'backup:x', items })).toEqual([
      'title',
      'backup:x',
      'ss-dev'
    ]);
  });

  it('is a word where no place is told', () => {
    locale.choose('ru');
    expect(headings({ items })).toEqual(['название', 'цель', 'источник']);
  });
});
