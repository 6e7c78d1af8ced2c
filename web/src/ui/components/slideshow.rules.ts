/** The index of the slide `by` steps after slide `at`, or before it if `by` is negative. The first follows the last. */
export const slideAfter = (at: number, by: number, count: number): number => (at + by + count) % count;
