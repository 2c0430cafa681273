import DOMPurify from 'dompurify';
import { Marked, type Token, type Tokens } from 'marked';
import { t } from '$lib/i18n/index.svelte';
import { readable } from './readable';
import { sqlPieces } from './sql';

/**
 * Markdown that a model or a Superset object wrote, as safe HTML, block by block.
 *
 * The text is data: HTML in it is shown as text, images are named and never loaded, only http(s) and mailto links
 * lead anywhere. `#ask:` links are buttons that propose a message.
 */
const TAGS = [
  ...[
    'p',
    'br',
    'hr',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'del',
    'code',
    'pre'
  ],
  ...['a', 'button', 'span', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td']
];
const ATTRIBUTES = [
  'href',
  'target',
  'rel',
  'type',
  'class',
  'data-ask',
  'data-copy',
  'title',
  'start',
  'align',
  'tabindex'
];
const ASK = '#ask:';

/** Inside a link or a button no other button can stand: what is short there is whole on hover. */
let inLink = false;

const marked = new Marked({
  gfm: true,
  breaks: false,
  renderer: {
    html: ({ text }) => escape(text),
    heading({ tokens, depth }) {
      // The page owns h1 and h2.
      const level = Math.min(depth + 2, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    image: ({ text, href }) => `<span class="image-off">${escape(text || href)}</span>`,
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
      return readableHtml('escaped' in token && token.escaped ? token.text : escape(token.text));
    },
    codespan: ({ text }) => {
      const parts = readable(text);
      const isName = parts.length === 1 && parts[0]?.exact !== undefined;
      return isName ? readableHtml(text) : `<code>${escape(text)}</code>`;
    },
    link({ href, tokens }) {
      inLink = true;
      const label = this.parser.parseInline(tokens);
      inLink = false;
      if (href.startsWith(ASK)) {
        const prompt = decoded(href.slice(ASK.length));
        return prompt
          ? `<button type="button" class="ask" data-ask="${escape(prompt)}">${label}</button>`
          : label;
      }
      const url = safeLink(href);
      return url
        ? `<a href="${escape(url)}" target="_blank" rel="noopener noreferrer nofollow">${label}</a>`
        : label;
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    table(token) {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        row
          .map((cell) => {
            const align = cell.align ? ` align="${cell.align}"` : '';
            // A heading without words would name its column with nothing.
            const name = cell.text.trim() ? tag : 'td';
            return `<${name}${align}>${this.parser.parseInline(cell.tokens)}</${name}>`;
          })
          .join('');
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
      const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`;
      return `<div class="scroll" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>`;
    },
    code: ({ text, lang }) => {
      const language = /^[\w+-]+/.exec(lang ?? '')?.[0];
      const name = language ? ` class="language-${language}"` : '';
      const body = language?.toLowerCase() === 'sql' ? sqlHtml(text) : escape(text);
      return `<pre tabindex="0"><code${name}>${body}</code></pre>`;
    }
  }
});

/**
 * Blocks of safe HTML. Of a growing text only the end is read and drawn again: what stands two blocks before it can no
 * longer change, unless link definitions reach back, and then the whole text is read.
 */
export class MarkdownBlocks {
  #finished = '';
  #blocks: string[] = [];

  render(text: string): string[] {
    if (!text.startsWith(this.#finished)) this.#forget();
    let tokens = marked.lexer(text.slice(this.#finished.length));
    if (Object.keys(tokens.links).length > 0) {
      this.#forget();
      tokens = marked.lexer(text);
      return tokens.filter(isShown).map(toHtml);
    }
    const last = tokens.findLastIndex(isShown);
    const open = tokens.slice(0, Math.max(last, 0)).findLastIndex(isShown);
    const closed = tokens.slice(0, Math.max(open, 0));
    const html = tokens.filter(isShown).map(toHtml);
    const blocks = [...this.#blocks, ...html];
    const raw = closed.map((token) => token.raw).join('');
    // The lexer normalises line ends and tabs: where its text is not ours, nothing is taken as finished.
    if (raw && text.startsWith(raw, this.#finished.length)) {
      this.#finished += raw;
      this.#blocks.push(...html.slice(0, closed.filter(isShown).length));
    }
    return blocks;
  }

  #forget(): void {
    this.#finished = '';
    this.#blocks = [];
  }
}

function isShown(token: Token): boolean {
  return token.type !== 'space' && token.type !== 'def';
}

function toHtml(token: Token): string {
  const html = marked.parser([token]);
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false
  });
}

/** The address when a click on it may leave the page, else null. */
export function safeLink(href: string): string | null {
  try {
    const url = new URL(href);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
  } catch {
    // Without a scheme it would be taken as a path of this service: only plain page paths may be.
    return /^\/(dashboards|datasets|migrations|tasks|risks|audit|agent)(\/|\?|$)/.test(href) ? href : null;
  }
}

/** Escaped text, with what machines made as buttons that copy it whole. */
function readableHtml(escaped: string): string {
  return readable(escaped)
    .map(({ text, exact }) => {
      if (exact === undefined) return text;
      const title = t('action.copy_exact', { exact });
      return inLink
        ? `<span title="${exact}">${escape(text)}</span>`
        : `<button type="button" class="exact" data-copy="${exact}" title="${escape(title)}">${escape(text)}</button>`;
    })
    .join('');
}

function sqlHtml(sql: string): string {
  return sqlPieces(sql)
    .map(({ kind, text }) =>
      kind === 'default' ? escape(text) : `<span class="sql-${kind}">${escape(text)}</span>`
    )
    .join('');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return '';
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
