import { describe, expect, it } from 'vitest';
import { sideBySide } from './diff';

const text = (side: { text: string }[] | null) => side?.map((piece) => piece.text).join('') ?? null;
const lines = (before: string, after: string) =>
  sideBySide(before, after).map((row) =>
    row.kind === 'gap' ? row.lines : [text(row.old), text(row.new), row.changed]
  );

describe('a diff side by side', () => {
  it('pairs a changed line, and marks only its words', () => {
    expect(lines('a\nselect b\nc', 'a\nselect d\nc')).toEqual([
      ['a', 'a', false],
      ['select b', 'select d', true],
      ['c', 'c', false]
    ]);
    const row = sideBySide('select b', 'select d')[0];
    if (row?.kind !== 'line') throw new TypeError('no line');
    expect(row.old?.filter((piece) => piece.changed)).toEqual([{ text: 'b', changed: true }]);
    expect(row.new?.filter((piece) => piece.changed)).toEqual([{ text: 'd', changed: true }]);
  });

  it('leaves the other side empty where a line came or went', () => {
    expect(lines('a\n', 'a\nb\n')).toEqual([
      ['a', 'a', false],
      [null, 'b', true]
    ]);
    expect(lines('a\nb\n', 'b\n')[0]).toEqual(['a', null, true]);
  });

  it('folds what did not change, and loses no line of what did', () => {
    const before = Array.from({ length: 50 }, (_, i) => `line ${i}`);
    const after = before.with(25, 'other');
    expect(lines(before.join('\n'), after.join('\n'))).toEqual([
      23,
      ['line 23', 'line 23', false],
      ['line 24', 'line 24', false],
      ['line 25', 'other', true],
      ['line 26', 'line 26', false],
      ['line 27', 'line 27', false],
      22
    ]);
  });

  it('reads JSON on one line by its lines', () => {
    expect(lines('{"a":1,"b":2}', '{"a":1,"b":3}')).toContainEqual(['  "b": 2', '  "b": 3', true]);
    expect(lines('{broken', '{broken!')).toEqual([['{broken', '{broken!', true]]);
  });
});
