/** What a piece of work has learned about the card provider. UNANSWERED: it was asked and did not answer. */
export type ProviderAnswer = 'ANSWERED' | 'UNANSWERED' | 'NOT_ASKED';

/** A piece of work that this process has taken. */
export type CardTask = () => Promise<ProviderAnswer>;

/** Work that waits for a county's card provider. */
export interface CardDuty {
  /** Claims the task that has waited longest; undefined when none is due. No two callers get the same task. */
  takeNext(county: string): Promise<CardTask | undefined>;
}
