import { getSegments } from 'sql-highlight';

export interface SqlPiece {
  kind: string;
  text: string;
}

/** Longer text is not read for its colours, and colouring it would hold up the page. */
const LIMIT = 20_000;

/**
 * SQL cut where its colour changes. What is approved must be what is read: where the pieces would not be the text
 * again, character by character, it stays in one piece.
 */
export function sqlPieces(sql: string): SqlPiece[] {
  const plain = [{ kind: 'default', text: sql }];
  if (sql.length > LIMIT) return plain;
  const pieces = getSegments(sql).map(({ name, content }) => ({ kind: name, text: content }));
  return pieces.map(({ text }) => text).join('') === sql ? pieces : plain;
}
