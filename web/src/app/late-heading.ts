/**
 * Moves the focus from the main part of a page to the heading, which appears when the page's data have loaded. Leaves
 * the focus where it is if the user has moved it in the meantime.
 */
export const focusWhenLoaded = (main: HTMLElement | null): void => {
  if (!main || document.activeElement !== main) return;
  const observer = new MutationObserver(() => {
    if (document.activeElement === main) main.querySelector<HTMLElement>('h1')?.focus();
    if (document.activeElement !== main) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
};
