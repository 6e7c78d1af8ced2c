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

/** All commands of this file are about the caller's own second factor. NOT_FOUND unless the caller is staff. */

export const getSecondFactor = rpc('identity.get-second-factor.v1', {
  input: z.object({}),
  output: secondFactorState,
  errors: ['NOT_FOUND'],
});

/** Creates a key, which has no effect until it is confirmed. CONFLICT while another key is in use. `key` is base32. */
export const offerSecondFactor = rpc('identity.offer-second-factor.v1', {
  input: z.object({ proof: secondFactorProof, address: z.string() }),
  output: z.object({ key: secret(z.string()) }),
  errors: ['NOT_FOUND', 'CONFLICT', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

/**
 * Confirms the key; from then on a sign-in needs a code. The caller's other sessions end. The answer is the only one
 * that contains the recovery codes.
 */
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
 * Checks the password, or a code of the authenticator, that the user has typed again, and records the proof in the
 * caller's session (S38). A wrong password or code counts like a wrong password at a sign-in.
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
