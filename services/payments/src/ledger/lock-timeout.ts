import { sqlState } from '@portal/infra/db';

/** Somebody else held a row for longer than a statement may wait; the transaction did nothing. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03';
