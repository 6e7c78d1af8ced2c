/**
 * Option of a session that must see all rows. With it, PostgreSQL refuses a statement from which row level security
 * would hide rows. Without it, the answer would lack those rows.
 */
export const ALL_ROWS = '-c row_security=off';

/** What to do about an administrator who is bound by row level security. */
export const GRANT_ALL_ROWS =
  'The administrator of DATABASE_ADMIN_URL is bound by row level security and does not see the rows of counties. ' +
  'Let a superuser run ALTER ROLE <administrator> BYPASSRLS.';

/** @returns {boolean} true if a session with ALL_ROWS was refused because row level security binds its role */
export const isBound = (error) => error?.code === '42501' && /row-level security/.test(error.message);
