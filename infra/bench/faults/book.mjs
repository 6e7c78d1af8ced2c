// The card provider's own records (its book), and its card page.
const goodCard = { cardNumber: '4111 1111 1111 1111', expirationDate: '12/30', cardCode: '123' };
const WAIT_MS = 10_000;

export class ProviderBook {
  constructor(provider) {
    this.provider = provider;
  }

  /** All transactions of the provider. Amounts are cents. */
  async transactions() {
    return (await this.#control({})).transactions;
  }

  /** Queues more faults behind those that have not occurred yet. */
  misbehave(...moreFaults) {
    return this.#control({ moreFaults });
  }

  behave() {
    return this.#control({ faults: [] });
  }

  /** Decides a held transaction, as a person at the provider would. */
  review(transId, approve) {
    return this.#control({ review: { transId, approve } });
  }

  /**
   * Presses Pay on the card page.
   * @returns the page's answer; undefined when it was lost
   */
  async pay(token) {
    try {
      const told = await this.#post('payment/pay', { token, ...goodCard });
      return { transId: told.response?.transId ?? told.transId, error: told.error };
    } catch {
      return undefined;
    }
  }

  async #control(body) {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#post('control', body);
      } catch (error) {
        if (tried === 20) throw error;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  }

  async #post(path, body) {
    const reply = await fetch(`${this.provider.origin}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`the provider answers ${reply.status}: ${text}`);
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  }
}
