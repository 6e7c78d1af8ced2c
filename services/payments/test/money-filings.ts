import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { FilingCardService } from '../src/filings/filing-card.service.js';
import { FilingService } from '../src/filings/filing.service.js';
import type { Actor } from '@portal/proto/rpc/actor';

const communicatorUrl = 'http://localhost/communicator.html';
const correlationId = 'property';

interface Filed {
  readonly actor: Actor;
  readonly id: string;
  /** The filing that this filing corrects. */
  readonly replaces: string | null;
}

/** A card page for a filing. */
export interface FilingPage {
  readonly actor: Actor;
  readonly attemptId: string;
  readonly token: string;
  readonly purpose: 'EFILE';
}

/**
 * The e-filed documents of a county, and the requests that the imaging service sends to the payments service about
 * them.
 */
export class MoneyFilings {
  private readonly filed: Filed[] = [];
  private sendings = 0;

  constructor(
    private readonly county: string,
    private readonly get: <T>(token: Type<T>) => T,
    private readonly opened: (page: FilingPage) => void,
  ) {}

  get count(): number {
    return this.filed.length;
  }

  async price(actor: Actor, pages: number, replaces: string | null = null): Promise<void> {
    const asked = { filing: randomUUID(), efileType: 'LR' as const, pages, replaces };
    const priced = await this.get(FilingService).price(actor, asked, correlationId);
    if (priced.ok) this.filed.unshift({ actor, id: asked.filing, replaces });
  }

  /** Prices a correction of a filing; the fees may have changed since that filing was priced. */
  async correct(filing: number, pages: number): Promise<void> {
    const found = this.pick(filing);
    if (found) await this.price(found.actor, pages, found.id);
  }

  /** Opens a card page for a filing; repeated calls open further pages. */
  async openCard(filing: number): Promise<void> {
    const found = this.pick(filing);
    if (!found) return;
    const { actor, id } = found;
    const wanted = { filing: id, amount: null, communicatorUrl };
    const opened = await this.get(FilingCardService).open(actor, wanted, correlationId);
    if (opened.ok) this.opened({ actor, purpose: 'EFILE', ...opened.value });
  }

  /** Holds the fee, as when the user submits the filing; with `twice`, two requests run at once. */
  async hold(filing: number, twice: boolean): Promise<void> {
    const found = this.pick(filing);
    if (!found) return;
    const asked = { filing: found.id, replaces: found.replaces, sending: (this.sendings += 1) };
    const send = () => this.get(FilingService).hold(found.actor, asked);
    await Promise.all(twice ? [send(), send()] : [send()]);
  }

  /** Lets the office take the fee or give it back; with `contested`, a simultaneous request decides the opposite. */
  async settle(filing: number, taken: boolean, contested: boolean): Promise<void> {
    const found = this.pick(filing);
    if (!found) return;
    const settle = (how: boolean) => this.settleOne(found.id, how);
    await Promise.all(contested ? [settle(taken), settle(!taken)] : [settle(taken)]);
  }

  /** Decides every document that still waits for the office. If `taken`, takes the fees; otherwise gives them back. */
  async settleAll(taken: boolean): Promise<void> {
    for (const { id } of this.filed) await this.settleOne(id, taken);
  }

  private async settleOne(id: string, taken: boolean): Promise<void> {
    await this.get(FilingService).settle(this.county, id, taken);
  }

  /** Returns the filing at an index; 0 is the newest. */
  private pick(filing: number): Filed | undefined {
    return this.filed[filing % Math.max(1, this.filed.length)];
  }
}
