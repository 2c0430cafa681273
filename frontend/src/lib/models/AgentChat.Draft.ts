const key = (conversationId: string | null) => `agent.draft.${conversationId ?? 'new'}`;

/** Keeps what is written and not sent for this tab, so that a reload loses no sentence. */
export function keepDraft(conversationId: string | null, text: string): void {
  if (text) sessionStorage.setItem(key(conversationId), text);
  else sessionStorage.removeItem(key(conversationId));
}

export function keptDraft(conversationId: string | null): string {
  return sessionStorage.getItem(key(conversationId)) ?? '';
}

/** Puts a prepared message where the next new conversation begins; what the person was writing there stays. */
export function prepareMessage(prompt: string): void {
  const written = keptDraft(null).trim();
  if (!written.includes(prompt)) keepDraft(null, written ? `${written}\n${prompt}` : prompt);
}
