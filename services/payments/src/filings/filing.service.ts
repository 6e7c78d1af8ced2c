import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { FilingCharges, holdFiling, priceFiling } from '@portal/proto/rpc/payments';
import { FilingChargeRepository, type FilingCharge } from '../filing-charges/filing-charge.repository.js';
import { standingOf, userOf } from '../payers/standing.rules.js';
import { PaymentTerms } from '../prices/payment-terms.js';
import { PayerBalance } from '../spending/payer-balance.js';
import { FilingLedger } from './filing-ledger.js';
import { filingFundingOf, filingPriceOf } from './filing-price.rules.js';

type Held = Result<
  Output<typeof holdFiling>,
  'NOT_FOUND' | 'INSUFFICIENT_FUNDS' | 'PAYMENT_NEEDED' | 'FILING_CLOSED'
>;

/** The fees of filings (payments/DESIGN.md#filings). imaging decides when; here is decided how much, and once. */
@Injectable()
export class FilingService {
  constructor(
    private readonly database: Database,
    private readonly charges: FilingChargeRepository,
    private readonly money: FilingLedger,
    private readonly payers: PayerBalance,
    private readonly terms: PaymentTerms,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async price(
    actor: Actor,
    { filing, efileType, pages }: Parsed<typeof priceFiling>,
    correlationId: string,
  ): Promise<Result<FilingCharges, 'NOT_FOUND'>> {
    const funding = filingFundingOf(actor);
    if (funding === undefined) return fail('NOT_FOUND');
    const { efileFees, creditCardExtra } = await this.terms.of(actor.county);
    const price = filingPriceOf(efileFees, creditCardExtra, { efileType, pages, funding });
    const charge: FilingCharge = {
      ...{ id: filing, userId: userOf(actor), accountId: actor.account, sessionId: actor.session },
      ...{ funding, efileType, pages, ...price, chargeWhen: efileFees.chargeWhen, state: 'PRICED' },
      ...{ attemptId: null, correlationId, createdAt: this.clock.now() },
    };
    return this.database.withCounty(actor.county, async (tx) => {
      await this.charges.insert(tx, charge);
      const kept = await this.charges.find(tx, filing);
      if (!kept || kept.userId !== charge.userId) return fail('NOT_FOUND');
      return ok({
        ...{ funding: kept.funding, firstPage: Number(kept.first), additionalPages: Number(kept.additional) },
        ...{ surcharge: Number(kept.surcharge), total: Number(kept.total) },
        insufficient: await this.money.isShort(tx, kept),
      });
    });
  }

  async hold(actor: Actor, filing: string): Promise<Held> {
    const held = await this.database.withCounty(actor.county, async (tx): Promise<Held> => {
      const charge = await this.charges.lock(tx, filing);
      if (!charge || !isFor(charge, actor)) return fail('NOT_FOUND');
      if (charge.state === 'RELEASED') return fail('FILING_CLOSED');
      if (charge.state !== 'PRICED') return ok({ balance: null });
      if (charge.funding === 'CREDIT_CARD' && charge.total > 0n && charge.attemptId === null)
        return fail('PAYMENT_NEEDED');
      if (!(await this.money.setAside(tx, charge))) return fail('INSUFFICIENT_FUNDS');
      await failpoint('filing-held');
      return ok({ balance: null });
    });
    if (!held.ok || standingOf(actor).isSystem) return held;
    const balance = await this.payers.get(actor, null);
    return ok({ balance: balance.ok ? balance.value : null });
  }

  /** Only imaging asks, for itself. */
  async settle(
    county: string,
    filing: string,
    taken: boolean,
  ): Promise<Result<Record<string, never>, 'NOT_FOUND' | 'FILING_CLOSED'>> {
    return this.database.withCounty(county, async (tx) => {
      const charge = await this.charges.lock(tx, filing);
      if (!charge) return fail('NOT_FOUND');
      if (taken && (charge.state === 'PRICED' || charge.state === 'RELEASED')) return fail('FILING_CLOSED');
      if (taken) await this.money.take(tx, charge);
      else await this.money.giveBack(tx, charge);
      await failpoint('filing-settled');
      return ok({});
    });
  }
}

/** The same user, or imaging on behalf of that user. */
const isFor = ({ userId, accountId }: FilingCharge, actor: Actor): boolean =>
  standingOf(actor).isSystem || (userId === userOf(actor) && accountId === actor.account);
