import type { CardFrame } from '@portal/proto/http/card-payments';

/** Typing a card takes a while: a page that closes sooner is not opened any more. */
const neededMs = 2 * 60_000;

const isOpenLongEnough = ({ expiresAt }: CardFrame, now = Date.now()): boolean =>
  Date.parse(expiresAt) - now >= neededMs;

/** Fetches a card page; undefined when there is none to be had. */
export type AskForPage = () => Promise<CardFrame | undefined>;

/** The card page that was asked for ahead, until a card was typed into it (B9-03, B9-04). */
export class WaitingPage {
  private page: CardFrame | undefined;
  private asking: Promise<unknown> | undefined;

  /**
   * A search has opened. Pages on which nobody pays are counted (S37), so one is fetched ahead, not another one each time
   * that it runs out; a failure is told when the page is needed.
   */
  fetchAhead(ask: AskForPage): void {
    this.asking ??= this.fetch(ask);
  }

  /** The page to show now. */
  async get(ask: AskForPage): Promise<CardFrame | undefined> {
    await this.asking;
    return this.page && isOpenLongEnough(this.page) ? this.page : this.fetch(ask);
  }

  /** A card was typed into it: it takes no other one for another payment. */
  forget(): void {
    this.page = undefined;
  }

  private async fetch(ask: AskForPage): Promise<CardFrame | undefined> {
    this.page = await ask();
    return this.page;
  }
}
