// Previews and downloads under load: complete requests over HTTP, compared with bare servers that use the usual
// libraries.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './cache.mjs';
import { percentile, round } from './figures.mjs';
import { get } from './http-get.mjs';
import { cpuSeconds } from './machine.mjs';
import { startProduct } from './product.mjs';
import { importDeeds, keysOfDeeds, PAGES_OF_A_DEED, pagesOfDeed } from './product-deeds.mjs';
import { askWell, signIn } from './visitors.mjs';

export const title = 'Page images under load (imaging-load)';
export const about = `16 readers ask for previews that nobody has asked for before (70 % of 200, 20 % of 700, 10 % of 1,080 pixels), and then
for the same previews again, which are stored by then. The product authorizes each request, and renders and stores each
preview once; its one process runs the gateway and every service. The peer is a bare HTTP server with sharp, tuned
(gray, no optimized coding), that renders the same files to the same widths for anybody. Then 8 people download PDFs of
10 and of 100 pages that they have paid for, again and again; the peer makes each PDF with @cantoo/pdf-lib. CPU is that
of the answering process.`;

const READERS = 16;
const SIZES = [...Array(7).fill('thumbnail'), ...Array(2).fill('hover'), 'large'];
/**
 * The goal of imaging/DESIGN.md#downloads is about the writing of PDFs alone. So only the long download has a goal: it
 * takes so long that the cost of requests, access checks and sockets hardly counts.
 */
const DOWNLOADS = [{ pages: 10 }, { pages: 100, goal: { atLeast: 6 } }];
const WIDTHS = { thumbnail: 200, hover: 700, large: 1_080 };
const peers = {
  previews: fileURLToPath(new URL('preview-peer.mjs', import.meta.url)),
  pdfs: fileURLToPath(new URL('memory-peer.mjs', import.meta.url)),
};

export async function measurePart({ quick, say }) {
  const settings = { READING_LIMITS: '0', SEARCH_LIMITS: '0' };
  const product = await startProduct({ documents: quick ? 20_000 : 200_000, settings, say });
  try {
    await importDeeds(product);
    for (const kind of ['renditions', 'pdf'])
      rmSync(path.join(product.folder, 'objects/lake', kind), { recursive: true, force: true });
    const cookie = await signIn(product.port, 'demo.invoice');
    const wanted = wantedPreviews(quick ? 200 : keysOfDeeds.length * PAGES_OF_A_DEED);
    return {
      figures: [
        ...(await measurePreviews(product, cookie, wanted, say)),
        ...(await measureDownloads(product, { cookie, count: quick ? 80 : 400, say })),
      ],
    };
  } finally {
    await product.stop();
  }
}

/** `count` different pages of the deeds, each requested once, in mixed sizes. */
const wantedPreviews = (count) =>
  Array.from({ length: count }, (_, nth) => ({
    key: keysOfDeeds[nth % keysOfDeeds.length],
    page: 1 + Math.floor(nth / keysOfDeeds.length),
    size: SIZES[(nth * 7) % SIZES.length],
  }));

async function measurePreviews({ port, pid }, cookie, wanted, say) {
  const ours = wanted.map(
    ({ key, page, size }) => `/LandShark/api/imaging/document/${key}/page/${page}/${size}`,
  );
  const theirs = wanted.map(({ page, size }) => `/${page - 1}/${WIDTHS[size]}`);
  const cold = await load({ port, pid, cookie, paths: ours });
  const warm = await load({ port, pid, cookie, paths: ours });
  const peer = await startPeer(peers.previews);
  const bare = await load({ ...peer, paths: theirs });
  await peer.stop();
  say(`cold ${said(cold)}, stored ${said(warm)}, sharp ${said(bare)}`);
  return [
    {
      what: `cold previews/s, ${READERS} readers, against a bare server with tuned sharp`,
      measured: `${said(cold)} against ${said(bare)}`,
      value: cold.perSecond / bare.perSecond,
      goal: { atLeast: 2.8 },
    },
    {
      what: 'stored previews/s against the same server',
      measured: `${said(warm)} against ${said(bare)}`,
      value: warm.perSecond / bare.perSecond,
    },
  ];
}

async function measureDownloads(product, { cookie, count, say }) {
  const figures = [];
  for (const { pages, goal } of DOWNLOADS) {
    const guids = await buyParts(product, cookie, pages);
    const paths = Array.from({ length: count }, (_, nth) => guids[nth % guids.length]);
    const ours = await load({
      ...{ port: product.port, pid: product.pid, cookie, clients: 8 },
      paths: paths.map((guid) => `/LandShark/api/imaging/download/${guid}`),
    });
    const peer = await startPeer(peers.pdfs);
    const bare = await load({ ...peer, paths: paths.map(() => `/${pages}`), clients: 8 });
    await peer.stop();
    say(`downloads of ${pages} pages ${said(ours)}, pdf-lib ${said(bare)}`);
    figures.push({
      what: `downloads of ${pages} pages, 8 people: CPU of a bare server with @cantoo/pdf-lib against ours`,
      measured: `${said(bare)} against ${said(ours)}`,
      value: bare.cpuMs / ours.cpuMs,
      goal,
    });
  }
  return figures;
}

/**
 * Buys the deed in parts of this many pages.
 * @returns the ids of the orders (image states) whose PDFs can be downloaded
 */
async function buyParts({ port }, cookie, pages) {
  const guids = [];
  for (let first = 1; first + pages - 1 <= PAGES_OF_A_DEED; first += pages) {
    const pagesSelected = `${first}-${first + pages - 1}`;
    const body = { documentKey: keysOfDeeds[0], pageSelectionMethod: 'CSV_PAGES', pagesSelected };
    const { imageState } = await askWell(port, { path: 'imaging/computeDownloadOrder', body, cookie });
    const imageStateGuid = imageState.guid;
    await askWell(port, { path: 'imaging/payDownloadOrder', body: { imageStateGuid }, cookie });
    guids.push(imageStateGuid);
  }
  return guids;
}

const said = ({ perSecond, p95, cpuMs }) =>
  `${round(perSecond)}/s (p95 ${round(p95)} ms, CPU ${round(cpuMs)} ms)`;

/**
 * Requests every path once, with `clients` requests at a time. Returns the answers per second, the 95th percentile of
 * their times in milliseconds, and the CPU milliseconds per answer.
 */
async function load({ port, pid, cookie, paths, clients = READERS }) {
  const times = [];
  let next = 0;
  const before = cpuSeconds(pid);
  const began = performance.now();
  const client = async () => {
    while (next < paths.length) {
      const asked = performance.now();
      await get(port, paths[next++], cookie);
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const perSecond = (times.length * 1_000) / (performance.now() - began);
  const cpuMs = ((cpuSeconds(pid) - before) * 1_000) / times.length;
  return { perSecond, p95: percentile(times, 0.95), cpuMs };
}

async function startPeer(script) {
  const list = path.join(cacheFolder('pages-files'), 'load-peer.json');
  const files = pagesOfDeed().map(({ file, width, height }) => ({
    file,
    strip: `${file}.g4`,
    width,
    height,
  }));
  writeFileSync(list, JSON.stringify(files));
  const child = fork(script, [list]);
  const [{ port }] = await once(child, 'message');
  const stop = async () => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { port, pid: child.pid, stop };
}
