// Makes the payment sandbox fail on demand, to test how the portal handles faults of a payment provider.

/**
 * The points at which a fault can occur, each with the kinds of faults that can occur there. `add` refuses all other
 * kinds.
 */
const modes = {
  request: ['dropReply', 'dropRequest', 'error500', 'slow', 'garbage', 'refuseKeys', 'refuseRequest', 'busy'],
  pay: [
    ...['dropReply', 'error500', 'slow', 'decline', 'held', 'duplicate', 'wrongAmount'],
    ...['otherMerchant', 'wrongInvoice', 'authOnly', 'saleOnly', 'old'],
  ],
  webhook: ['lost', 'duplicate', 'delay', 'reorder', 'badSignature'],
};

const kindOf = (on) => (on === 'pay' || on === 'webhook' ? on : 'request');

/** Requested faults that have not occurred yet, in the order of the requests. */
export class Faults {
  #waiting = [];

  /**
   * Replaces all faults.
   * @param {{ on: string, mode: string, times?: number, ms?: number }[]} faults `on` is 'pay', 'webhook' or the name of
   * a request
   */
  set(faults) {
    this.#waiting = [];
    this.add(faults);
  }

  /** Adds faults after those that already wait. */
  add(faults) {
    for (const { on, mode } of faults) {
      if (!modes[kindOf(on)].includes(mode)) throw new RangeError(`there is no fault ${mode} on ${on}`);
    }
    const left = this.#waiting.filter(({ times }) => times > 0);
    this.#waiting = [...left, ...faults.map((fault) => ({ times: 1, ms: 0, ...fault }))];
  }

  /** Returns the next fault for this point and counts one use of the fault; undefined when there is none. */
  take(on) {
    const fault = this.#waiting.find((waiting) => waiting.on === on && waiting.times > 0);
    if (fault) fault.times -= 1;
    return fault;
  }
}
