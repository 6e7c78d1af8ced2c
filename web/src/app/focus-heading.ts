/**
 * The heading of a newly opened page gets the focus, so that it is read out and the keyboard continues there. A form
 * that has focused its first field keeps the focus.
 */
export const focusHeading = (): void =>
  document.activeElement?.closest('#main form')
    ? undefined
    : (document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main'))?.focus();
