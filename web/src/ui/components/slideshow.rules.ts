/** The slide this many steps forward or back, wrapping around. */
export const slideAfter = (at: number, by: number, count: number): number => (at + by + count) % count;

/** True for users who prefer reduced motion; the slides do not move until such a user starts them. */
export const startsPaused = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
