import { ApiClient } from '../src/cards/authorizenet/api-client.js';
import { AuthorizeNetCards } from '../src/cards/authorizenet/authorizenet-cards.js';
import { CardCredentials } from '../src/cards/card-credentials.js';
import { openCards, operatorMerchants } from '../src/cards/open-cards.js';
import { describeCardProvider } from './card-provider.contract.js';

/**
 * Time limits for calls to the sandbox, shorter than in production, so that a test of an unanswered call does not take
 * fifteen seconds.
 */
const deadlines = { readMs: 5_000, mutationMs: 1_000 };

describeCardProvider('authorizenet', ({ credentials, origin }) => {
  const addresses = {
    api: `${origin}/xml/v1/request.api`,
    formAction: `${origin}/payment/payment`,
    frameOrigin: origin,
  };
  const known = new CardCredentials(credentials, () => undefined);
  return new AuthorizeNetCards(known, new ApiClient(addresses.api, deadlines), addresses);
});

describeCardProvider('sandbox', ({ credentials, origin }) =>
  openCards(
    { cardProvider: 'sandbox', paymentOrigin: origin },
    operatorMerchants({ cardCredentialsFile: credentials }),
    deadlines,
  ),
);
