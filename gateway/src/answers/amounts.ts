import { dollars } from '@portal/proto/amounts';
import type { Language } from '@portal/proto/roles';
import type { Asset, Balance } from '@portal/proto/rpc/payments';
import type { Catalogue } from '@portal/infra/catalogue';

export { dollars };

/** Formats an amount for the user: `$4.00`, `-$2.25`, `3 images`. */
export const amountText = (
  catalogue: Catalogue,
  language: Language,
  asset: Asset,
  amount: number,
): string => {
  if (asset === 'IMG') return catalogue.text(language, 'server:images', { count: amount });
  const text = catalogue.text(language, 'server:usd', { amount: dollars(Math.abs(amount)) });
  return amount < 0 ? `-${text}` : text;
};

/** The usage balance in the header; empty for users who have none (A5). */
export const balanceText = (catalogue: Catalogue, language: Language, balance: Balance | null): string => {
  if (!balance) return '';
  if (balance.unlimited) return catalogue.text(language, 'server:unlimitedImages');
  return balance.available === null ? '' : amountText(catalogue, language, balance.asset, balance.available);
};
