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
 * The header that says which view the tab shows. If the session is no longer in that view, the server refuses the
 * request; otherwise a click on a page that still shows the view could change something as staff.
 */
export const viewHeaders = (): Record<string, string> => {
  const view = shownView();
  return view === undefined ? {} : { [shownViewHeader]: view };
};
