// Kills the object store under load and starts it again. Meanwhile, pages and purchases are refused, and searches work.
import path from 'node:path';
import { startObjectServer } from '../object-server.mjs';
import { outage } from '../drill.mjs';

export const { about, run } = outage({
  about: 'the object store is killed under load and started again',
  part: 'the object store',
  mostAfterMs: 5_000,
  meanwhile: 200,
  servers: async (stage) => {
    stage.objects = await startObjectServer(path.join(stage.folder, 's3'));
    stage.atEnd(() => stage.objects.stop());
    return { more: stage.objects.environment };
  },
  fail: ({ objects }) => objects.kill(),
  mend: ({ objects }) => objects.start(),
  honest: isForFiles,
  look: async ({ ask }, { answers, refused }) => {
    const { count, charged } = await chargedOf(ask, answers);
    return {
      rows: [
        ['refused requests, by what was asked', asked(refused)],
        ['purchases refused, of them charged', `${count}, ${charged.length}`],
      ],
      broken: charged.map((guid) => `${guid} was refused and is charged`),
    };
  },
});

/** Without the object store, only requests that need files may be refused, and the refusal must say when to try again. */
export function isForFiles({ path: asked, status, retryAfter }) {
  return asked.startsWith('imaging/') && (status === 503 || status === 504) && Boolean(retryAfter);
}

const asked = (refused) => {
  const counts = new Map();
  for (const { path: what } of refused) {
    const kind = what.includes('thumbnail') ? 'pictures' : what.split('/')[1];
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
};

/**
 * Counts the purchases whose buyers did not get the answer PAID. Lists the guids of those purchases that are paid in
 * the database anyway.
 */
async function chargedOf(ask, { purchases }) {
  const refused = purchases.filter(({ outcome }) => outcome !== 'PAID').map(({ guid }) => guid);
  const rows = await ask(
    `SELECT image_state_id::text AS guid FROM payments.download_order
      WHERE image_state_id::text = ANY($1) AND state IN ('PAID', 'DELIVERED')`,
    [refused],
  );
  return { count: refused.length, charged: rows.map(({ guid }) => guid) };
}
