import * as z from 'zod/mini';
import {
  completeRegistrationRequest,
  confirmEmailRequest,
  forgotPasswordRequest,
  forgotUsernameRequest,
  profileRequest,
  registered,
  resetPasswordRequest,
  signUpRequest,
  storedProfile,
  changePasswordRequest,
} from '../http/people.js';
import { rpc } from './contract.js';

/** Where the browser is; only counted, never kept with what was typed. */
const from = { address: z.string() };
const done = z.object({});

/**
 * Notes a registration (A3-08) and answers alike whether or not the name is free (S15): what follows comes by mail, a
 * link or the advice to choose another name. NOT_FOUND where the county lets nobody register.
 */
export const signUp = rpc('identity.sign-up.v1', {
  input: z.object({ person: signUpRequest, ...from }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

/**
 * Uses the ticket up and activates its user (A3-35). A registration that was typed more than once for its name and
 * address needs its password too: somebody else may have typed the last one.
 */
export const completeRegistration = rpc('identity.complete-registration.v1', {
  input: z.object({ asked: completeRegistrationRequest, ...from }),
  output: registered,
  errors: ['TICKET_NOT_VALID', 'PASSWORD_NEEDED', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

/** Mails the usernames of an e-mail address, if it has any; the answer is the same (A4-05, A4-14). */
export const remindUsername = rpc('identity.remind-username.v1', {
  input: z.object({ asked: forgotUsernameRequest, ...from }),
  output: done,
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

/** Mails a link for a new password to the user of this name and address; the answer is the same without one (A4-12). */
export const offerPasswordReset = rpc('identity.offer-password-reset.v1', {
  input: z.object({ asked: forgotPasswordRequest, ...from }),
  output: done,
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

/** A new password for the ticket's user, whose sessions end; a password that the rules refuse leaves the ticket (A4-21). */
export const resetPassword = rpc('identity.reset-password.v1', {
  input: resetPasswordRequest,
  output: done,
  errors: ['INVALID_INPUT', 'TICKET_NOT_VALID', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

export const getProfile = rpc('identity.get-profile.v1', {
  input: z.object({}),
  output: storedProfile,
  errors: ['NOT_FOUND'],
});

/**
 * The caller's own profile (A6-04). Another e-mail address is another way to the password: it needs a sign-in of the
 * last five minutes or the current password, and counts when the link that is mailed to it is used.
 */
export const saveProfile = rpc('identity.save-profile.v1', {
  input: z.object({ profile: profileRequest, ...from }),
  /** `confirms`: a link was mailed to a new address, which counts when it is used. */
  output: z.object({ confirms: z.boolean() }),
  errors: ['NOT_FOUND', 'PASSWORD_NEEDED', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

/** Makes a new address the user's by the ticket that was mailed to it. */
export const confirmEmail = rpc('identity.confirm-email.v1', {
  input: confirmEmailRequest,
  output: done,
  errors: ['TICKET_NOT_VALID'],
});

/** The caller's own password, with the same proof; their other sessions end (A6-25). */
export const changePassword = rpc('identity.change-password.v1', {
  input: z.object({ change: changePasswordRequest, ...from }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'PASSWORD_NEEDED', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

export const registrationContracts = [
  signUp,
  completeRegistration,
  remindUsername,
  offerPasswordReset,
  resetPassword,
  getProfile,
  saveProfile,
  confirmEmail,
  changePassword,
] as const;
