/** Milliseconds. */
const longest = 500;

/** Resolves when the browser is idle, or soon. Safari has no such event, so there it resolves in the next task. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longest });
    else setTimeout(resolve);
  });
