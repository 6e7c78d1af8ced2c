import { useDispatch, useSelector } from 'react-redux';
import type { County } from '../county.js';
import type { KeptState } from './persistence.js';

/** The part of the store that features can read; the store itself belongs to the app. */
export interface SharedState extends KeptState {
  county: County;
}

export const useShared = useSelector.withTypes<SharedState>();
export const useSharedDispatch = useDispatch;

const selectUser = (state: SharedState) => state.session.user;
const selectCounty = (state: SharedState) => state.county;
export const useUser = () => useShared(selectUser);
export const useCounty = () => useShared(selectCounty);

/** The id of the sentence in the banner of an account view that says what a view does not do. */
export const viewSentenceId = 'view-sentence';

/**
 * The attributes of a button whose work the server refuses in an account view; undefined outside of views. The button
 * looks disabled and has the banner's sentence as its description. A click still shows the server's reason.
 */
export const useRefusedInView = () =>
  useUser()?.view && ({ 'aria-disabled': true, 'aria-describedby': viewSentenceId } as const);
