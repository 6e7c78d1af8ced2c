import { shownViewHeader } from '@portal/proto/http/envelope';

let shownView = (): string | undefined => undefined;

/**
 * @param read returns the user id that the session has in the account view that this tab shows; undefined outside of
 * views
 */
export const readShownViewFrom = (read: typeof shownView): void => {
  shownView = read;
};

/**
 * The header that says which view the tab shows. If the session is not in that view any more, the server refuses the
 * request; otherwise a click below the banner of a view could be an act of staff.
 */
export const viewHeaders = (): Record<string, string> => {
  const view = shownView();
  return view === undefined ? {} : { [shownViewHeader]: view };
};
