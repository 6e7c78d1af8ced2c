import { Inject, Injectable } from '@nestjs/common';
import { placeOf } from '@portal/infra/client-address';
import { CLOCK, type Clock } from '@portal/infra/clock';
import { CONFIG, type Config } from '@portal/infra/config';
import type { ErrorCode } from '@portal/proto/codes';
import { fail, type Result } from '@portal/proto/result';
import { Refusal } from '../answers/refusal.js';

/**
 * The number of unpaid card pages that one network may open in a day (S37). A person who tries stolen cards often
 * changes users, but rarely changes networks.
 */
const unpaidADay = 20;
const DAY_MS = 24 * 60 * 60_000;
const mostPlaces = 20_000;

/**
 * Counts, in this process, the card pages that each network opened without paying. A page that is opened again counts
 * once. The demo has no limit, because all its users share one network.
 */
@Injectable()
export class CardPages {
  /** For each network, the time at which each attempt was opened. */
  private readonly places = new Map<string, Map<string, number>>();
  /** The number of pages that are being opened, by network. */
  private readonly underWay = new Map<string, number>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'demo'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Opens a page with `ask`, and counts it. Pages that are still being opened count too; otherwise, any number of
   * simultaneous requests would pass before the first page is counted.
   * @throws Refusal when the network has reached its daily limit
   */
  async open<V extends { readonly attemptId: string }, C extends ErrorCode>(
    address: string,
    ask: () => Promise<Result<V, C>>,
  ): Promise<Result<V, C>> {
    this.admit(address);
    const place = placeOf(address);
    this.underWay.set(place, this.underWayAt(place) + 1);
    try {
      const answer = await ask();
      if (answer.ok) this.opened(address, answer.value.attemptId);
      return answer;
    } finally {
      const left = this.underWayAt(place) - 1;
      if (left > 0) this.underWay.set(place, left);
      else this.underWay.delete(place);
    }
  }

  /** @throws Refusal when the network has reached its daily limit */
  admit(address: string): void {
    const place = placeOf(address);
    const opened = this.ofToday(place);
    if (this.config.demo || opened.size + this.underWayAt(place) < unpaidADay) return;
    // below the limit without the pages that are still being opened: one of them may fail, so the network is told to
    // try again after a second
    const free = opened.size < unpaidADay ? 0 : Math.min(...opened.values()) + DAY_MS;
    const seconds = Math.max(1, Math.ceil((free - this.clock.now().getTime()) / 1_000));
    throw new Refusal(fail('TOO_MANY_REQUESTS', { seconds }));
  }

  opened(address: string, attemptId: string): void {
    const place = placeOf(address);
    const opened = this.ofToday(place);
    if (this.places.size >= mostPlaces) this.places.clear();
    if (!opened.has(attemptId)) opened.set(attemptId, this.clock.now().getTime());
    this.places.set(place, opened);
  }

  /** Stops counting a page, because it was paid. */
  paid(address: string, attemptId: string): void {
    this.places.get(placeOf(address))?.delete(attemptId);
  }

  private underWayAt(place: string): number {
    return this.underWay.get(place) ?? 0;
  }

  private ofToday(place: string): Map<string, number> {
    const since = this.clock.now().getTime() - DAY_MS;
    return new Map([...(this.places.get(place) ?? [])].filter(([, openedAt]) => openedAt > since));
  }
}
