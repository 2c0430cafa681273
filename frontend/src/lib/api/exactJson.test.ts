import { expect, it } from 'vitest';
import { parseExactly } from './exactJson';

it.each([
  ['9007199254740993', '9007199254740993'],
  ['-123456789012345678901234567890', '-123456789012345678901234567890'],
  ['1234567890123456.789', '1234567890123456.789'],
  ['9007199254740991', 9007199254740991],
  ['0.30000000000000004', 0.30000000000000004],
  ['1234567890.500000000', 1234567890.5],
  ['1e400', Infinity]
])('keeps every digit of %s', (text, expected) => {
  expect(parseExactly(text)).toBe(expected);
});

it('touches nothing inside of text', () => {
  const value = {
    '12345678901234567890': 'id 12345678901234567890, "99999999999999999999" \\',
    n: [1, null, true]
  };
  expect(parseExactly(JSON.stringify(value))).toEqual(value);
});

it('refuses what is no JSON', () => {
  expect(() => parseExactly('{1234567890123456789: 1')).toThrow(SyntaxError);
});
