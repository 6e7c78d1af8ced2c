/**
 * SQL for the key of a lock of the county `$1`. Whoever opens a card page takes the lock shared, and whoever changes
 * the county's merchant takes it exclusively, so that no card page opens during the change.
 */
export const merchantLock = `hashtextextended('payments merchant ' || $1, 0)`;
