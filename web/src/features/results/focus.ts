/** Focuses the list after the focused button has disappeared. */
export const focusList = (): void => document.querySelector<HTMLElement>('.panes__scroll')?.focus();

/**
 * Scrolls the list to its top. If the list begins above the visible part of the page, also scrolls the page to the top
 * of the list.
 */
export const listToItsTop = (): void => {
  const list = document.querySelector('.panes__scroll');
  if (!list) return;
  list.scrollTop = 0;
  if (list.getBoundingClientRect().top < 0) list.scrollIntoView();
};

/** Focuses the heading after the focused link has disappeared. */
export const focusHeading = (): void => document.querySelector<HTMLElement>('#main h1')?.focus();

/**
 * Focuses the selected record if nothing has the focus, so that a window that opens next returns the focus to the
 * record.
 */
export const focusSelected = (): void => {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('.results [aria-current] a')?.focus();
};

/** The focused record of the list. */
export const focusedRecord = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('.results tr[data-record]')?.dataset.record;

const rowOf = (id: string | undefined): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('.results tr[data-record]')].find(
    ({ dataset }) => dataset.record === id,
  );

/** Focuses a record of the list without scrolling to it. Returns false if the list does not contain the record. */
export const focusRecord = (id: string | undefined): boolean => {
  const link = rowOf(id)?.querySelector<HTMLElement>('a.doc');
  link?.focus({ preventScroll: true });
  return link !== undefined && link !== null;
};

/** Checks or unchecks a record of the list. */
export const checkRecord = (id: string | undefined): void =>
  rowOf(id)?.querySelector<HTMLInputElement>('.check')?.click();

/** Focuses the heading of the details, which names their record. */
export const focusDetails = (): void => document.querySelector<HTMLElement>('.detail h2')?.focus();
