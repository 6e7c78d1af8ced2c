/** How the card provider responded to a task. UNANSWERED: the portal asked the provider and got no answer. */
export type ProviderAnswer = 'ANSWERED' | 'UNANSWERED' | 'NOT_ASKED';

/** A task that this process has claimed. */
export type CardTask = () => Promise<ProviderAnswer>;

/** A kind of work that needs a county's card provider. */
export interface CardDuty {
  /** Claims the task that has waited longest; undefined when none is due. No two callers get the same task. */
  takeNext(county: string): Promise<CardTask | undefined>;
}
