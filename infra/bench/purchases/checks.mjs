// After the load: wait for quiet, then what must hold of money and of what clients saw.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  brokenDownloads,
  brokenHistory,
  keptPurchasesSql,
} from '../../../services/payments/test/history-checks.ts';
import { brokenInvariants, invariants, quietInvariants } from '../../../services/payments/test/invariants.ts';

const QUIET_WITHIN_MS = 120_000;
const DOWNLOADED = 60;

/** Waits until nothing is under way. @returns what is not quiet after two minutes */
export async function awaitQuiet(ask) {
  for (const until = Date.now() + QUIET_WITHIN_MS; ; await sleep(1_000)) {
    const underWay = await ask(`SELECT 1 FROM payments.download_order WHERE state IN ('HELD', 'RENDERED')`);
    const broken = await brokenInvariants(ask, quietInvariants);
    if (underWay.length > 0) broken.push(`I12 ${underWay.length} purchases are still under way`);
    if (broken.length === 0 || Date.now() > until) return broken;
  }
}

/** Every invariant that is broken, as text. */
export async function check({ ask, seen, random }) {
  const kept = await ask(keptPurchasesSql, [seen.map(({ guid }) => guid)]);
  return [
    ...(await awaitQuiet(ask)),
    ...(await brokenInvariants(ask, invariants)),
    ...brokenHistory(seen, kept),
    ...(await checkDownloads({ ask, seen, random })),
  ];
}

/** I6 over a sample: two downloads of each order are alike, have its pages, and post nothing. */
async function checkDownloads({ ask, seen, random }) {
  const entries = async () => (await ask('SELECT count(*)::int AS n FROM payments.journal_entry'))[0].n;
  const paid = seen.filter(({ outcome }) => outcome === 'PAID').sort(() => random.next() - 0.5);
  const sample = paid.slice(0, DOWNLOADED);
  const before = await entries();
  const downloads = [];
  for (const { guid, client } of sample) {
    for (const _time of [1, 2])
      downloads.push(await client.download(guid).catch((error) => failed(guid, error)));
  }
  const broken = brokenDownloads(new Map(sample.map(({ guid, pages }) => [guid, pages])), downloads);
  return (await entries()) === before ? broken : [...broken, 'I6 downloads have posted entries'];
}

const failed = (guid, error) => ({ guid, sha256: String(error), pages: 0 });
