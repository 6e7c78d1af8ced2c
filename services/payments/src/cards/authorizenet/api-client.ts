import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import type { Merchant } from '../card-credentials.js';
import { ProviderUnavailable } from '../card-provider.js';
import { envelope } from './api-messages.js';
import { parseDecimalJson } from './decimal-json.js';

/** Time limits of infra/DESIGN.md#deadlines; the limit of a query covers all of its attempts. */
export interface Deadlines {
  readonly readMs: number;
  readonly mutationMs: number;
}
export const deadlines: Deadlines = { readMs: 10_000, mutationMs: 15_000 };

const TRIES = 3;
const SHORTEST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2_000;

/** Thrown when the provider refuses a request; the code is, for example, E00040. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';

  constructor(
    readonly code: string,
    /** The whole answer, which has the details of a refused transaction. */
    readonly answer: unknown,
  ) {
    super(`the card provider answered ${code}`);
  }
}

/**
 * Sends Authorize.Net's JSON with the built-in fetch. The members of a request must be in the order of the schema,
 * because the provider checks the order.
 */
export class ApiClient {
  constructor(
    private readonly url: string,
    private readonly limits: Deadlines = deadlines,
  ) {}

  /**
   * Sends a query, up to three times within its deadline if there is no answer.
   * @throws ProviderUnavailable, ProviderRefusal
   */
  async ask<T extends $ZodType>(
    merchant: Merchant,
    name: string,
    members: object,
    answer: T,
  ): Promise<z.output<T>> {
    const signal = AbortSignal.timeout(this.limits.readMs);
    for (let tried = 1; ; tried += 1) {
      try {
        return z.parse(answer, await this.send(merchant, name, members, signal));
      } catch (error) {
        if (error instanceof ProviderRefusal) throw error;
        if (tried === TRIES || signal.aborted) throw unavailable(name);
        const longest = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 4 ** tried);
        await sleep(Math.random() * longest, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /**
   * Sends a change once.
   * @throws ProviderRefusal, or another error when the outcome is unknown
   */
  async change<T extends $ZodType>(
    merchant: Merchant,
    name: string,
    members: object,
    answer: T,
  ): Promise<z.output<T>> {
    return z.parse(
      answer,
      await this.send(merchant, name, members, AbortSignal.timeout(this.limits.mutationMs)),
    );
  }

  private async send(
    merchant: Merchant,
    name: string,
    members: object,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { loginId, transactionKey } = merchant;
    const merchantAuthentication = { name: loginId, transactionKey };
    const response = await fetch(this.url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [name]: { merchantAuthentication, ...members } }),
      signal,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the card provider answered HTTP ${response.status}`);
    const read = parseDecimalJson(text);
    const { messages } = z.parse(envelope, read);
    if (messages.resultCode === 'Error') throw new ProviderRefusal(messages.message[0]?.code ?? '', read);
    return read;
  }
}

// leaves out the cause, because the error of a failed fetch may contain the request and thus the key
const unavailable = (name: string): ProviderUnavailable =>
  new ProviderUnavailable(`the card provider does not answer ${name}`);
