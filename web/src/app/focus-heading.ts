/** The heading of a page that was gone to takes the focus, so that it is read and keys go on from there. */
export const focusHeading = (): void =>
  (document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main'))?.focus();
