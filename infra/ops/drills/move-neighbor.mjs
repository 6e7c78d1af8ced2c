// A second county with documents and people, for drills that watch whether other counties notice anything.
import path from 'node:path';
import { openLauncherRpc } from '../../bench/faults/launcher-rpc.mjs';
import { saveAccountWithUsers, terms } from '../../bench/faults/payers.mjs';
import { writeDemoBundle } from '../../local/demo/bundle.mjs';
import { demoCounties } from '../../local/demo/county-settings.mjs';
import { runImport } from '../../local/run-import.mjs';

const NEIGHBOR = 'saipan';
/** A name of this machine that needs no entry in a file of hosts. */
export const NEIGHBOR_HOST = '127.0.0.2';
const size = { documents: 200, imaged: 30 };
const PEOPLE = 3;

/** @param {import('../drill.mjs').Stage} stage @returns {Promise<{ documents: object[], people: object[] }>} */
export async function furnishNeighbor({ environment, folder, ask, say }) {
  say('a second county gets documents and people');
  const rpc = await openLauncherRpc(environment, NEIGHBOR);
  try {
    await saveNeighbor(rpc, environment);
    const bundle = path.join(folder, 'neighbor');
    await writeDemoBundle(NEIGHBOR, bundle, size);
    await runImport({ bundle, county: NEIGHBOR, environment, say: () => undefined });
    const people = [];
    for (let n = 0; n < PEOPLE; n += 1)
      people.push(
        ...(await saveAccountWithUsers(rpc, {
          ...{ name: `Neighbor ${n}`, usernames: [`neighbor.${n}`], password: 'Drills!2026', terms },
          opening: [['USD', 5_000_000]],
        })),
      );
    return {
      people: people.map((user) => ({ ...user, paymentMethod: 'ESCROW' })),
      documents: await documentsOf(ask),
    };
  } finally {
    await rpc.close();
  }
}

async function saveNeighbor(rpc, { PORT }) {
  const { getSections, saveCounty, saveSection } = await import('@portal/proto/rpc/admin-config');
  const { county, sections } = demoCounties(Number(PORT)).find((one) => one.county.id === NEIGHBOR);
  await rpc.run(saveCounty, { ...county, hosts: [...county.hosts, NEIGHBOR_HOST] });
  for (const { name, version } of await rpc.run(getSections, { names: Object.keys(sections) }))
    if (version === 0) await rpc.run(saveSection, { name, version, value: sections[name] });
}

const documentsOf = (ask) =>
  ask(
    `SELECT document_key AS "documentKey", page_count AS "pageCount" FROM imaging.document_images
      WHERE county_id = $1 AND page_count > 1 ORDER BY document_key`,
    [NEIGHBOR],
  );
