import { shownViewHeader } from '@portal/proto/http/envelope';

let shownView = (): string | undefined => undefined;

/**
 * @param read returns the user id of the account view that this tab shows (a session has a special user id during a
 * view); undefined if the tab shows no view
 */
export const readShownViewFrom = (read: typeof shownView): void => {
  shownView = read;
};

/**
 * The header that says which account view the tab shows. The server refuses the request if the session is no longer in
 * that view; otherwise a click in a tab that still shows the view could change something with the rights of staff.
 */
export const viewHeaders = (): Record<string, string> => {
  const view = shownView();
  return view === undefined ? {} : { [shownViewHeader]: view };
};
