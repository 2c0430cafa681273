import { t } from '$lib/i18n/index.svelte';

const SHOWN_MS = 1500;

/** Copies a text and says so at the button that was pressed. */
export async function copied(button: HTMLElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Outside https and localhost a page has no clipboard, and a browser may forbid it: then nothing says "copied".
    return;
  }
  button.dataset.copied = t('action.copied');
  setTimeout(() => delete button.dataset.copied, SHOWN_MS);
}
