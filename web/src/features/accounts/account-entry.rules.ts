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

/**
 * The rate levels that the form offers, each with the county's description: level 0, the levels that the county has
 * switched on, and the account's current level.
 */
export const rateLevels = ({
  countyConfigFlatFee: options,
  flatFeeRateLevel,
}: Pick<OpenedAccount, 'countyConfigFlatFee' | 'flatFeeRateLevel'>): {
  level: number;
  description: string | undefined;
}[] =>
  flatFeeRateLevels.flatMap((level) => {
    const description = options.find((option) => option.level === level)?.description;
    const isOffered = level === 0 || description !== undefined || level === flatFeeRateLevel;
    return isOffered ? [{ level, description }] : [];
  });
