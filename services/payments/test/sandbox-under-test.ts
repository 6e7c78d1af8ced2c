import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const programs = new URL('../../../infra/local/', import.meta.url);
const script = fileURLToPath(new URL('payment-sandbox.mjs', programs));
/** Ends the sandbox with the test run, because a running sandbox would keep the run's output open. */
const endWithParent = new URL('end-with-parent.mjs', programs).href;

export const signatureKey = 'a signature key that only tests use';

/** The merchants of two counties, as in the file that the operator keeps. */
export const merchants = {
  lake: { merchant: 'lake-1', loginId: 'lake-login', transactionKey: 'lake-key', signatureKey },
  saipan: { merchant: 'saipan-1', loginId: 'saipan-login', transactionKey: 'saipan-key', signatureKey },
};

const transaction = z.looseObject({
  transId: z.string(),
  login: z.string(),
  type: z.string(),
  status: z.string(),
  authAmount: z.int(),
  settleAmount: z.int(),
  invoice: z.optional(z.string()),
  refTransId: z.optional(z.string()),
});
export type BookedTransaction = z.infer<typeof transaction>;
const book = z.object({ transactions: z.array(transaction) });

const paid = z.looseObject({
  response: z.optional(z.looseObject({ transId: z.string() })),
  transId: z.optional(z.string()),
  error: z.optional(z.string()),
});

export interface Fault {
  readonly on: string;
  readonly mode: string;
  readonly times?: number;
  readonly ms?: number;
}

export interface Notification {
  readonly path: string;
  readonly raw: Buffer;
  readonly signatures: readonly string[];
}

const goodCard = { cardNumber: '4111 1111 1111 1111', expirationDate: '12/30', cardCode: '123' };
export const declinedCard = { ...goodCard, cardNumber: '4000000000000002' };
export const heldCard = { ...goodCard, cardNumber: '4000000000000010' };

/** A payment sandbox in its own process, with a listener that collects its notifications. */
export class SandboxUnderTest {
  private stopChild: () => Promise<void> = () => Promise.resolve();
  origin = '';

  private constructor(
    private readonly folder: string,
    readonly credentials: string,
    private readonly webhookUrl: string,
    readonly notifications: Notification[],
    private readonly stopListener: () => void,
  ) {}

  /** @param onNotification receives every notification, as the portal would */
  static async start(
    onNotification: (sent: Notification) => void = () => undefined,
  ): Promise<SandboxUnderTest> {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const credentials = join(folder, 'merchants.json');
    await writeFile(credentials, JSON.stringify(merchants));
    const notifications: Notification[] = [];
    const listener = createServer((request, response) => {
      void buffer(request).then((raw) => {
        const sent = { path: request.url ?? '', raw, signatures: signaturesOf(request.headers) };
        notifications.push(sent);
        response.end();
        onNotification(sent);
      });
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/webhooks/{county}`;
    const stop = (): void => {
      listener.close();
      listener.closeAllConnections();
    };
    const sandbox = new SandboxUnderTest(folder, credentials, url, notifications, stop);
    await sandbox.startProcess();
    return sandbox;
  }

  /** Kills the process and starts another process on the same folder. */
  async restart(): Promise<void> {
    await this.stopChild();
    await this.startProcess();
  }

  async close(): Promise<void> {
    await this.stopChild();
    this.stopListener();
    await rm(this.folder, { recursive: true });
  }

  /** Replaces the file of the merchants, as an operator who rotates keys does. */
  async saveMerchants(changed: object): Promise<void> {
    await writeFile(this.credentials, JSON.stringify(changed));
  }

  /**
   * Presses Pay on the card page.
   * @returns the transaction's id, if the page reported one
   */
  async pay(token: string, card: object = goodCard): Promise<string | undefined> {
    try {
      const reply = await fetch(`${this.origin}/payment/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, ...card }),
      });
      const told = z.parse(paid, await reply.json());
      return told.response?.transId ?? told.transId;
    } catch {
      return undefined;
    }
  }

  /** Returns the transactions in the sandbox's own records. */
  async book(): Promise<BookedTransaction[]> {
    return this.control({});
  }

  async misbehave(...faults: Fault[]): Promise<void> {
    await this.control({ faults });
  }

  async control(body: object): Promise<BookedTransaction[]> {
    const reply = await fetch(`${this.origin}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`control: ${reply.status} ${await reply.text()}`);
    return z.parse(book, await reply.json()).transactions;
  }

  /**
   * Refunds a settled payment of the county lake, as its office does in the provider's own pages.
   * @param cents the part of the payment that goes back
   */
  async refund(transId: string, cents: number): Promise<void> {
    const found = (await this.book()).find((each) => each.transId === transId);
    const transactionRequest = {
      transactionType: 'refundTransaction',
      amount: (cents / 100).toFixed(2),
      payment: { creditCard: { cardNumber: String(found?.cardNumber).slice(-4), expirationDate: 'XXXX' } },
      refTransId: transId,
      order: { invoiceNumber: found?.invoice },
    };
    const { loginId: name, transactionKey } = merchants.lake;
    const merchantAuthentication = { name, transactionKey };
    const reply = await fetch(`${this.origin}/xml/v1/request.api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ createTransactionRequest: { merchantAuthentication, transactionRequest } }),
    });
    if (!(await reply.text()).includes('approved')) throw new Error('not refunded');
  }

  private async startProcess(): Promise<void> {
    const settings = ['0', join(this.folder, 'book'), this.credentials, this.webhookUrl];
    const args = ['--import', endWithParent, script, ...settings];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.stopChild = async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    };
    for await (const line of createInterface(child.stdout)) {
      const port = /listens on (\d+)/.exec(line)?.[1];
      if (port === undefined) continue;
      this.origin = `http://127.0.0.1:${port}`;
      return;
    }
    throw new Error('the payment sandbox did not start');
  }
}

function signaturesOf(headers: IncomingHttpHeaders): string[] {
  const found = headers['x-anet-signature'];
  if (found === undefined) return [];
  return typeof found === 'string' ? [found] : found;
}
