import { instantOf, todayIn, type Clock } from '@portal/infra/clock';
import type { SectionValue } from '@portal/proto/config/sections';
import type { Actor } from '@portal/proto/rpc/actor';

/** A bundle of the Flat Fee Rates page. `images` null: without an end until the month is over. Cost in cents. */
export interface Bundle {
  readonly value: string;
  readonly images: number | null;
  readonly cost: number;
}

/** The county's options; each keeps the number of its line, so that switching one off does not rename the others. */
export const bundlesOf = ({ rates }: SectionValue<'flatFee'>): Bundle[] =>
  rates.flatMap(({ option, unlimitedNumberOfPages, numberOfPages, cost }, index) => {
    if (!option || (!unlimitedNumberOfPages && numberOfPages === 0)) return [];
    return [{ value: String(index + 1), images: unlimitedNumberOfPages ? null : numberOfPages, cost }];
  });

/** What a flat-fee account pays a bundle from; undefined for everybody else. */
export function bundleFunding({ role, account, terms }: Actor): 'ESCROW' | 'INVOICE' | undefined {
  if ((role !== 'USER' && role !== 'ACCOUNT') || account === null || terms?.accountType !== 'FLAT_FEE')
    return undefined;
  return terms.paymentMethod === 'CREDIT_CARD' ? undefined : terms.paymentMethod;
}

/** The first instant of the county's next month. */
export function monthEnd(timeZone: string, clock: Clock): Date {
  const [year = 0, month = 1] = todayIn(timeZone, clock).split('-').map(Number);
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return instantOf(timeZone, `${nextYear}-${String(nextMonth).padStart(2, '0')}-01`, '00:00');
}
