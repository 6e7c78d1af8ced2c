import { useUser } from './state/selectors.js';

/** The id of the text in the banner of an account view. It says that nothing is saved or charged in the view. */
export const viewSentenceId = 'view-sentence';

/**
 * The attributes of a button whose request the server refuses in an account view; undefined outside of views. The
 * button looks disabled and has the banner's sentence as its description. A click still shows the server's reason.
 */
export const useRefusedInView = () =>
  useUser()?.view && ({ 'aria-disabled': true, 'aria-describedby': viewSentenceId } as const);
