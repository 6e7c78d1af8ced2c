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

/** I6 over a sample: two downloads of each order are alike, are what was paid, have its pages, and post nothing. */
async function checkDownloads({ ask, seen, random }) {
  const entries = async () => (await ask('SELECT count(*)::int AS n FROM payments.journal_entry'))[0].n;
  const paid = seen.filter(({ outcome }) => outcome === 'PAID').sort(() => random.next() - 0.5);
  const sample = paid.slice(0, DOWNLOADED);
  const before = await entries();
  const broken = [];
  const downloads = [];
  for (const { guid, client } of sample) {
    for (const _time of [1, 2]) {
      const download = await client.download(guid).catch((error) => broken.push(`I6 ${error.message}`));
      if (download.sha256) downloads.push(download);
    }
  }
  broken.push(...brokenDownloads(new Map(sample.map(({ guid, pages }) => [guid, pages])), downloads));
  broken.push(...(await otherThanPaid(ask, downloads)));
  if ((await entries()) !== before) broken.push('I6 downloads have posted entries');
  return broken;
}

/** Downloads whose bytes are not those that lay in the store when the order was paid. */
async function otherThanPaid(ask, downloads) {
  const rows = await ask(
    `SELECT image_state_id AS guid, object_sha256 AS sha256 FROM payments.download_order
      WHERE image_state_id = ANY($1::uuid[]) AND state IN ('PAID', 'DELIVERED')`,
    [downloads.map(({ guid }) => guid)],
  );
  const paidFor = new Map(rows.map(({ guid, sha256 }) => [guid, sha256]));
  const others = downloads.filter(({ guid, sha256 }) => paidFor.get(guid) !== sha256);
  return others.map(({ guid }) => `I6 ${guid} is another PDF than the one that was paid`);
}
