// The merchants of the sandbox, from the portal's file of credentials. The sandbox reads the file for every request.
import { readFileSync } from 'node:fs';

const readMerchants = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** @returns county and credentials of the merchant with this name and key, or undefined */
export function merchantOf(file, login) {
  const entries = Object.entries(readMerchants(file));
  const [county, merchant] =
    entries.find(
      ([, known]) => known.loginId === login?.name && known.transactionKey === login?.transactionKey,
    ) ?? [];
  return merchant && { county, ...merchant };
}

export function merchantByLogin(file, login) {
  const [county, merchant] =
    Object.entries(readMerchants(file)).find(([, { loginId }]) => loginId === login) ?? [];
  return merchant && { county, ...merchant };
}
