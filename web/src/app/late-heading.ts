/**
 * Moves the focus from the main part of a page to its heading, which appears when the page's data have loaded. If the
 * user has moved the focus meanwhile, it stays where it is.
 */
export const focusWhenLoaded = (main: HTMLElement | null): void => {
  if (!main || document.activeElement !== main) return;
  const observer = new MutationObserver(() => {
    if (document.activeElement === main) main.querySelector<HTMLElement>('h1')?.focus();
    if (document.activeElement !== main) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
};
