import { describe, expect, it } from 'vitest';
import { showHidden } from './hiddenCharacters';

const shown = (text: string) =>
  showHidden(text)
    .map((segment) => (segment.hidden ? `[${segment.text}]` : segment.text))
    .join('');

describe('characters that deceive', () => {
  it.each([
    ['a\u202eb', 'a[U+202E]b'],
    ['re\u200btail', 're[U+200B]tail'],
    ['\u2066x\u2069', '[U+2066]x[U+2069]'],
    ['a\u0000b\u0085c', 'a[U+0000]b[U+0085]c'],
    ['a\u2028b', 'a[U+2028]b'],
    ['\ufeffx', '[U+FEFF]x'],
    ['x\u{e0041}', 'x[U+E0041]'],
    ['x\u3164', 'x[U+3164]'],
    ['soft\u00adhyphen', 'soft[U+00AD]hyphen']
  ])('H09: %j is shown by its code point', (text, expected) => expect(shown(text)).toBe(expected));

  it('leaves ordinary text alone', () => {
    for (const text of ['SELECT 1;\n\tFROM t', 'Продажи № 1', '10\u00a0000 ₽', '表', '🦊', ''])
      expect(shown(text)).toBe(text);
  });

  it('keeps every character', () => {
    expect(showHidden('a\u202eb').map(({ hidden }) => hidden)).toEqual([false, true, false]);
  });
});
