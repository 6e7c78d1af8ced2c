/** Longest wait for an idle browser, in milliseconds. */
const longest = 500;

/**
 * Resolves when the browser is idle, or after the longest wait. Safari has no idle callback, so there it resolves in
 * the next task.
 */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longest });
    else setTimeout(resolve);
  });
