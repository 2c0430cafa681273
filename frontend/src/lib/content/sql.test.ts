import { describe, expect, it } from 'vitest';
import { sqlPieces } from './sql';

const joined = (sql: string) =>
  sqlPieces(sql)
    .map(({ text }) => text)
    .join('');

describe('coloured SQL', () => {
  it('tells words from names, strings, numbers and comments', () => {
    const kinds = new Map(sqlPieces("SELECT 'a', 12 -- why").map(({ kind, text }) => [text, kind]));
    expect(kinds.get('SELECT')).toBe('keyword');
    expect(kinds.get("'a'")).toBe('string');
    expect(kinds.get('12')).toBe('number');
    expect(kinds.get('-- why')).toBe('comment');
  });

  it.each([
    '',
    "SELECT 'unclosed",
    '/* unclosed',
    'SELECT \u202E*\u200B FROM "t" WHERE `a`=$1;\r\n\tDROP TABLE t',
    "select 'it''s', \"q\"\"q\", E'\\\\'' --",
    `SELECT ${'x,'.repeat(15_000)}`
  ])('never changes a character: %j', (sql) => expect(joined(sql)).toBe(sql));
});
