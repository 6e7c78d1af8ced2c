/**
 * The heading of a page that was gone to takes the focus, so that it is read and keys go on from there. A form that
 * has put it into its first field keeps it.
 */
export const focusHeading = (): void =>
  document.activeElement?.closest('#main form')
    ? undefined
    : (document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main'))?.focus();
