import type { Location } from 'react-router';

/** What the guard hands to the login page (A1-30). */
export const rememberLocation = ({ pathname, search, hash }: Location): { from: string } => ({
  from: `${pathname}${search}${hash}`,
});

const isRemembered = (state: unknown): state is { from: string } =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string';

/** Where a login leads: the page that was asked for, else the home page. Only paths of ours are followed (S28). */
export const rememberedLocation = (state: unknown): string =>
  isRemembered(state) && /^\/(?![/\\])/.test(state.from) ? state.from : '/home';
