/** What a piece of work has learned about the card provider. UNANSWERED: it was asked and did not answer. */
export type ProviderAnswer = 'ANSWERED' | 'UNANSWERED' | 'NOT_ASKED';

/** A piece of work that this process has taken. */
export type CardTask = () => Promise<ProviderAnswer>;

/** Work that waits for a county's card provider. */
export interface CardDuty {
  /** Takes what has waited longest; undefined when nothing is due. Of several that take, each gets something else. */
  takeNext(county: string): Promise<CardTask | undefined>;
}
