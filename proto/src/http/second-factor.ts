import * as z from 'zod/mini';
import { secret } from '../secret.js';

/** A typed code: six digits of the authenticator, or a recovery code. Spaces and dashes are ignored. */
const typedCode = secret(
  z.string().check(z.minLength(1, 'forms:required'), z.maxLength(40, 'forms:tooLong')),
);
/** The additional field of a sign-in that needs a code. */
export const signInCode = z.optional(secret(z.string().check(z.maxLength(40, 'forms:tooLong'))));

const knownPassword = secret(
  z.string().check(z.minLength(1, 'forms:required'), z.maxLength(200, 'forms:tooLong')),
);

/** POST currentUser/prove: the password, or a code of the authenticator (S38). */
export const staffProof = z.object({ proof: knownPassword });

/** GET currentUser/secondFactor. */
export const secondFactorState = z.object({ on: z.boolean(), recoveryCodesLeft: z.int() });
export type SecondFactorState = z.infer<typeof secondFactorState>;

/** POST currentUser/offerSecondFactor and POST currentUser/removeSecondFactor. */
export const secondFactorProof = z.object({ currentPassword: knownPassword });

/** The data for an authenticator: the key in base32, and an otpauth URL that contains it. */
export const offeredSecondFactor = z.object({ key: z.string(), address: z.string() });
export type OfferedSecondFactor = z.infer<typeof offeredSecondFactor>;

/** POST currentUser/confirmSecondFactor; the recovery codes are shown only this once. */
export const secondFactorConfirmation = z.object({ code: typedCode });
export const recoveryCodes = z.object({ recoveryCodes: z.array(secret(z.string())) });
