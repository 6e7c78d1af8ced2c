import * as z from 'zod/mini';
import { seenAccount } from './account-deletion.js';
import { centsOfText } from '../amounts.js';
import { holdsCardNumber } from '../card-number.js';
import { states } from '../code-lists.js';
import { message } from '../message.js';
import { accountType, chargeMethod, paymentMethod, wantedStatus, type PaymentMethod } from '../roles.js';
import { lastTasksFault } from './last-tasks.js';
import { purchaseRow } from './purchases.js';
import { reportNames } from './reports.js';
import { searchType } from './search-types.js';
import { entrySave, entryVersion } from './user-manager.js';

/** The account list and the entry of an account (C2). Form, gateway and service use the same rules. */

/** The status filter of the list: A active, NB needs billing, NIR needs image renewal, I inactive (C2-02). */
export const accountStatusFilter = z.enum(['ALL', 'A', 'NB', 'NIR', 'I']);
export type AccountStatusFilter = z.infer<typeof accountStatusFilter>;

export const accountSortKey = z.enum(['name', 'accountType', 'paymentMethod', 'monthlyFee']);
export type AccountSortKey = z.infer<typeof accountSortKey>;

export const accountFilters = {
  filterText: z._default(z.string().check(z.trim(), z.maxLength(100, 'forms:tooLong')), ''),
  statusType: z._default(accountStatusFilter, 'ALL'),
  /** False leaves inactive accounts out of ALL (C2-03). */
  includeInactive: z._default(z.boolean(), true),
  sortKey: z._default(accountSortKey, 'name'),
  sortDirection: z._default(z.enum(['ASC', 'DESC']), 'ASC'),
};
const page = z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1);

/** POST controlPanel/accounts (C2-59): a page of ten accounts. */
export const accountListRequest = z.object({ ...accountFilters, page });
export type AccountListRequest = z.infer<typeof accountListRequest>;

/** POST controlPanel/accountExport (C2-63): all accounts that match the filters, ordered by name. */
export const accountExportRequest = z.object(accountFilters);

const accountOfListRequest = z.object({ ...accountFilters, page, accountId: z.uuid() });

/** POST controlPanel/accountDelete (C2-60); the answer is the list after the change. */
export const accountDeleteRequest = z.object({
  ...accountOfListRequest.shape,
  seen: z.optional(seenAccount),
});

/** POST controlPanel/accountChangeStatusList (C2-61); the answer is the list after the change. */
export const accountStatusListRequest = z.object({
  ...accountOfListRequest.shape,
  status: z.optional(wantedStatus),
});

export const accountReference = z.object({ accountId: z.uuid() });

/** POST controlPanel/accountChangeStatusSingle (C2-61); includeInactive is accepted but not used. */
export const accountStatusRequest = z.object({
  ...accountReference.shape,
  status: z.optional(wantedStatus),
});

const monthlyFee = z.int().check(z.minimum(0), z.maximum(99_999_999));

/** A line of the account list (C2-05). */
export const listedAccount = z.object({
  id: z.string(),
  name: z.string(),
  accountType,
  paymentMethod,
  /** In cents. */
  monthlyFee: z.int(),
  status: z.enum(['A', 'I']),
  needsBilling: z.boolean(),
  needsImageRenewal: z.boolean(),
  userCount: z.int(),
});
export type ListedAccount = z.infer<typeof listedAccount>;

/** A line of the list with its texts, which the specification calls descriptions (C2-13). */
export const shownAccount = z.object({
  ...listedAccount.shape,
  monthlyFeeDescription: z.string(),
  accountTypeDescription: z.string(),
  paymentMethodDescription: z.string(),
});
export type ShownAccount = z.infer<typeof shownAccount>;

/** A page of the list. `countyAdminReload`: staff may reload flat-fee accounts (C2-09). */
export const accountPage = z.object({
  accounts: z.array(shownAccount),
  total: z.int(),
  countyAdminReload: z.boolean(),
});
export type AccountPage = z.infer<typeof accountPage>;

export const accountNameLongest = 60;
const longest = { address: 50, city: 50, email: 50, landLinkAccount: 10 } as const;

type Rule = (value: string) => string | undefined;
const required: Rule = (value) => (value === '' ? 'forms:required' : undefined);
const atMost =
  (n: number): Rule =>
  (value) =>
    [...value].length > n ? message('panel:charactersMax', { n }) : undefined;
const plain: Rule = (value) => {
  if (/[\u0000-\u001f\u007f]/.test(value)) return 'forms:invalidCharacters';
  return holdsCardNumber(value) ? 'forms:cardNumber' : undefined;
};
const zipRule: Rule = (value) =>
  /\D/.test(value) ? 'forms:numbersOnly' : /^(\d{5})?$/.test(value) ? undefined : 'person:zipDigits';
const phoneRule: Rule = (value) =>
  /^(\(\d{3}\) \d{3}-\d{4})?$/.test(value) ? undefined : 'panel:accountPhone';
const stateCodes = new Set(['', ...states.map(({ code }) => code)]);
const stateRule: Rule = (value) => (stateCodes.has(value) ? undefined : 'forms:required');
const landLinkRule: Rule = (value) => {
  if (/\D/.test(value)) return 'panel:numericAccount';
  return value.length > longest.landLinkAccount
    ? message('panel:digitsMax', { n: longest.landLinkAccount })
    : undefined;
};
/** Less strict than the pattern of `<input type="email">`, because the county's own staff enters these addresses. */
const emailRule: Rule = (value) => (/^([^\s@]+@[^\s@]+)?$/.test(value) ? undefined : 'person:emailForm');

const issueOf = (value: string, rules: readonly Rule[]): string | undefined => {
  for (const rule of rules) {
    const issue = rule(value);
    if (issue !== undefined) return issue;
  }
  return undefined;
};

/** The reason why an account's name is refused; only new names are checked (C2-28 to C2-30). */
export const accountNameIssue = (name: string): string | undefined =>
  issueOf(name, [required, atMost(accountNameLongest), plain]);

const add = (payload: z.core.ParsePayload, text: string | undefined, path: string[] = []): void => {
  if (text !== undefined)
    payload.issues.push({ code: 'custom', message: text, path, input: payload.value, continue: true });
};
/** Texts are trimmed before they are checked (C2-46). */
const text = (...rules: readonly Rule[]) =>
  z
    .string('forms:required')
    .check(z.trim(), (payload: z.core.ParsePayload<string>) =>
      add(payload, issueOf(payload.value, [...rules, plain])),
    );

const day = z.string('forms:required').check(z.trim());

export const flatFeeRateLevels = [0, 1, 2, 3, 4, 5] as const;

const texts = {
  name: z.string('forms:required').check(z.trim(), z.maxLength(500, 'forms:tooLong')),
  address: text(atMost(longest.address)),
  city: text(atMost(longest.city)),
  state: text(stateRule),
  zip: text(zipRule),
  phone: text(phoneRule),
  email: text(atMost(longest.email), emailRule),
  landLinkAccount: z
    .string('forms:required')
    .check(z.trim(), (payload: z.core.ParsePayload<string>) => add(payload, landLinkRule(payload.value))),
};
const switches = {
  postToLandLink: z.boolean(),
  imageRetrieval: z.boolean(),
  previewRetrieval: z.boolean(),
  certificateRetrieval: z.boolean(),
  certificatePreviewRetrieval: z.boolean(),
  userReload: z.boolean(),
};
const choices = {
  accountType,
  paymentMethod,
  imageChargeMethod: chargeMethod,
  certificateChargeMethod: chargeMethod,
};
const rateLevel = z.int().check(z.minimum(0), z.maximum(5));

type Posting = Pick<z.infer<z.ZodMiniObject<typeof choices>>, 'accountType' | 'paymentMethod'> & {
  flatFeeRateLevel: number;
  postToLandLink: boolean;
};

/** True if the account's postings go to a LandLink account, which the form then requires (C2-33 to C2-36). */
export const needsLandLinkAccount = (of: Posting): boolean =>
  of.paymentMethod === 'CREDIT_CARD'
    ? of.postToLandLink
    : of.accountType === 'A_LA_CARTE' || of.flatFeeRateLevel !== 0;

/**
 * True if payments by this method are posted to LandLink. Payments by card are posted only if the account says so
 * (`chosen`); payments by any other method are always posted (C2-19).
 */
export const postsToLandLink = (method: PaymentMethod, chosen: boolean): boolean =>
  method !== 'CREDIT_CARD' || chosen;

/**
 * Returns the offered payment methods that an account of the type may use, in a fixed order. Only accounts that pay per
 * use can pay by card (C2-20).
 */
export const paymentMethodsOf = (
  type: z.infer<typeof accountType>,
  offered: readonly PaymentMethod[],
): PaymentMethod[] =>
  paymentMethod.options.filter(
    (method) => offered.includes(method) && (type === 'A_LA_CARTE' || method !== 'CREDIT_CARD'),
  );

type Checked = Posting & { landLinkAccount: string };
const checkTogether = (payload: z.core.ParsePayload<Checked>): void => {
  const { value } = payload;
  if (value.landLinkAccount === '' && needsLandLinkAccount(value))
    add(payload, 'forms:required', ['landLinkAccount']);
  if (value.accountType === 'FLAT_FEE' && value.paymentMethod === 'CREDIT_CARD')
    add(payload, 'panel:paymentMethodOfType', ['paymentMethod']);
};
const checkDay = (payload: z.core.ParsePayload<{ lastTasks: string }>): void => {
  const fault = lastTasksFault(payload.value.lastTasks);
  if (fault !== undefined) add(payload, fault, ['lastTasks']);
};

/**
 * POST controlPanel/account (C2-66). `monthlyFee` is in cents. `lastTasks` is the day, as MM/DD/YYYY, up to which
 * billing and renewal are done. The rules of the name are checked elsewhere, where it is known whether the name is
 * new (C2-30).
 */
export const accountEntry = z
  .object({ ...texts, ...switches, ...choices, flatFeeRateLevel: rateLevel, monthlyFee, lastTasks: day })
  .check(checkTogether, checkDay);
export type AccountEntry = z.infer<typeof accountEntry>;

/** The account that POST controlPanel/account saves: its id, or 0 for a new account (C2-12). */
export const accountEntryId = z.object({
  id: z.union([z.literal('0'), z.literal(0), z.uuid()]),
  version: entryVersion,
});

/**
 * The schema of the form, which holds numbers as the text that the user typed.
 * @param known the account's current name; a name is checked only if it differs
 */
export const accountForm = (known: string | undefined) =>
  z
    .object({
      ...texts,
      ...switches,
      ...choices,
      flatFeeRateLevel: z.string(),
      monthlyFee: z.string(),
      lastTasks: day,
    })
    .check((payload) => {
      const { value } = payload;
      if (value.name !== known) add(payload, accountNameIssue(value.name), ['name']);
      checkTogether({ ...payload, value: { ...value, flatFeeRateLevel: Number(value.flatFeeRateLevel) } });
      if ((centsOfText(value.monthlyFee) ?? -1) < 0) add(payload, 'forms:invalidAmount', ['monthlyFee']);
    }, checkDay);
export type AccountForm = z.infer<ReturnType<typeof accountForm>>;

/** An account as the identity service keeps it (C2-13 to C2-15). */
export const managedAccount = z.object({
  ...listedAccount.shape,
  imageChargeMethod: chargeMethod,
  certificateChargeMethod: chargeMethod,
  flatFeeRateLevel: z.int(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  email: z.string(),
  landLinkAccount: z.string(),
  postToLandLink: z.boolean(),
  /** MM/DD/YYYY. */
  lastTasks: z.string(),
  imageRetrieval: z.boolean(),
  previewRetrieval: z.boolean(),
  certificateRetrieval: z.boolean(),
  certificatePreviewRetrieval: z.boolean(),
  userReload: z.boolean(),
  /** Left out in exports and for a new account. */
  version: entryVersion,
  saved: entrySave,
});
export type ManagedAccount = z.infer<typeof managedAccount>;

/** One of the county's flat-fee options, to which a rate level refers (C2-53). */
const flatFeeOption = z.object({ level: z.int(), description: z.string() });

/** GET controlPanel/account/{id} (C2-65); id 0 returns the defaults of a new account (C2-17). */
export const openedAccount = z.object({
  ...managedAccount.shape,
  ...shownAccount.shape,
  countyConfigFlatFee: z.array(flatFeeOption),
  /** The payment methods that the county accepts. The type of the account may allow only some of them. */
  paymentMethods: z.array(paymentMethod),
  /** True if the county has a Torrens index, so that the fields about certificates are shown (C2-18). */
  torrens: z.boolean(),
  countyAdminReload: z.boolean(),
});
export type OpenedAccount = z.infer<typeof openedAccount>;

/** A flag for each kind of search: true if the users of the account see the search (C2-48, C2-49). */
export const pageAccessFlags = z.partialRecord(searchType, z.boolean());
export type PageAccessFlags = z.infer<typeof pageAccessFlags>;

/**
 * GET controlPanel/accountPageAccess/{id} (C2-70). `offered` are the kinds of search that the county has switched on,
 * in its order. If `searchAccess` is 'same', every account has all of them and the flags have no effect.
 */
export const accountPageAccess = z.object({
  id: z.string(),
  name: z.string(),
  searchAccess: z.enum(['same', 'configurable']),
  offered: z.array(searchType),
  flags: pageAccessFlags,
});
export type AccountPageAccess = z.infer<typeof accountPageAccess>;

/** POST controlPanel/accountPageAccess (C2-70). */
export const pageAccessRequest = z.object({ id: z.uuid(), flags: pageAccessFlags });

/**
 * GET controlPanel/accountOverview/{id}: the balances and debts of an account. Amounts are display texts, '' for
 * none.
 */
export const accountOverview = z.object({
  /** null for an account that neither pays from escrow nor has money in escrow. */
  escrow: z.nullable(z.object({ balance: z.string(), held: z.string(), free: z.string() })),
  /** null for an account without a flat fee. */
  images: z.nullable(z.object({ left: z.int(), unlimited: z.boolean() })),
  due: z.string(),
  userCount: z.int(),
  /**
   * What the clerk sees before the account is deleted: its type and, if it pays per use, the images left from an
   * earlier flat fee. Gateways of earlier versions do not send this field.
   */
  seen: z.optional(seenAccount),
  /** The last few purchases, newest first; `username` is filled in. */
  purchases: z.array(purchaseRow),
  /**
   * The reports that the county has switched on, so that the page links to no other report. Gateways of earlier
   * versions do not send this field.
   */
  reports: z._default(z.array(z.enum(reportNames)), []),
});
export type AccountOverview = z.infer<typeof accountOverview>;

/**
 * Why a user's attempt to sign in was refused. The last four concern users who typed the right password. Staff is told
 * the reason; the user may be told less.
 */
export const signInRefusals = [
  ...(['WRONG_CREDENTIALS', 'WRONG_CODE'] as const),
  ...(['USER_LOCKED', 'USER_INACTIVE', 'USER_PENDING', 'SYSTEM_LOCKOUT'] as const),
] as const;

/** The number of days whose attempts are counted, including today. */
export const signInDays = 7;

/**
 * GET controlPanel/accountSignIns/{id}: how often the account's users signed in or were refused in the last
 * `signInDays` days.
 */
export const accountSignIns = z.object({
  /** Today in the county, YYYY-MM-DD: the last day that is counted. */
  until: z.string(),
  signedIn: z.int(),
  refused: z.int(),
  lastRefusal: z.nullable(z.object({ username: z.string(), at: z.string(), reason: z.enum(signInRefusals) })),
});
export type AccountSignIns = z.infer<typeof accountSignIns>;

/**
 * GET controlPanel/accountFlatFeeUsage/{id} (C2-67, C2-69). `imagesRemaining` and `currentBalance` are both the
 * number of images left now.
 */
export const flatFeeUsage = z.object({
  id: z.string(),
  name: z.string(),
  imagesRemaining: z.int(),
  currentBalance: z.int(),
  unlimited: z.boolean(),
});
export type FlatFeeUsage = z.infer<typeof flatFeeUsage>;

export const mostImages = 999_999;
/**
 * POST controlPanel/accountFlatFeeUsage/{id}: the new balance (C2-68). A repeat with the same `key` changes nothing.
 */
export const flatFeeUsageRequest = z.object({
  imagesRemaining: z
    .int('forms:numbersOnly')
    .check(
      z.minimum(0, message('panel:orMore', { n: 0 })),
      z.maximum(mostImages, message('panel:orLess', { n: mostImages })),
    ),
  key: z.uuid(),
});
