import { beforeEach, describe, expect, it } from 'vitest';
import { formatTime, locale } from '$lib/i18n/index.svelte';
import { MarkdownBlocks } from './markdown';
import { readable } from './readable';

const BACKUP = '20261130T202711Z-ss-prod-4fb80055ce455c2c';
const TASK = '01M8Q290MG74F2S164GJE96D6B';
const made = formatTime('2026-11-30T20:27:11Z', 'exact');
beforeEach(() => locale.choose('en'));

describe('what machines made is shown short, with the whole beside it', () => {
  it.each([
    [`Backup: ${BACKUP}.`, `ss-prod, ${made}`, BACKUP],
    [`It is called backup:${BACKUP}.`, `ss-prod, ${made}`, `backup:${BACKUP}`],
    [`Its number: ${TASK}`, '…JE96D6B'.replace('J', ''), TASK],
    ['made 2026-11-30 20:27 UTC, by hand', formatTime('2026-11-30T20:27Z'), '2026-11-30 20:27 UTC'],
    ['until 2026-11-30T20:27:11.5Z', formatTime('2026-11-30T20:27:11.5Z'), '2026-11-30T20:27:11.5Z']
  ])('%s', (sentence, text, exact) => {
    expect(readable(sentence).find((part) => part.exact)).toEqual({ text, exact });
    const whole = readable(sentence).map((part) => part.exact ?? part.text);
    expect(whole.join('')).toBe(sentence);
  });

  it.each(['Sales 2026-11-30', '2026-13-41 20:27 UTC', 'ORDERS_OF_ALL_STORES_AND_YEARS', 'a1b2c3d4', ''])(
    'all else stays as it is: %s',
    (sentence) => {
      expect(readable(sentence).map((part) => part.text)).toEqual(sentence ? [sentence] : []);
    }
  );
});

describe('in an answer', () => {
  const html = (text: string) => new MarkdownBlocks().render(text).join('');

  it('a press copies it', () => {
    const body = document.createElement('div');
    body.innerHTML = html(`Backup: ${BACKUP}, also \`${TASK}\`.`);
    const copies = [...body.querySelectorAll('button')].map((button) => button.dataset.copy);
    expect(copies).toEqual([BACKUP, TASK]);
    expect(body.textContent?.trim()).toBe(`Backup: ss-prod, ${made}, also …E96D6B.`);
  });

  it('inside a proposed message it is no button of its own', () => {
    const body = document.createElement('div');
    body.innerHTML = html(`[backup:${BACKUP}](#ask:restore%20${BACKUP})`);
    expect(body.querySelectorAll('button')).toHaveLength(1);
    expect(body.querySelector('button')?.dataset.ask).toBe(`restore ${BACKUP}`);
    expect(body.querySelector('span')?.title).toBe(`backup:${BACKUP}`);
  });
});
