import type { Catalogue } from '@portal/infra/catalogue';
import type {
  AuthorizationAnswer,
  AuthorizationTerms,
  CardFrame,
  DepositCompletion,
  DepositQuote,
} from '@portal/proto/http/card-payments';
import type { MessageParams } from '@portal/proto/result';
import type { Language } from '@portal/proto/roles';
import type { Output } from '@portal/proto/rpc/contract';
import type {
  CardSession,
  DepositBounds,
  DepositTerms,
  getCardAuthorization,
  PaymentOutcome,
  reportPayment,
} from '@portal/proto/rpc/payments';
import { amountText, balanceText } from '../answers/amounts.js';

type Reported = Output<typeof reportPayment>;

const depositMessages = {
  CREDITED: 'server:deposit.credited',
  AUTHORIZED: 'server:deposit.refused',
  DECLINED: 'server:deposit.declined',
  HELD_FOR_REVIEW: 'server:deposit.held',
  REFUSED: 'server:deposit.refused',
  PENDING: 'server:deposit.pending',
} as const satisfies Record<PaymentOutcome, string>;

const authorizationAnswers = {
  AUTHORIZED: { status: 'OK', message: 'server:authorization.successful' },
  CREDITED: { status: 'ERROR', message: 'server:authorization.failed' },
  DECLINED: { status: 'DECLINED', message: 'server:authorization.failed' },
  HELD_FOR_REVIEW: { status: 'PENDING', message: 'server:authorization.pending' },
  REFUSED: { status: 'ERROR', message: 'server:authorization.failed' },
  PENDING: { status: 'PENDING', message: 'server:authorization.pending' },
} as const satisfies Record<PaymentOutcome, Pick<AuthorizationAnswer, 'status'> & { message: string }>;

/** Converts basis points: 275 becomes '2.75', 250 becomes '2.5'. It uses integer arithmetic only (L1). */
const percentText = (basisPoints: number): string => {
  const part = String(basisPoints % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${Math.trunc(basisPoints / 100)}${part && '.'}${part}`;
};

/** Writes the texts of the windows for card payments (A8, A11-20 to A11-32, B9). */
export class CardTexts {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly language: Language,
  ) {}

  frame({ amount, surcharge, total, ...session }: CardSession): CardFrame {
    return {
      ...session,
      amount: this.dollars(amount),
      surcharge: surcharge === 0 ? '' : this.dollars(surcharge),
      total: this.dollars(total),
    };
  }

  quote(terms: DepositTerms): DepositQuote {
    return {
      min: terms.min === 0 ? '' : this.dollars(terms.min),
      max: terms.max === null ? '' : this.dollars(terms.max),
      tooLarge:
        terms.max !== null && terms.amount > terms.max
          ? this.text('errors:amountTooLarge', { max: this.dollars(terms.max) })
          : '',
      surchargeMessage: this.surchargeMessage(terms),
      lines: terms.amount === 0 ? [] : this.quoteLines(terms),
      beginningBalance: this.described('server:beginningBalance', terms.beginning),
      endingBalance: this.described('server:endingBalance', terms.ending),
    };
  }

  completion({ outcome, balance }: Reported): DepositCompletion {
    const usageBalance = balanceText(this.catalogue, this.language, balance);
    return {
      completed: outcome === 'CREDITED',
      pending: outcome === 'PENDING' || outcome === 'HELD_FOR_REVIEW',
      message: this.text(depositMessages[outcome], { balance: usageBalance }),
      usageBalance,
    };
  }

  authorized({ outcome }: Reported): AuthorizationAnswer {
    const { status, message } = authorizationAnswers[outcome];
    return { authorizationOkay: status === 'OK', status, message: this.text(message) };
  }

  terms({
    maxAmount,
    surchargeMessage,
    authorization,
  }: Output<typeof getCardAuthorization>): AuthorizationTerms {
    return {
      maxAmount: this.dollars(maxAmount),
      surchargeMessage,
      remaining: authorization ? this.dollars(authorization.remaining) : '',
    };
  }

  private quoteLines({ amount, surcharge, total }: DepositTerms): DepositQuote['lines'] {
    return [
      this.described('server:deposit.line', amount),
      ...(surcharge === 0 ? [] : [this.described('server:deposit.surchargeLine', surcharge)]),
      this.described('server:deposit.totalLine', total),
    ];
  }

  surchargeMessage({ surchargeMethod, surchargeRate }: DepositBounds): string {
    if (surchargeMethod === null || surchargeRate === 0) return '';
    return surchargeMethod === 'percent'
      ? this.text('server:deposit.percentSurcharge', { percent: percentText(surchargeRate) })
      : this.text('server:deposit.flatSurcharge', { amount: this.dollars(surchargeRate) });
  }

  private described(key: string, cents: number): { description: string; value: string } {
    return { description: this.text(key), value: this.dollars(cents) };
  }

  private dollars(cents: number): string {
    return amountText(this.catalogue, this.language, 'USD', cents);
  }

  private text(key: string, params?: MessageParams): string {
    return this.catalogue.text(this.language, key, params);
  }
}
