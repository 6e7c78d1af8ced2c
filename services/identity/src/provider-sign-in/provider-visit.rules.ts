import { createHmac } from 'node:crypto';

/** The longest time that a person may stay on the identity provider's page. */
export const VISIT_MS = 10 * 60_000;
/** The number of seconds by which the identity provider's clock may differ from the portal's. */
export const SKEW_SECONDS = 30;

/** Seconds after which the identity provider asks a person who is already signed in there to sign in again. */
export const LONGEST_AGE_SECONDS = 12 * 60 * 60;

/**
 * The purpose of a visit to the identity provider: a sign-in, or the proof that the user of a session is still
 * present (S38).
 */
export type VisitPurpose = 'SIGN_IN' | 'PROOF';

/**
 * The nonce and the PKCE verifier of a visit. Both are derived from the browser's cookie, so that no table and no
 * message contains them, and a code from another browser is useless.
 * @param browser the cookie's 256 random bits
 * @param state of the visit
 */
export const secretsOf = (browser: string, state: string): { nonce: string; verifier: string } => {
  const derived = (use: string): string =>
    createHmac('sha256', browser).update(`${use}\0${state}`).digest('base64url');
  return { nonce: derived('nonce'), verifier: derived('verifier') };
};

/**
 * When the person last typed a password, or proved who they are in another way, at the identity provider. Without the
 * claim the time is unknown, so the sign-in is not a proof for steps that require a fresh one.
 * @param authTime seconds since 1970
 */
export const provedAtOf = (authTime: number | undefined, now: Date): Date =>
  new Date(Math.min((authTime ?? 0) * 1_000, now.getTime()));
