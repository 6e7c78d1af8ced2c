/** Milliseconds. */
const longest = 500;

/** Resolves when the browser has drawn what it has to, or soon. Safari does not tell: there in the next task. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longest });
    else setTimeout(resolve);
  });
