import type { ReportSums } from '@portal/proto/http/reports';
import type { TransactionKind } from '@portal/proto/rpc/transactions';

/** An entry of the ledger in the form of its fact, with every field. */
export interface TestEntry {
  entry: string;
  kind: TransactionKind;
  account: string;
  user: string;
  subject: string;
  pages: number;
  charged: bigint;
  credited: bigint;
  images: bigint;
  escrow: bigint;
  postedAt: string;
}

/** Returns a generator of random numbers from 0 to 1 for a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const uuid = (next: () => number): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(next() * 16).toString(16));

/**
 * Makes purchases, deposits and adjustments over the year before November 21, 2026, some of them in the same
 * millisecond.
 */
export function randomEntries(
  seed: number,
  count: number,
  customers: readonly { id: string; users: readonly string[] }[],
): TestEntry[] {
  const next = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  let at = 0;
  return Array.from({ length: count }, () => {
    const customer = pick(customers);
    const comesIn = next() < 0.2;
    const kind: TransactionKind = comesIn
      ? pick(['DEPOSIT', 'ADJUSTMENT'])
      : pick(['SEARCH', 'IMAGES', 'DETAILS']);
    const cents = BigInt(Math.floor(next() * 5_000));
    const isPerson = kind !== 'ADJUSTMENT';
    if (next() > 0.1) at = Date.UTC(2025, 10, 23) + Math.floor(next() * 363 * 86_400_000);
    return {
      ...{ entry: uuid(next), kind, account: customer.id, user: isPerson ? pick(customer.users) : '' },
      ...{
        subject: kind === 'IMAGES' ? 'WARRANTY DEED A1000001' : 'searchByName',
        pages: kind === 'IMAGES' ? 2 : 0,
      },
      ...{ charged: comesIn ? 0n : cents, credited: comesIn ? cents : 0n, images: 0n },
      ...{ escrow: comesIn ? cents : -cents, postedAt: new Date(at).toISOString() },
    };
  });
}

/** Adds up the entries in a span, independent of the code under test. */
export function sumsIn(
  entries: readonly TestEntry[],
  o: { from?: Date; until?: Date; account?: string | undefined; kind?: string | undefined },
): ReportSums {
  const chosen = entries.filter(({ postedAt, account, kind }) => {
    const at = new Date(postedAt);
    const inSpan = (!o.from || at >= o.from) && (!o.until || at < o.until);
    return (
      inSpan &&
      (o.account === undefined || account === o.account) &&
      (o.kind === undefined || kind === o.kind)
    );
  });
  const sum = (figure: 'pages' | 'charged' | 'credited' | 'images'): number =>
    chosen.reduce((total, entry) => total + Number(entry[figure]), 0);
  return {
    ...{ count: chosen.length, pages: sum('pages'), charged: sum('charged') },
    ...{ credited: sum('credited'), images: sum('images') },
  };
}
