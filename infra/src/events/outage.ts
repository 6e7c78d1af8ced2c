import { serviceCodeOf } from '../log/index.js';

/** True if the same work may succeed later, however often it has failed. */
export const isTransient = (error: unknown): boolean => serviceCodeOf(error) !== undefined;
