import { createHash, randomUUID } from 'node:crypto';
import { systemActor } from '@portal/infra/rpc';
import { openObjectStore } from '@portal/infra/storage';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Input } from '@portal/proto/rpc/contract';
import { listLandLinkFiles, openLandLinkFile } from '@portal/proto/rpc/landlink';
import { overrideBalance, postOfficeEntry } from '@portal/proto/rpc/payments';
import { LandLinkSchedule } from '../src/landlink/landlink.schedule.js';
import { newPayer, type PaymentsUnderTest } from './payments-under-test.js';

export const clerkOf = (county: string): Actor => ({
  ...newPayer({}, { role: 'COUNTY', county }),
  account: null,
  terms: null,
});

const DAY_MS = 86_400_000;

/** Returns a time zone in which it is about noon now, so that no test runs across midnight. */
export function noonZone(now: Date): string {
  const hours = 12 - now.getUTCHours();
  // the signs in the names of these zones are reversed, as in POSIX
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/** Steps and checks of the tests about the daily files of one county. */
export class LandLinkSteps {
  readonly clerk: Actor;

  constructor(
    readonly payments: PaymentsUnderTest,
    readonly county: string,
  ) {
    this.clerk = clerkOf(county);
  }

  /** Adds an account that has this number in LandLink, and returns the id of the account. */
  account(landLinkAccount: string, postToLandLink = true): string {
    const id = randomUUID();
    this.payments.landLink.known.set(id, { id, name: 'Lake Title', landLinkAccount, postToLandLink });
    return id;
  }

  give(account: string, balance: number): Promise<unknown> {
    const request = { key: randomUUID(), account, asset: 'USD' as const, balance, reason: 'test' };
    return this.payments.rpc.callOrThrow(overrideBalance, request, {
      actor: systemActor(this.county, 'launcher'),
    });
  }

  /**
   * Enters a payment by check at the counter, as the office does; `over` replaces fields of the entry, for example its
   * kind.
   * @returns the id of the entry
   */
  async pay(account: string, over: Partial<Input<typeof postOfficeEntry>> = {}): Promise<string> {
    const id = randomUUID();
    const entry = {
      ...{ id, account, kind: 'PAYMENT' as const, means: 'CHECK' as const, amount: 25_000 },
      ...{ number: '20498', note: '' },
      ...over,
    };
    await this.payments.rpc.callOrThrow(postOfficeEntry, entry, { actor: this.clerk });
    return id;
  }

  /** Sets the time at which the entry with this key was posted. */
  async postedAt(opKey: string, at: string): Promise<void> {
    await this.payments.database.asAdmin(
      'UPDATE payments.journal_entry SET posted_at = $2 WHERE op_key = $1',
      [opKey, at],
    );
  }

  /**
   * Runs the job that makes the daily files, with the clock set this number of days ahead. Runs it in all given
   * processes at the same time.
   */
  async run(days: number, ...processes: (0 | 1)[]): Promise<void> {
    const chosen = processes.length === 0 ? [0] : processes;
    this.payments.clock.advance(days * DAY_MS);
    try {
      await Promise.all(
        chosen.map(async (at) => this.payments.replicas[at]?.get(LandLinkSchedule).runCounty(this.county)),
      );
    } finally {
      this.payments.clock.advance(-days * DAY_MS);
    }
  }

  list(actor: Actor = this.clerk, page = 1) {
    return this.payments.rpc.call(listLandLinkFiles, { page }, { actor });
  }

  open(day: string, actor: Actor = this.clerk) {
    return this.payments.rpc.call(openLandLinkFile, { day }, { actor });
  }

  /** Lists the files of the county, oldest first. */
  async files() {
    const listed = await this.payments.rpc.callOrThrow(listLandLinkFiles, { page: 1 }, { actor: this.clerk });
    return listed.files.toReversed();
  }

  /**
   * Reads the rows of a file; each row has its values by column.
   * @throws if size or hash differ from what the service returns
   */
  async rows(day: string): Promise<Record<string, string>[]> {
    const found = await this.payments.rpc.callOrThrow(openLandLinkFile, { day }, { actor: this.clerk });
    const bytes = await openObjectStore(this.payments.config.storage).get(found.objectKey);
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (bytes.length !== found.size || hash !== found.sha256) throw new Error(`${found.objectKey} differs`);
    const [head = [], ...rows] = bytes
      .toString()
      .replace('\ufeff', '')
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line) => line.split(','));
    return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
  }
}

/** Returns the kind, the account and the amount of each row. */
export const shortRows = (rows: readonly Record<string, string>[]): string[] =>
  rows.map((row) => [row['Kind'], row['LandLink Account'], row['Amount']].join(' '));

/** Adds up the amounts of the rows, in cents. */
export const sumOf = (rows: readonly Record<string, string>[]): number =>
  rows.reduce((sum, { Amount: amount = '' }) => sum + Math.round(Number(amount) * 100), 0);
