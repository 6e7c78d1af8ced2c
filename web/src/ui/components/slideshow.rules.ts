/** The slide so many on or back, round in a circle. */
export const slideAfter = (at: number, by: number, count: number): number => (at + by + count) % count;

/** Who asked for less motion begins with slides that stand still. */
export const startsPaused = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
