import type { Catalogue } from '@portal/infra/catalogue';
import type { DownloadOrder } from '@portal/proto/http/orders';
import type { MessageParams } from '@portal/proto/result';
import type { Language } from '@portal/proto/roles';
import type { Quote } from '@portal/proto/rpc/payments';
import { amountText } from '../answers/amounts.js';
import { CardTexts } from './card-texts.js';

type EscrowOptions = NonNullable<DownloadOrder['imageState']['purchaseOptions']['escrowOptions']>;
type Bounds = NonNullable<Quote['options']['escrow']>;

/** Writes the content of the window Escrow Account Add On for an order that the account is to pay (A11-20, A11-21). */
export function escrowOptionsOf(
  catalogue: Catalogue,
  language: Language,
  bounds: Bounds,
  { charge, beginning }: Pick<Quote, 'charge' | 'beginning'>,
): EscrowOptions {
  const text = (key: string, params?: MessageParams): string => catalogue.text(language, key, params);
  const dollars = (cents: number): string => amountText(catalogue, language, 'USD', cents);
  const available = beginning ?? 0;
  const left = available - charge;
  return {
    accountMessage: text('server:escrowAddOn.account', { amount: dollars(charge) }),
    beginningBalance: { description: text('server:beginningBalance'), value: dollars(available) },
    lowBalanceMessage: left < 0 ? text('server:escrowAddOn.low', { amount: dollars(-left) }) : '',
    depositAmountMessage: boundsText(bounds, text, dollars),
    surchargeMessage: new CardTexts(catalogue, language).surchargeMessage(bounds),
    endingBalance: { description: text('server:escrowAddOn.ending'), value: dollars(left) },
  };
}

function boundsText(
  { min, max }: Bounds,
  text: (key: string, params?: MessageParams) => string,
  dollars: (cents: number) => string,
): string {
  if (max === null) return min === 0 ? '' : text('server:escrowAddOn.from', { min: dollars(min) });
  return text('server:escrowAddOn.fromTo', { min: dollars(min), max: dollars(max) });
}
