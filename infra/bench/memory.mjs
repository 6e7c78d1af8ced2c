// Memory of large downloads: the product streams each PDF, and the program for comparison (memory-peer.mjs) creates it
// in memory.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './cache.mjs';
import { median, round } from './figures.mjs';
import { get } from './http-get.mjs';
import { watchPeakMemory } from './machine.mjs';
import { startProduct } from './product.mjs';
import { importDeeds, keysOfDeeds, PAGES_OF_A_DEED, pagesOfDeed } from './product-deeds.mjs';
import { askWell, signIn } from './visitors.mjs';

export const title = 'Memory of downloads (memory)';
export const about = `Four people get 200 pages each at the same time over HTTP. The figure is the peak memory (VmHWM) of a new process less
its memory before the downloads; first, twenty downloads of 5 pages warm the process up. The product's one process runs
the gateway and every service; it is measured during the purchase and the streamed download, in which the four PDFs are
also written into the object store. The peer is a bare HTTP server that makes the same PDF with @cantoo/pdf-lib and
sends it.`;

const DOWNLOADS = keysOfDeeds.length;
const SETTLE_MS = 2_000;
const WARM_ROUNDS = 5;
const peerScript = fileURLToPath(new URL('memory-peer.mjs', import.meta.url));

export async function measurePart({ quick, say }) {
  const pages = pagesOfDeed();
  const taken = [];
  for (let nth = 0; nth < (quick ? 1 : 3); nth += 1) {
    const [ours, theirs] = [await measureProduct({ quick, say }), await measurePeer(pages)];
    say(
      `product ${round(ours.addedMb)} MB over ${round(ours.beforeMb)}, pdf-lib ${round(theirs.addedMb)} MB over ${round(theirs.beforeMb)}`,
    );
    taken.push({ ours, theirs });
  }
  return { figures: [figureOf(taken)] };
}

function figureOf(taken) {
  const [ours, theirs] = ['ours', 'theirs'].map((side) => {
    const middle = (key) => median(taken.map((one) => one[side][key]));
    return { added: middle('addedMb'), before: middle('beforeMb'), megabytes: middle('sentMb') };
  });
  const said = ({ added, before, megabytes }) =>
    `${round(added)} MB on top of ${round(before)} for ${round(megabytes)} MB sent`;
  return {
    what: `${DOWNLOADS} downloads of ${PAGES_OF_A_DEED} pages at once: peak memory added, ours against pdf-lib's`,
    measured: `${said(ours)}; ${said(theirs)}`,
    value: ours.added / theirs.added,
    goal: { atMost: 0.4 },
  };
}

/**
 * The peak memory that `work` adds to a process that was idle before.
 * @param work resolves to the number of bytes sent
 */
async function peakOf(pid, work) {
  await sleep(SETTLE_MS);
  const { beforeMb, addedMb } = watchPeakMemory(pid);
  const sent = await Promise.all(work());
  return { beforeMb, addedMb: addedMb(), sentMb: sent.reduce((sum, bytes) => sum + bytes, 0) / 2 ** 20 };
}

async function measureProduct({ quick, say }) {
  const product = await startProduct({ documents: quick ? 20_000 : 200_000, say });
  try {
    await importDeeds(product);
    // removes the PDFs of an earlier run, which the product would send without writing them again
    rmSync(path.join(product.folder, 'objects/lake/pdf'), { recursive: true, force: true });
    const cookie = await signIn(product.port, 'demo.invoice');
    const buy = async (documentKey, pagesSelected) => {
      const pageSelectionMethod = pagesSelected === '' ? 'ENTIRE_DOCUMENT' : 'CSV_PAGES';
      const order = { documentKey, pageSelectionMethod, pagesSelected };
      const { imageState } = await askWell(product.port, {
        path: 'imaging/computeDownloadOrder',
        body: order,
        cookie,
      });
      const body = { imageStateGuid: imageState.guid };
      await askWell(product.port, { path: 'imaging/payDownloadOrder', body, cookie });
      return get(product.port, `/LandShark/api/imaging/download/${imageState.guid}`, cookie);
    };
    for (let nth = 0; nth < WARM_ROUNDS; nth += 1) {
      await Promise.all(keysOfDeeds.map((key) => buy(key, `${5 * nth + 1}-${5 * nth + 5}`)));
    }
    return await peakOf(product.pid, () => keysOfDeeds.map((key) => buy(key, '')));
  } finally {
    await product.stop();
  }
}

async function measurePeer(pages) {
  const list = path.join(cacheFolder('pages-files'), 'memory-peer.json');
  const files = pages.map(({ file, width, height }) => ({ strip: `${file}.g4`, width, height }));
  writeFileSync(list, JSON.stringify(files));
  const child = fork(peerScript, [list]);
  const [{ port }] = await once(child, 'message');
  for (let nth = 0; nth < WARM_ROUNDS; nth += 1) await Promise.all(keysOfDeeds.map(() => get(port, '/5')));
  const peak = await peakOf(child.pid, () => keysOfDeeds.map(() => get(port, `/${PAGES_OF_A_DEED}`)));
  child.disconnect();
  await once(child, 'exit');
  return peak;
}
