// What the sandbox does wrong on demand, so that the portal's answers to it can be tested.

/** At which point, and how. A fault that is not named here is refused by the control call. */
const modes = {
  request: ['dropReply', 'dropRequest', 'error500', 'slow', 'garbage'],
  pay: [
    ...['dropReply', 'error500', 'slow', 'decline', 'held', 'duplicate', 'wrongAmount'],
    ...['otherMerchant', 'wrongInvoice', 'authOnly', 'saleOnly', 'old'],
  ],
  webhook: ['lost', 'duplicate', 'delay', 'reorder', 'badSignature'],
};

const kindOf = (on) => (on === 'pay' || on === 'webhook' ? on : 'request');

/** Faults that wait for their moment, in the order in which they were asked for. */
export class Faults {
  #waiting = [];

  /** @param {{ on: string, mode: string, times?: number, ms?: number }[]} faults `on` 'pay', 'webhook' or a request */
  set(faults) {
    this.#waiting = [];
    this.add(faults);
  }

  /** Like `set`; those that wait already come first. */
  add(faults) {
    for (const { on, mode } of faults) {
      if (!modes[kindOf(on)].includes(mode)) throw new RangeError(`there is no fault ${mode} on ${on}`);
    }
    const left = this.#waiting.filter(({ times }) => times > 0);
    this.#waiting = [...left, ...faults.map((fault) => ({ times: 1, ms: 0, ...fault }))];
  }

  /** The fault for this moment, used up once; undefined when all is to go well. */
  take(on) {
    const fault = this.#waiting.find((waiting) => waiting.on === on && waiting.times > 0);
    if (fault) fault.times -= 1;
    return fault;
  }
}
