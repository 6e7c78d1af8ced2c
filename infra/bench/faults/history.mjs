// What clients did and saw, as Jepsen writes it down: every operation is invoked, and ends ok, fail or info (unknown).

export class History {
  entries = [];
  /** Orders: guid, outcome as the client saw it last, pages, milliseconds that paying took. */
  purchases = [];
  /** Card payments that a client was told are credited or authorized. */
  believed = [];
  bundles = [];
  /** Purchases whose PDF was damaged after they were paid, with the hash that it had. */
  damaged = [];
  /** Facts that no reader can apply: id, what is wrong with them, type. */
  poisoned = [];
  searches = [];
  /** Notifications that somebody else than the provider made up, by their ids. */
  forged = [];

  /** Runs an operation. @param {() => Promise<{ type: 'ok' | 'fail' | 'info', [more: string]: unknown }>} work */
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
