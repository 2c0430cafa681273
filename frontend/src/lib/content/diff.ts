import { diffLines, diffWordsWithSpace } from 'diff';

export interface Piece {
  text: string;
  changed: boolean;
}

/** One line of both texts; null where a side has none. */
export type DiffRow =
  | { kind: 'line'; old: Piece[] | null; new: Piece[] | null; changed: boolean }
  | { kind: 'gap'; lines: number };

/** So many unchanged lines stay in sight around a change. */
const CONTEXT = 2;

/** Two texts side by side, line by line; runs that did not change are folded. */
export function sideBySide(before: string, after: string): DiffRow[] {
  const parts = diffLines(readable(before), readable(after));
  const rows: DiffRow[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!part) continue;
    const next = parts[i + 1];
    if (part.removed && next?.added) {
      rows.push(...pairs(linesOf(part.value), linesOf(next.value)));
      i++;
    } else if (part.removed) rows.push(...pairs(linesOf(part.value), []));
    else if (part.added) rows.push(...pairs([], linesOf(part.value)));
    else rows.push(...folded(linesOf(part.value), i === 0, i === parts.length - 1));
  }
  return rows;
}

function pairs(before: string[], after: string[]): DiffRow[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, i) => {
    const [one, other] = [before[i], after[i]];
    if (one === undefined || other === undefined) {
      const whole = (text: string | undefined) => (text === undefined ? null : [{ text, changed: true }]);
      return { kind: 'line', old: whole(one), new: whole(other), changed: true };
    }
    const words = diffWordsWithSpace(one, other);
    const side = (without: 'added' | 'removed') =>
      words
        .filter((word) => !word[without])
        .map(({ value, added, removed }) => ({ text: value, changed: added || removed }));
    return { kind: 'line', old: side('added'), new: side('removed'), changed: true };
  });
}

function folded(lines: string[], isFirst: boolean, isLast: boolean): DiffRow[] {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  const hidden = lines.length - head - tail;
  const same = (text: string): DiffRow => {
    const pieces = [{ text, changed: false }];
    return { kind: 'line', old: pieces, new: pieces, changed: false };
  };
  if (hidden <= 1) return lines.map(same);
  const end = lines.length - tail;
  return [...lines.slice(0, head).map(same), { kind: 'gap', lines: hidden }, ...lines.slice(end).map(same)];
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** JSON on one line says nothing line by line. */
function readable(text: string): string {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed) || trimmed.includes('\n')) return text;
  try {
    return JSON.stringify(JSON.parse(trimmed), null, 2);
  } catch {
    return text;
  }
}
