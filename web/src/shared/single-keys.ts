const YEAR_SECONDS = 31_536_000;

export const areKeysOn = (): boolean => !/(?:^|; )singleKeys=off(?:;|$)/.test(document.cookie);

/**
 * Stores whether the user uses single-key shortcuts (WCAG 2.1.4). The choice is in a cookie, because it must outlive
 * the session, and the storage of the browser is cleared at every logout.
 */
export const switchKeys = (on: boolean): void => {
  document.cookie = `singleKeys=off; path=/; max-age=${on ? 0 : YEAR_SECONDS}; samesite=lax`;
};

const takesText = 'textarea, select, input:not([type=checkbox], [type=radio])';

/** True if the user types text into the element, so that a key is a letter and not a command. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(takesText));

/**
 * The single-key shortcut that is pressed: a lower-case letter, or '?'. On a keyboard without Latin letters, the
 * position of the key counts. Undefined while the user types text or holds Ctrl, Alt or Meta, and when single-key
 * shortcuts are off.
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
