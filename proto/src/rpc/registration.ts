import * as z from 'zod/mini';
import {
  confirmEmailRequest,
  profileRequest,
  storedProfile,
  changePasswordRequest,
} from '../http/profile.js';
import { forgotPasswordRequest, forgotUsernameRequest, resetPasswordRequest } from '../http/recovery.js';
import { completeRegistrationRequest, registered, signUpRequest } from '../http/registration.js';
import { rpc } from './contract.js';

/** The browser's IP address. The rate limits use it; it is not stored with the user. */
const from = { address: z.string() };
const done = z.object({});

/**
 * Records a registration (A3-08). The answer does not reveal whether the username is free (S15): an e-mail follows with
 * a link, or with the advice to choose another username. NOT_FOUND where the county does not allow registration.
 */
export const signUp = rpc('identity.sign-up.v1', {
  input: z.object({ person: signUpRequest, ...from }),
  output: done,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

/**
 * Uses the ticket and activates its user (A3-35). If the same username and e-mail address were registered more than
 * once, the password is needed too, because someone else may have submitted the last registration.
 */
export const completeRegistration = rpc('identity.complete-registration.v1', {
  input: z.object({ asked: completeRegistrationRequest, ...from }),
  output: registered,
  errors: ['TICKET_NOT_VALID', 'PASSWORD_NEEDED', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

/**
 * Mails the usernames that belong to an e-mail address, if there are any. The answer does not reveal whether there are
 * any (A4-05, A4-14).
 */
export const remindUsername = rpc('identity.remind-username.v1', {
  input: z.object({ asked: forgotUsernameRequest, ...from }),
  output: done,
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

/**
 * Mails a link for a new password to the user with this username and e-mail address. The answer does not reveal whether
 * there is such a user (A4-12).
 */
export const offerPasswordReset = rpc('identity.offer-password-reset.v1', {
  input: z.object({ asked: forgotPasswordRequest, ...from }),
  output: done,
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

/**
 * Sets a new password for the ticket's user and ends their sessions. An invalid password does not use up the ticket
 * (A4-21).
 */
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
 * Saves the caller's own profile (A6-04). Whoever controls the e-mail address can reset the password, so a change of
 * the address needs a sign-in within the last five minutes or the current password. The new address takes effect when
 * the link that was mailed to it is used.
 */
export const saveProfile = rpc('identity.save-profile.v1', {
  input: z.object({ profile: profileRequest, ...from }),
  /** `confirms`: a link was mailed to a new e-mail address, which takes effect when the link is used. */
  output: z.object({ confirms: z.boolean() }),
  errors: ['NOT_FOUND', 'PASSWORD_NEEDED', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
  deadlineMs: 5_000,
});

/** Replaces the user's e-mail address by a new one, with the ticket that was mailed to the new address. */
export const confirmEmail = rpc('identity.confirm-email.v1', {
  input: confirmEmailRequest,
  output: done,
  errors: ['TICKET_NOT_VALID'],
});

/** Sets the caller's own password and ends their other sessions (A6-25). Needs the same proof as `saveProfile`. */
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
