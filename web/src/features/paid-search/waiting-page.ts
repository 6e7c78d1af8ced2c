import type { CardFrame } from '@portal/proto/http/card-payments';

/** Typing a card number takes a while, so a card page that expires within this time is not shown. */
const neededMs = 2 * 60_000;

const isOpenLongEnough = ({ expiresAt }: CardFrame, now = Date.now()): boolean =>
  Date.parse(expiresAt) - now >= neededMs;

/** Requests a card page; undefined when none is available. */
export type AskForPage = () => Promise<CardFrame | undefined>;

/** A card page that was requested in advance. It is kept until a card is typed into it (B9-03, B9-04). */
export class WaitingPage {
  private page: CardFrame | undefined;
  private asking: Promise<unknown> | undefined;

  /**
   * Called when a search page opens. Requests one card page in advance, and does not request another one when that one
   * expires: the server limits how many card pages may be opened without a payment (S37). A failure is not shown here;
   * `get` then requests a page again.
   */
  fetchAhead(ask: AskForPage): void {
    this.asking ??= this.fetch(ask);
  }

  /** Returns the card page that was requested in advance, or a new card page if that one expires too soon. */
  async get(ask: AskForPage): Promise<CardFrame | undefined> {
    await this.asking;
    return this.page && isOpenLongEnough(this.page) ? this.page : this.fetch(ask);
  }

  /** Drops the page after a card was typed into it, because the page cannot take another payment. */
  forget(): void {
    this.page = undefined;
  }

  private async fetch(ask: AskForPage): Promise<CardFrame | undefined> {
    this.page = await ask();
    return this.page;
  }
}
