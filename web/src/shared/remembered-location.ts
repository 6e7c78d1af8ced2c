import type { Location } from 'react-router';

/** The address that the guard passes to the login page (A1-30). */
export const rememberLocation = ({ pathname, search, hash }: Location): { from: string } => ({
  from: `${pathname}${search}${hash}`,
});

const isRemembered = (state: unknown): state is { from: string } =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string';

/** The target of a login: the requested page, or the home page. Only our own paths are followed (S28). */
export const rememberedLocation = (state: unknown): string =>
  isRemembered(state) && /^\/(?![/\\])/.test(state.from) ? state.from : '/home';
