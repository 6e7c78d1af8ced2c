import * as z from 'zod/mini';
import { secret } from '../secret.js';
import { rpc } from './contract.js';
import { session } from './session.js';

/**
 * The purpose of a visit to the identity provider: to sign in, or to prove that the person of a session is present
 * (S38).
 */
export const visitPurpose = z.enum(['SIGN_IN', 'PROOF']);

/** Why a sign-in or a proof failed after the person had come back from the identity provider. */
export const providerRefusal = z.enum([
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_REFUSED',
  'PROVIDER_ANSWER_INVALID',
  'PROVIDER_NO_GROUP',
  'PROVIDER_OTHER_PERSON',
  'USER_LOCKED',
  'USER_INACTIVE',
  'USER_PENDING',
  'SYSTEM_LOCKOUT',
]);
export type ProviderRefusal = z.infer<typeof providerRefusal>;

/**
 * The cookie of a browser that visits the identity provider: 256 random bits, from which the visit's nonce and verifier
 * are derived.
 */
const browser = secret(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)));

/**
 * The URL at the county's identity provider to which the browser goes next. PROVIDER_UNAVAILABLE: the identity provider
 * did not answer in time, or the county has none. NOT_FOUND: the purpose is PROOF, and the caller is not signed in as
 * staff. `origin` is the portal's own origin.
 */
export const beginProviderSignIn = rpc('identity.begin-provider-sign-in.v1', {
  input: z.object({ browser, origin: z.string(), purpose: visitPurpose }),
  output: z.object({ address: z.string() }),
  errors: ['NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
  lane: 'slow',
  deadlineMs: 7_000,
});

/**
 * Handles the query with which the browser comes back. A sign-in opens a session; a proof is recorded in the caller's
 * session. PROVIDER_VISIT_OVER: the visit is unknown, used or older than ten minutes, or belongs to another browser or
 * county.
 */
export const finishProviderSignIn = rpc('identity.finish-provider-sign-in.v1', {
  input: z.object({
    browser,
    origin: z.string(),
    query: secret(z.string().check(z.maxLength(8_000))),
    address: z.string(),
    previousToken: z.nullable(secret(z.string())),
  }),
  output: z.object({
    purpose: visitPurpose,
    refused: z.nullable(providerRefusal),
    /** The new session, after a sign-in. */
    entered: z.nullable(z.object({ token: secret(z.string()), session })),
  }),
  errors: ['PROVIDER_VISIT_OVER'],
  lane: 'slow',
  deadlineMs: 12_000,
});

/**
 * The URL at which a browser ends its session at the identity provider too, after a sign-out from the portal; null when
 * the provider has none.
 */
export const findProviderLogout = rpc('identity.find-provider-logout.v1', {
  input: z.object({ origin: z.string() }),
  output: z.object({ address: z.nullable(z.string()) }),
  errors: [],
  lane: 'slow',
  deadlineMs: 7_000,
});

/**
 * A logout token of the identity provider (OpenID Connect Back-Channel Logout 1.0): the sessions that it names end on
 * every replica. LOGOUT_TOKEN_INVALID: forged, old, used before, or another kind of token.
 */
export const endProviderSessions = rpc('identity.end-provider-sessions.v1', {
  input: z.object({ logoutToken: secret(z.string().check(z.maxLength(16_000))) }),
  output: z.object({ ended: z.int() }),
  errors: ['LOGOUT_TOKEN_INVALID', 'PROVIDER_UNAVAILABLE'],
  lane: 'slow',
  deadlineMs: 9_000,
});

export const providerSignInContracts = [
  beginProviderSignIn,
  finishProviderSignIn,
  findProviderLogout,
  endProviderSessions,
] as const;
