/** Stores that the reader has switched off single keys (WCAG 2.1.4); it outlives the session. */
const storageKey = 'portal.singleKeys';

export const areKeysOn = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
};

export const switchKeys = (on: boolean): void => {
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Without storage, the keys stay as they are.
  }
};

const takesText = 'textarea, select, input:not([type=checkbox], [type=radio])';

/** True while the user types, when keys are letters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(takesText));

/**
 * The pressed single key: a lower-case letter by its position on a Latin keyboard, or '?'. Undefined while the user
 * types, with Ctrl, Alt or Meta, and when single keys are switched off.
 */
export const singleKeyOf = (event: KeyboardEvent): string | undefined => {
  const { key, code, target, defaultPrevented, isComposing, repeat } = event;
  if (defaultPrevented || isComposing || repeat || event.ctrlKey || event.altKey || event.metaKey)
    return undefined;
  if (isTyping(target) || !areKeysOn()) return undefined;
  if (key === '?') return key;
  if (event.shiftKey) return undefined;
  const letter = /^[a-z]$/.test(key)
    ? key
    : /^Key[A-Z]$/.test(code)
      ? code.slice(3).toLowerCase()
      : undefined;
  return letter;
};
