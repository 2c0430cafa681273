export type KeyAction = 'send' | 'escape' | 'none';

/**
 * What a key means in the composer.
 *
 * While an input method composes, Enter and Esc belong to it: `isComposing` says so, and where it does not (Safari
 * after compositionend, old engines) the key code is 229.
 */
export function keyAction(
  event: Pick<KeyboardEvent, 'key' | 'isComposing' | 'keyCode' | 'shiftKey' | 'altKey'>
): KeyAction {
  if (event.isComposing || event.keyCode === 229) return 'none';
  if (event.key === 'Escape') return 'escape';
  return event.key === 'Enter' && !event.shiftKey && !event.altKey ? 'send' : 'none';
}

export type CommandKey = 'up' | 'down' | 'pick' | 'close';

/** What a key means while the list of commands is open; null leaves it to the text. */
export function commandKey(event: Parameters<typeof keyAction>[0]): CommandKey | null {
  if (event.isComposing || event.keyCode === 229 || event.shiftKey || event.altKey) return null;
  const keys: Record<string, CommandKey> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    Enter: 'pick',
    Tab: 'pick',
    Escape: 'close'
  };
  return keys[event.key] ?? null;
}
