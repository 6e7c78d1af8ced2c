import type { Language } from '@portal/proto/roles';
import type { Asset, Balance } from '@portal/proto/rpc/payments';
import type { Catalogue } from '@portal/infra/catalogue';

/** Cents as dollars without the sign: 123456 → `1,234.56`. Integer arithmetic only (L1). */
export const dollars = (cents: number): string => {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US');
  return `${cents < 0 ? '-' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};

/** Amounts as the user reads them: `$4.00`, `3 images`. */
export const amountText = (catalogue: Catalogue, language: Language, asset: Asset, amount: number): string =>
  asset === 'USD'
    ? catalogue.text(language, 'server:usd', { amount: dollars(amount) })
    : catalogue.text(language, 'server:images', { count: amount });

/** The usage balance of the header; empty for those who have none to show (A5). */
export const balanceText = (catalogue: Catalogue, language: Language, balance: Balance | null): string => {
  if (!balance) return '';
  if (balance.unlimited) return catalogue.text(language, 'server:unlimitedImages');
  return balance.available === null ? '' : amountText(catalogue, language, balance.asset, balance.available);
};
