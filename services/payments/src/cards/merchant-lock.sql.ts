/** SQL: the lock between opening card pages, which share it, and changing the merchant of the county `$1`. */
export const merchantLock = `hashtextextended('payments merchant ' || $1, 0)`;
