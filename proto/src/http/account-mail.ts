import * as z from 'zod/mini';

/** The reasons for which the portal sends an e-mail to a person. */
export const mailKinds = [
  'REGISTRATION',
  'USERNAME',
  'PASSWORD',
  'NEW_EMAIL',
  'PASSWORD_CHANGED',
  'EMAIL_CHANGED',
  'OFFICE_ENTRY',
  'FUNDS_NEEDED',
  'FILING',
  'REPORT',
  'CARD_MERCHANT',
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * SENT: the mail server accepted the e-mail. WAITING: an attempt failed, and another one will follow. REFUSED: no
 * e-mail can be sent to the address. GIVEN_UP: all attempts failed. DROPPED: an attempt failed, and then the reason for
 * the e-mail was gone, for example because the user was deactivated.
 */
export const mailOutcomes = ['SENT', 'WAITING', 'REFUSED', 'GIVEN_UP', 'DROPPED'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/**
 * GET controlPanel/accountMail/{id}: the last e-mail to a user of the account. Staff need it when a user calls and
 * asks about the e-mail. The content of an e-mail is not kept, so no link is shown.
 */
export const accountMail = z.object({
  /** null if no e-mail to a user of the account is known. */
  last: z.nullable(
    z.object({
      kind: z.enum(mailKinds),
      username: z.string(),
      /** The address to which the e-mail went. */
      email: z.string(),
      /** When the last attempt ended, ISO 8601. */
      at: z.string(),
      outcome: z.enum(mailOutcomes),
    }),
  ),
});
export type AccountMail = z.infer<typeof accountMail>;
