import { createHmac } from 'node:crypto';

/** The longest time that a person may stay on the identity provider's page. */
export const VISIT_MS = 10 * 60_000;
/** The number of seconds by which the identity provider's clock may differ from the portal's. */
export const SKEW_SECONDS = 30;

/** A person whose sign-in at the identity provider is older than this, in seconds, has to sign in there again. */
export const LONGEST_AGE_SECONDS = 12 * 60 * 60;

/**
 * The purpose of a visit to the identity provider: a sign-in, or the proof that the user of a session is still
 * present (S38).
 */
export type VisitPurpose = 'SIGN_IN' | 'PROOF';

/**
 * Returns the nonce and the PKCE verifier of a visit. Both are derived from the browser's cookie, so no table and no
 * message contains them, and a code from another browser is useless.
 * @param browser the cookie's 256 random bits
 * @param state the state of the visit
 */
export const secretsOf = (browser: string, state: string): { nonce: string; verifier: string } => {
  const derived = (use: string): string =>
    createHmac('sha256', browser).update(`${use}\0${state}`).digest('base64url');
  return { nonce: derived('nonce'), verifier: derived('verifier') };
};

/**
 * Returns when the person last typed a password, or proved their identity in another way, at the identity provider. A
 * time in the future counts as now. If the claim is missing, the time counts as 1970, which is too long ago for any
 * proof.
 * @param authTime seconds since 1970
 */
export const provedAtOf = (authTime: number | undefined, now: Date): Date =>
  new Date(Math.min((authTime ?? 0) * 1_000, now.getTime()));
