/** The list takes the focus from a button that goes when it is pressed. */
export const focusList = (): void => document.querySelector<HTMLElement>('.panes__scroll')?.focus();

/** Where list and details scroll for themselves the list goes to its top; elsewhere the page, if its top is out of sight. */
export const listToItsTop = (): void => {
  const list = document.querySelector('.panes__scroll');
  if (!list) return;
  list.scrollTop = 0;
  if (list.getBoundingClientRect().top < 0) list.scrollIntoView();
};

/** The heading takes the focus from a link that goes when it is followed. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('#main h1')?.focus();

/** The record whose details are shown takes the focus when nothing has it: what opens over the list gives it back there. */
export const focusSelected = (): void => {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('.results [aria-current] a')?.focus();
};
