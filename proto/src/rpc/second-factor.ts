import * as z from 'zod/mini';
import {
  recoveryCodes,
  secondFactorConfirmation,
  secondFactorProof,
  secondFactorState,
  staffProof,
} from '../http/second-factor.js';
import { secret } from '../secret.js';
import { rpc } from './contract.js';

/** All of these are for the caller's own second factor, and NOT_FOUND unless the caller is staff. */

export const getSecondFactor = rpc('identity.get-second-factor.v1', {
  input: z.object({}),
  output: secondFactorState,
  errors: ['NOT_FOUND'],
});

/** A new key, without effect until it is confirmed. CONFLICT while one is in use. `key` is base32. */
export const offerSecondFactor = rpc('identity.offer-second-factor.v1', {
  input: z.object({ proof: secondFactorProof, address: z.string() }),
  output: z.object({ key: secret(z.string()) }),
  errors: ['NOT_FOUND', 'CONFLICT', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

/** From now on a sign-in needs a code. The caller's other sessions end; the recovery codes are shown only now. */
export const confirmSecondFactor = rpc('identity.confirm-second-factor.v1', {
  input: secondFactorConfirmation,
  output: recoveryCodes,
  errors: ['NOT_FOUND', 'WRONG_CODE'],
});

export const removeSecondFactor = rpc('identity.remove-second-factor.v1', {
  input: z.object({ proof: secondFactorProof, address: z.string() }),
  output: z.object({}),
  errors: ['NOT_FOUND', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

/**
 * Records in the caller's session that the password, or a code of the authenticator, was typed again (S38). A wrong one
 * counts like a wrong password at a sign-in.
 */
export const proveAgain = rpc('identity.prove-again.v1', {
  input: z.object({ ...staffProof.shape, address: z.string() }),
  output: z.object({}),
  errors: ['NOT_FOUND', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

export const secondFactorContracts = [
  getSecondFactor,
  offerSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  proveAgain,
] as const;
