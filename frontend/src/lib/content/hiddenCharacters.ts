export interface Segment {
  text: string;
  /** Set for a character that cannot be seen or that reorders what is seen; `text` then names it. */
  hidden: boolean;
}

// Format controls (bidi, zero width, tags), line and paragraph separators, other controls but tab and newline, and the
// blanks and fillers that look like nothing. No-break spaces stay: they look like the space that they are.
const HIDDEN =
  /[\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200a\u205f\u2800\u3000\u3164\ufe00-\ufe0f\uffa0]|(?![\t\n\r])\p{Cc}|[\u{e0100}-\u{e01ef}]/gu;

/** Text cut into what is seen and what would deceive: an invisible character is shown by its code point. */
export function showHidden(text: string): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) segments.push({ text: text.slice(from, match.index), hidden: false });
    const code = match[0].codePointAt(0) ?? 0;
    segments.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, hidden: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) segments.push({ text: text.slice(from), hidden: false });
  return segments;
}
