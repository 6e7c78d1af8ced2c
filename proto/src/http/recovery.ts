import * as z from 'zod/mini';
import { language } from '../roles.js';
import { secret } from '../secret.js';
import { password } from './password-rules.js';
import { atMost, emailRules, plain, required, text } from './person-fields.js';

const anyUsername = text(required, atMost(100), plain);

/** POST auth/forgotUsername (A4-02, A4-05) and POST auth/forgotPassword (A4-08, A4-09, A4-12). */
export const forgotUsernameForm = z.object({ email: text(...emailRules) });
export const forgotPasswordForm = z.object({ username: anyUsername, email: text(...emailRules) });
const inLanguage = { language: z._default(language, 'ENGLISH') };
export const forgotUsernameRequest = z.object({ email: text(...emailRules), ...inLanguage });
export const forgotPasswordRequest = z.object({
  username: anyUsername,
  email: text(...emailRules),
  ...inLanguage,
});

/** POST auth/resetPassword (A4-21). */
export const resetPasswordRequest = z.object({
  ticket: secret(z.string().check(z.maxLength(200))),
  password: password(),
});
