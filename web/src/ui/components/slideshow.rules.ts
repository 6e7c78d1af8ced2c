/** The slide this many steps on or back, wrapping around. */
export const slideAfter = (at: number, by: number, count: number): number => (at + by + count) % count;

/** Users who prefer reduced motion start with slides that do not move. */
export const startsPaused = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
