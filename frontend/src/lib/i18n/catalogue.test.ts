import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import en from '../../../messages/en.json';
import ru from '../../../messages/ru.json';
import { formatTime, locale, t, tOr, type MessageKey } from './index.svelte';

type Entry = string | Record<string, string>;
const keys = Object.keys(en) as MessageKey[];
const entry = (catalogue: object, key: string) => (catalogue as Record<string, Entry>)[key] ?? '';
const texts = (value: Entry) => (typeof value === 'string' ? [value] : Object.values(value));
const params = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('the two languages', () => {
  it('have the same keys', () => expect(Object.keys(ru).sort()).toEqual(Object.keys(en).sort()));

  it.each(keys)('take the same parameters: %s', (key) => {
    const expected = params(texts(entry(en, key))[0] ?? '');
    for (const text of [...texts(entry(en, key)), ...texts(entry(ru, key))]) {
      expect(text.trim()).not.toBe('');
      expect(params(text)).toEqual(expected);
    }
  });

  it('have every form that the language counts with', () => {
    for (const key of keys) {
      const [english, russian] = [entry(en, key), entry(ru, key)];
      if (typeof english !== 'string') expect(Object.keys(english).sort()).toEqual(['one', 'other']);
      if (typeof russian !== 'string')
        expect(Object.keys(russian).sort()).toEqual(['few', 'many', 'one', 'other']);
      expect(typeof russian).toBe(typeof english);
    }
  });

  it('have no text that nothing shows', () => {
    const root = resolve(import.meta.dirname, '../..');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(ts|svelte)$/.test(name)
    );
    const source = files.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
    const built = [...source.matchAll(/`([a-z_.]+)\.\$\{/g)].map((match) => `${match[1]}.`);
    const unused = keys.filter(
      (key) => !source.includes(`'${key}'`) && !built.some((prefix) => key.startsWith(prefix))
    );
    expect(unused).toEqual([]);
  });
});

describe('text', () => {
  it.each([
    [1, '1 вызов'],
    [3, '3 вызова'],
    [11, '11 вызовов'],
    [21, '21 вызов']
  ])('counts %i in Russian', (n, expected) => {
    locale.choose('ru');
    expect(t('step.acting_count', { n })).toBe(expected);
  });

  it('follows the chosen language, which is kept', () => {
    locale.choose('ru');
    expect(t('context.none')).toBe('⚪ Контекст не выбран');
    expect(localStorage.getItem('agent.language')).toBe('ru');
    expect(document.documentElement.lang).toBe('ru');
  });

  it('falls back where there is no key, and shows no invalid date', () => {
    expect(tOr('tool.unheard_of', 'unheard_of')).toBe('unheard_of');
    expect(tOr('toString', 'x')).toBe('x');
    expect(formatTime('never')).toBe('');
  });
});
