import type { Location } from 'react-router';

/** The state with which the guard passes the requested URL to the login page (A1-30). */
export const rememberLocation = ({ pathname, search, hash }: Location): { from: string } => ({
  from: `${pathname}${search}${hash}`,
});

const isRemembered = (state: unknown): state is { from: string } =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string';

/**
 * The page that a login leads to: the requested page, or the home page (A2-16). Only paths of the portal are accepted
 * (S28).
 */
export const rememberedLocation = (state: unknown): string =>
  isRemembered(state) && /^\/(?![/\\])/.test(state.from) ? state.from : '/home';
