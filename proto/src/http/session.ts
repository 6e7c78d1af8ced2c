import * as z from 'zod/mini';
import { accountType, language, paymentMethod, role } from '../roles.js';
import { codeDescription } from './envelope.js';
import { searchHistoryEntry } from './search-types.js';
import { signInCode } from './second-factor.js';

const required = (max: number) =>
  z.string().check(z.minLength(1, 'forms:required'), z.maxLength(max, 'forms:tooLong'));

/** POST auth/login (A2-13, A2-14, A2-18). */
export const loginRequest = z.object({
  username: required(100),
  password: required(200),
  /** Code of the second factor, sent after the server has asked for it. */
  code: signInCode,
  /**
   * The language chosen on the login page, which becomes the user's language. Without it, the user's language does
   * not change (A12-02).
   */
  language: z.optional(language),
});
export type LoginRequest = z.infer<typeof loginRequest>;

/** POST auth/guest: 'Continue as guest' of the login page. */
export const guestRequest = z.object({ language: z._default(language, 'ENGLISH') });

/** POST auth/provider/backchannel, a form that the county's identity provider sends. */
export const providerLogoutRequest = z.object({
  logout_token: z.string().check(z.minLength(1, 'forms:required'), z.maxLength(16_000, 'forms:tooLong')),
});

/** The signed-in user (A2-19). `usageBalance` is display text, empty for users without a balance. */
export const currentUser = z.object({
  userId: z.string(),
  username: z.string(),
  role,
  /**
   * True if the session began at the county's identity provider. Then the user also proves their presence there when a
   * change requires it (S38), and a logout ends the session there too.
   */
  byProvider: z.optional(z.boolean()),
  accountType: z.nullable(accountType),
  paymentMethod: z.nullable(paymentMethod),
  usageBalance: z.string(),
  language,
  searchHistoryList: z.array(searchHistoryEntry),
  tabList: z.array(z.string()),
  searchList: z.array(z.string()),
  allowableAccounts: z.array(codeDescription),
  imageRetrieval: z.boolean(),
  previewRetrieval: z.boolean(),
  certificateRetrieval: z.boolean(),
  /** Our addition: the right to preview certificates without buying them. Earlier versions do not send it. */
  certificatePreviewRetrieval: z._default(z.boolean(), false),
  creditCardSearchRates: z.array(codeDescription),
  /** Set while staff sees the portal as a user of this account would. */
  view: z.optional(z.object({ accountId: z.string(), accountName: z.string(), until: z.iso.datetime() })),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** POST currentUser/usageBalance. The id has an effect only for roles that may see other users' balances. */
export const usageBalanceRequest = z.object({ userId: z.optional(z.string().check(z.maxLength(64))) });

/** POST logReact: one entry of the browser's log. */
export const clientLogEntry = z.object({
  level: z._default(z.enum(['error', 'warn', 'info']), 'error'),
  message: z.string().check(z.maxLength(4_000)),
  stack: z.optional(z.string().check(z.maxLength(8_000))),
  url: z.optional(z.string().check(z.maxLength(2_000))),
});
