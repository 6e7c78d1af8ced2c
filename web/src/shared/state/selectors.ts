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
