import type { Config } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { ApiClient, deadlines, type Deadlines } from './authorizenet/api-client.js';
import { AuthorizeNetCards, type ProviderAddresses } from './authorizenet/authorizenet-cards.js';
import { CardCredentials } from './card-credentials.js';
import type { CardProvider } from './card-provider.js';
import type { Merchants } from './merchants.js';
import { SandboxCards } from './sandbox-cards.js';

const log = openLog('payments');

const TEST_ORIGIN = 'https://test.authorize.net';

/**
 * Returns the address of the provider's API that belongs to the payment page: both are of the test system or both of
 * the real one.
 */
const apiOf = (frameOrigin: string): string =>
  frameOrigin === TEST_ORIGIN
    ? 'https://apitest.authorize.net/xml/v1/request.api'
    : 'https://api.authorize.net/xml/v1/request.api';

/**
 * Returns the address of the sandbox's API. Browsers resolve every name below localhost to this machine, but not every
 * system's resolver does, so such a name is replaced with 127.0.0.1.
 */
function sandboxApi(frameOrigin: string): string {
  const url = new URL('/xml/v1/request.api', frameOrigin);
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1';
  return url.href;
}

/** Addresses of the provider's API and payment page, from the origin of that page. */
export function addressesOf({ cardProvider, paymentOrigin }: CardPlace): ProviderAddresses {
  const frameOrigin = new URL(paymentOrigin).origin;
  const api = cardProvider === 'sandbox' ? sandboxApi(frameOrigin) : apiOf(frameOrigin);
  return { api, formAction: `${frameOrigin}/payment/payment`, frameOrigin };
}

export type CardPlace = Pick<Config, 'cardProvider' | 'paymentOrigin'>;

export const operatorMerchants = ({ cardCredentialsFile }: Pick<Config, 'cardCredentialsFile'>): Merchants =>
  new CardCredentials(cardCredentialsFile, (problem) => log.error({}, problem));

/** Opens the card provider that the environment selects. */
export function openCards(
  config: CardPlace,
  merchants: Merchants,
  limits: Deadlines = deadlines,
): CardProvider {
  const addresses = addressesOf(config);
  const api = new ApiClient(addresses.api, limits);
  return config.cardProvider === 'sandbox'
    ? new SandboxCards(merchants, api, addresses)
    : new AuthorizeNetCards(merchants, api, addresses);
}
