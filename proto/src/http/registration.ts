import * as z from 'zod/mini';
import { language } from '../roles.js';
import { secret } from '../secret.js';
import { checkConfirmation, knownPassword, password } from './password-rules.js';
import {
  checkFormPhone,
  checkPhone,
  formFields,
  formPhones,
  personFields,
  phone,
  username,
} from './person-fields.js';

/** POST auth/signUp (A3-08, A3-10). */
export const signUpRequest = z
  .object({
    username,
    ...personFields,
    phone,
    password: password(),
    language: z._default(language, 'ENGLISH'),
  })
  .check(checkPhone);
export type SignUpRequest = z.infer<typeof signUpRequest>;

/** The registration form, with a field for each phone format and the password confirmation. */
export const signUpForm = z
  .object({ username, ...formFields, ...formPhones, password: password(), passwordConfirm: z.string() })
  .check(checkFormPhone, checkConfirmation);
export type SignUpForm = z.infer<typeof signUpForm>;

/** The ticket of a mailed link. */
const ticket = secret(z.string().check(z.maxLength(200)));
/** POST auth/completeRegistration (A3-35). */
export const completeRegistrationRequest = z.object({
  ticket,
  /** Required when the registration was submitted more than once. */
  password: knownPassword,
});
export const registered = z.object({ fullName: z.string(), username: z.string() });
