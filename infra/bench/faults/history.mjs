// The operations of clients and their outcomes, as Jepsen records them: every operation is invoked and ends as ok, fail
// or info (unknown).

export class History {
  entries = [];
  /** Orders: guid, last outcome that the client saw, pages, cents shown, milliseconds that the payment took. */
  purchases = [];
  /** Card payments reported to a client as credited or authorized. */
  believed = [];
  bundles = [];
  /** Entries of clerks, each with the state in the answer, or UNKNOWN. */
  office = [];
  /** Accounts that clerks tried to delete, each with the order being paid and the answers to the clerk and the user. */
  removals = [];
  /** Purchases whose PDF was damaged after they were paid, with the hash of the undamaged PDF. */
  damaged = [];
  /** Facts that no reader can apply: id, fault, type. */
  poisoned = [];
  searches = [];
  /** Months that an answer to staff showed as finally settled: account, task, period, state. */
  tasks = [];
  /** Documents that were sent to the office: id, outcome, transaction number, cents shown. */
  filings = [];
  /** Documents whose fee was taken or given back, according to an answer to the office. */
  settled = [];
  /** Users whom purges may find: whether they must stay, and whether somebody has activated them again. */
  forgotten = [];
  /** Ids of notifications that did not come from the provider. */
  forged = [];

  /**
   * Runs an operation and records it.
   * @param {() => Promise<{ type: 'ok' | 'fail' | 'info', [more: string]: unknown }>} work
   */
  async note(user, op, work) {
    const entry = { user, op, invoked: Date.now() };
    this.entries.push(entry);
    try {
      Object.assign(entry, await work());
    } catch (error) {
      Object.assign(entry, { type: 'info', error: String(error) });
    }
    entry.ended = Date.now();
    return entry;
  }

  count(op, type) {
    return this.entries.filter((entry) => entry.op === op && (type === undefined || entry.type === type))
      .length;
  }
}

export const typeOf = { PAID: 'ok', REFUSED: 'fail', UNKNOWN: 'info' };
