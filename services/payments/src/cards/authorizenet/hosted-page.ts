import type { HostedSessionRequest } from '../card-provider.js';
import { decimalOf } from './decimal-json.js';

/** Makes a setting of the card page (`settingNameEnum`), whose value is JSON as text. */
const setting = (settingName: string, value: object) => ({
  settingName,
  settingValue: JSON.stringify(value),
});

/**
 * Returns the members of getHostedPaymentPageRequest in schema order. Their settings hide the provider's receipt,
 * because we show our own. They allow no payment from a bank account. `captcha` adds a captcha against card testers.
 */
export function hostedPageMembers(
  { refId, amount, mode, description, communicatorUrl }: HostedSessionRequest,
  { captcha }: { captcha: boolean },
): object {
  return {
    refId,
    transactionRequest: {
      transactionType: mode === 'AUTH' ? 'authOnlyTransaction' : 'authCaptureTransaction',
      amount: decimalOf(amount),
      order: { invoiceNumber: refId, description },
    },
    hostedPaymentSettings: {
      setting: [
        setting('hostedPaymentIFrameCommunicatorUrl', { url: communicatorUrl }),
        setting('hostedPaymentButtonOptions', { text: 'Pay' }),
        setting('hostedPaymentReturnOptions', {
          showReceipt: false,
          url: communicatorUrl,
          urlText: 'Continue',
          cancelUrl: communicatorUrl,
          cancelUrlText: 'Cancel',
        }),
        setting('hostedPaymentOrderOptions', { show: true }),
        setting('hostedPaymentPaymentOptions', {
          cardCodeRequired: true,
          showCreditCard: true,
          showBankAccount: false,
        }),
        setting('hostedPaymentBillingAddressOptions', { show: true, required: false }),
        setting('hostedPaymentShippingAddressOptions', { show: false, required: false }),
        setting('hostedPaymentSecurityOptions', { captcha }),
        setting('hostedPaymentCustomerOptions', { showEmail: false, requiredEmail: false }),
      ],
    },
  };
}
