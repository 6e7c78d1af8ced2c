/**
 * SQL: the key of the lock that keeps card pages from opening while the merchant of the county `$1` changes. Opening a
 * card page takes the lock shared.
 */
export const merchantLock = `hashtextextended('payments merchant ' || $1, 0)`;
