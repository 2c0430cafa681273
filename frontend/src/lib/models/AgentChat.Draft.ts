const key = (conversationId: string | null) => `agent.draft.${conversationId ?? 'new'}`;

/** Keeps what is written and not sent for this tab, so that a reload loses no sentence. */
export function keepDraft(conversationId: string | null, text: string): void {
  if (text) sessionStorage.setItem(key(conversationId), text);
  else sessionStorage.removeItem(key(conversationId));
}

export function keptDraft(conversationId: string | null): string {
  return sessionStorage.getItem(key(conversationId)) ?? '';
}
