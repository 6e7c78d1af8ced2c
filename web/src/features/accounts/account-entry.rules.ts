import { centsOfText, dollars } from '@portal/proto/amounts';
import {
  flatFeeRateLevels,
  paymentMethodsOf,
  postsToLandLink,
  type AccountEntry,
  type AccountForm,
  type OpenedAccount,
} from '@portal/proto/http/accounts';
import type { PaymentMethod } from '@portal/proto/roles';
import type { Translate } from '../../shared/i18n/translate.js';

/** The values of the form for an account; numbers are text. */
export const accountFormOf = (account: OpenedAccount): AccountForm => ({
  ...{ name: account.name, accountType: account.accountType, paymentMethod: account.paymentMethod },
  ...{ address: account.address, city: account.city, state: account.state, zip: account.zip },
  ...{ phone: account.phone, email: account.email, lastTasks: account.lastTasks },
  ...{ landLinkAccount: account.landLinkAccount, postToLandLink: account.postToLandLink },
  imageChargeMethod: account.imageChargeMethod,
  certificateChargeMethod: account.certificateChargeMethod,
  imageRetrieval: account.imageRetrieval,
  previewRetrieval: account.previewRetrieval,
  certificateRetrieval: account.certificateRetrieval,
  certificatePreviewRetrieval: account.certificatePreviewRetrieval,
  userReload: account.userReload,
  monthlyFee: dollars(account.monthlyFee),
  flatFeeRateLevel: String(account.flatFeeRateLevel),
});

/** Converts the form to the request. */
export const accountEntryOf = ({ monthlyFee, flatFeeRateLevel, ...form }: AccountForm): AccountEntry => ({
  ...form,
  monthlyFee: centsOfText(monthlyFee) ?? 0,
  flatFeeRateLevel: form.accountType === 'FLAT_FEE' ? Number(flatFeeRateLevel) : 0,
  postToLandLink: postsToLandLink(form.paymentMethod, form.postToLandLink),
});

/**
 * The payment methods that the form offers: methods of the account type that the county accepts, and the account's
 * current method.
 */
export const offeredMethods = (
  type: AccountForm['accountType'],
  { paymentMethods, paymentMethod }: Pick<OpenedAccount, 'paymentMethods' | 'paymentMethod'>,
): PaymentMethod[] => paymentMethodsOf(type, [...paymentMethods, paymentMethod]);

type WithLevels = Pick<OpenedAccount, 'countyConfigFlatFee' | 'flatFeeRateLevel'>;

/**
 * A flat fee rate level in words: the county's description of the level. If there is none, the text says that the
 * account has no level (level 0), or that the county has switched the level off.
 */
export const levelText = (
  t: Translate,
  { countyConfigFlatFee: options }: WithLevels,
  level: number,
): string =>
  options.find((option) => option.level === level)?.description ??
  t(level === 0 ? 'accounts:entry.noLevel' : 'accounts:entry.levelOff', { level });

/** The rate levels that the form offers: level 0, the levels that the county has switched on, and the current one. */
export const rateLevels = ({ countyConfigFlatFee: options, flatFeeRateLevel }: WithLevels): number[] =>
  flatFeeRateLevels.filter(
    (level) => level === 0 || level === flatFeeRateLevel || options.some((option) => option.level === level),
  );
