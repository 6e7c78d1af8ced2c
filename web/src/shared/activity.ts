const inputs = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Calls `work` at each input of a user in this tab: pointer, key or wheel.
 * @returns a function that stops the calls
 */
export const onActivity = (work: () => void): (() => void) => {
  for (const name of inputs) window.addEventListener(name, work, { passive: true });
  return () => {
    for (const name of inputs) window.removeEventListener(name, work);
  };
};
