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

/** The record that has the focus in the list. */
export const focusedRecord = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('.results tr[data-record]')?.dataset.record;

const rowOf = (id: string | undefined): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('.results tr[data-record]')].find(
    ({ dataset }) => dataset.record === id,
  );

/** Puts the focus on a record of the list; false when it is not there. The list scrolls for itself. */
export const focusRecord = (id: string | undefined): boolean => {
  const link = rowOf(id)?.querySelector<HTMLElement>('a.doc');
  link?.focus({ preventScroll: true });
  return link !== undefined && link !== null;
};

/** Chooses a record of the list, or lets it go. */
export const checkRecord = (id: string | undefined): void =>
  rowOf(id)?.querySelector<HTMLInputElement>('.check')?.click();

/** The heading of the details, which names their record. */
export const focusDetails = (): void => document.querySelector<HTMLElement>('.detail h2')?.focus();
