import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { Database, type Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { fail, ok, type Failure, type Result } from '@portal/proto/result';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Output, Parsed } from '@portal/proto/rpc/contract';
import type { FilingCharges, holdFiling, priceFiling } from '@portal/proto/rpc/payments';
import {
  FilingChargeRepository,
  type FilingCharge,
  type FilingRefusal,
} from '../filing-charges/filing-charge.repository.js';
import { standingOf, userOf } from '../payers/standing.rules.js';
import { PaymentTerms } from '../prices/payment-terms.js';
import { PayerBalance } from '../spending/payer-balance.js';
import { isCarried, isReplaced, isToPayByCard } from './filing-correction.rules.js';
import { FilingLedger } from './filing-ledger.js';
import { filingFundingOf, filingPriceOf } from './filing-price.rules.js';

type Refusal = FilingRefusal | 'NOT_FOUND';
type Held = Result<Output<typeof holdFiling>, Refusal>;

/**
 * Thrown when the balance is below the fee. It rolls the transaction back, because the transaction may already have
 * given back the fee of the corrected filing.
 */
class Short extends Error {}

/**
 * Handles the fees of filings (payments/DESIGN.md#filings). The imaging service decides when a fee is taken; this class
 * decides the amount, and takes the fee only once.
 */
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
    { filing, efileType, pages, replaces }: Parsed<typeof priceFiling>,
    correlationId: string,
  ): Promise<Result<FilingCharges, 'NOT_FOUND'>> {
    const funding = filingFundingOf(actor);
    if (funding === undefined) return fail('NOT_FOUND');
    const { efileFees, creditCardExtra } = await this.terms.of(actor.county);
    const price = filingPriceOf(efileFees, creditCardExtra, { efileType, pages, funding });
    const charge: FilingCharge = {
      ...{ id: filing, userId: userOf(actor), accountId: actor.account, sessionId: actor.session },
      ...{ funding, efileType, pages, ...price, chargeWhen: efileFees.chargeWhen, state: 'PRICED' },
      ...{
        attemptId: null,
        decidedAt: null,
        refusedSending: null,
        refusal: null,
        correlationId,
        createdAt: this.clock.now(),
      },
    };
    return this.database.withCounty(actor.county, async (tx) => {
      await this.charges.insert(tx, charge);
      const kept = await this.charges.find(tx, filing);
      if (!kept || kept.userId !== charge.userId) return fail('NOT_FOUND');
      const found = replaces === null ? undefined : await this.charges.find(tx, replaces);
      const earlier = isReplaced(found, kept) ? found : undefined;
      return ok({
        ...{ funding: kept.funding, firstPage: Number(kept.first), additionalPages: Number(kept.additional) },
        ...{ surcharge: Number(kept.surcharge), total: Number(kept.total) },
        insufficient: await this.money.isShort(tx, kept, earlier),
        ...(earlier && isCarried(earlier, kept) && { paid: true }),
      });
    });
  }

  async hold(actor: Actor, asked: Parsed<typeof holdFiling>): Promise<Held> {
    const tried = await this.database
      .withCounty(actor.county, (tx) => this.holdIn(tx, actor, asked))
      .catch((error: unknown): Held => {
        if (error instanceof Short) return fail('INSUFFICIENT_FUNDS');
        throw error;
      });
    const held = tried.ok ? tried : await this.refuse(actor.county, asked, tried);
    if (!held.ok || standingOf(actor).isSystem) return held;
    const balance = await this.payers.get(actor, null);
    return ok({ balance: balance.ok ? balance.value : null });
  }

  /**
   * Makes a refusal final for this sending of the filing. The imaging service then gives up the sending, so a late
   * request for the same sending must not set the fee aside.
   */
  private async refuse(
    county: string,
    { filing, sending }: Parsed<typeof holdFiling>,
    refused: Failure<Refusal>,
  ): Promise<Held> {
    const { code } = refused;
    if (sending === undefined || code === 'NOT_FOUND') return refused;
    await failpoint('filing-refused');
    const isRefused = await this.database.withCounty(county, (tx) =>
      this.charges.refuse(tx, filing, sending, code),
    );
    return isRefused ? refused : ok({ balance: null });
  }

  private async holdIn(
    tx: Tx,
    actor: Actor,
    { filing, replaces, sending }: Parsed<typeof holdFiling>,
  ): Promise<Held> {
    const { charge, earlier: found } = await this.lock(tx, filing, replaces);
    if (!charge || !isFor(charge, actor)) return fail('NOT_FOUND');
    if (charge.state === 'RELEASED') return fail('FILING_CLOSED');
    if (charge.state !== 'PRICED') return ok({ balance: null });
    if (sending !== undefined && charge.refusal !== null && sending <= (charge.refusedSending ?? -1))
      return fail(charge.refusal);
    if (!paysStill(charge, actor) || !(await this.money.isOpen(tx, charge))) return fail('FILING_CLOSED');
    const earlier = isReplaced(found, charge) ? found : undefined;
    if (isToPayByCard(charge) && !(earlier && isCarried(earlier, charge))) return fail('PAYMENT_NEEDED');
    const paid = earlier ? await this.money.replace(tx, earlier, charge) : charge;
    if (!(await this.money.setAside(tx, paid))) throw new Short();
    await failpoint('filing-held');
    return ok({ balance: null });
  }

  /** Locks filings in the order of their ids, so that two concurrent corrections cannot deadlock. */
  private async lock(tx: Tx, filing: string, replaces: string | null) {
    const locked = new Map<string, FilingCharge | undefined>();
    for (const id of [filing, replaces].filter((each) => each !== null).sort())
      locked.set(id, await this.charges.lock(tx, id));
    return { charge: locked.get(filing), earlier: replaces === null ? undefined : locked.get(replaces) };
  }

  /**
   * Takes a fee for good or gives it back. Only the imaging service may call this method, and only when it acts without
   * a user. Only the first decision about a fee counts.
   */
  async settle(
    county: string,
    filing: string,
    taken: boolean,
  ): Promise<Result<Record<string, never>, 'NOT_FOUND' | 'FILING_CLOSED'>> {
    return this.database.withCounty(county, async (tx) => {
      const charge = await this.charges.lock(tx, filing);
      if (!charge) return fail('NOT_FOUND');
      if (taken ? charge.state === 'PRICED' || charge.state === 'RELEASED' : charge.decidedAt !== null)
        return fail('FILING_CLOSED');
      if (taken) await this.money.record(tx, charge);
      else await this.money.giveBack(tx, charge);
      await failpoint('filing-settled');
      return ok({});
    });
  }
}

/** True for the user of the fee, and for the imaging service when it acts without a user. */
const isFor = ({ userId, accountId }: FilingCharge, actor: Actor): boolean =>
  standingOf(actor).isSystem || (userId === userOf(actor) && accountId === actor.account);

/**
 * True if the account still pays in the way for which the fee was priced. An account that has lost its invoice terms
 * cannot send a document that was priced for an invoice. Fees of zero, fees that a card has paid, and calls that the
 * imaging service makes without a user always pass this check.
 */
const paysStill = ({ funding, total, attemptId }: FilingCharge, actor: Actor): boolean =>
  standingOf(actor).isSystem || total === 0n || attemptId !== null || filingFundingOf(actor) === funding;
