// Runs Lighthouse, with a slow phone, on the pages that people open first. Reports scores and loading times.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../local/chromium.mjs';
import { putSiteFiles } from '../local/demo/site-files.mjs';
import { freePortRange } from '../local/ports.mjs';
import { environmentOf } from '../local/process-environment.mjs';
import { cacheFolder } from './cache.mjs';
import { median, round } from './figures.mjs';
import { startProduct } from './product.mjs';
import { signIn } from './visitors.mjs';

export const title = 'Pages on a slow phone (lighthouse)';
export const about = `Lighthouse's own phone has slow 4G (150 ms, 1.6 Mbit/s) and a processor four times slower; Lighthouse computes its times
from a visit with an empty cache, as it does by default. The login page is measured without a sign-in, the others with
one. Each figure is the median of five runs; accessibility and best practices are the worst of them. The index is
Lighthouse's own measure of the machine: the phone is four times slower than this machine, so half the index means a
phone of half the speed.`;

const everything =
  'search=searchByDocumentNumber&documentType=ALL&fromDocumentNumber=1&toDocumentNumber=9999999';
const pages = [
  { name: 'login', address: 'login', signedIn: false },
  { name: 'home', address: 'home', signedIn: true },
  { name: 'search form', address: 'search/searchByName', signedIn: true },
  { name: 'results', address: `search/SearchResults#${everything}`, signedIn: true },
];
const categories = ['performance', 'accessibility', 'best-practices'];

const VERSION = '13.5.0';

/**
 * Loads Lighthouse from a folder outside the repository, because it needs 80 packages that nothing else needs. The
 * first call installs it.
 */
async function loadLighthouse() {
  const folder = cacheFolder(`lighthouse-${VERSION}`);
  const main = path.join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(main)) {
    // an interrupted installation must not look complete
    const partial = `${folder}.${process.pid}`;
    const args = ['install', '--prefix', partial, '--ignore-scripts', '--no-audit', '--no-fund'];
    const run = spawnSync('npm', [...args, `lighthouse@${VERSION}`], { encoding: 'utf8' });
    if (run.status !== 0)
      throw new Error(`npm ${args.join(' ')}: ${run.error?.message ?? run.stderr.trim()}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
  }
  return (await import(pathToFileURL(main).href)).default;
}

export async function measurePart({ quick, say }) {
  const lighthouse = await loadLighthouse();
  const product = await startProduct({ documents: 5_000, say });
  const browser = await openBrowser();
  try {
    await putSiteFiles(environmentOf(product.environment, 'launcher'));
    const cookie = await signIn(product.port, 'demo.escrow');
    const figures = [];
    const notes = [];
    for (const page of pages) {
      const visits = [];
      for (let run = 0; run < (quick ? 1 : 5); run += 1) {
        visits.push(await visit(page, { lighthouse, product, browser, cookie }));
        say(`${page.name}: ${summaryOf(visits.at(-1))}`);
      }
      figures.push(...figuresOf(page.name, visits));
      notes.push(...notesOf(page.name, visits));
    }
    return { figures, notes };
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** A browser that Lighthouse can control, with its own folder for profiles. */
async function openBrowser() {
  const port = await freePortRange(1);
  const folder = cacheFolder('lighthouse-visits');
  const context = await chromium.launchPersistentContext(path.join(folder, String(port)), {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });
  const close = async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, close };
}

async function visit({ address, signedIn }, { lighthouse, product, browser, cookie }) {
  const { lhr } = await lighthouse(`http://localhost:${product.port}/LandShark/${address}`, {
    port: browser.port,
    logLevel: 'error',
    onlyCategories: categories,
    ...(signedIn && { extraHeaders: { Cookie: cookie } }),
  });
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  if (!new URL(lhr.finalDisplayedUrl).pathname.endsWith(address.split('#')[0]))
    throw new Error(`${address} led to ${lhr.finalDisplayedUrl}`);
  return lhr;
}

const scoreOf = (lhr, category) => lhr.categories[category].score;
const valueOf = (lhr, audit) => lhr.audits[audit].numericValue;

const summaryOf = (lhr) =>
  `${categories.map((name) => `${name} ${scoreOf(lhr, name)}`).join(', ')}, ${timesOf([lhr])}`;

function timesOf(visits) {
  const of = (audit) => median(visits.map((lhr) => valueOf(lhr, audit)));
  const second = (audit) => `${round(of(audit) / 1_000)} s`;
  return [
    `first paint ${second('first-contentful-paint')}`,
    `largest ${second('largest-contentful-paint')}`,
    `busy ${round(of('total-blocking-time'))} ms`,
    `moved ${round(of('cumulative-layout-shift'))}`,
    `index ${Math.round(median(visits.map(({ environment }) => environment.benchmarkIndex)))}`,
  ].join(', ');
}

function figuresOf(name, visits) {
  const worst = (category) => Math.min(...visits.map((lhr) => scoreOf(lhr, category)));
  const unit = 'of 1';
  return [
    {
      what: `${name}: performance`,
      measured: timesOf(visits),
      value: median(visits.map((lhr) => scoreOf(lhr, 'performance'))),
      unit,
      goal: { atLeast: 0.9 },
    },
    {
      what: `${name}: accessibility and best practices, the worse of the two`,
      measured: `${worst('accessibility')} and ${worst('best-practices')}`,
      value: Math.min(worst('accessibility'), worst('best-practices')),
      unit,
      goal: { atLeast: 1 },
    },
  ];
}

/** The failed audits of accessibility and best practices. */
function notesOf(name, visits) {
  const failed = visits.flatMap((lhr) =>
    ['accessibility', 'best-practices'].flatMap((category) =>
      lhr.categories[category].auditRefs
        .filter(({ weight, id }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
        .map(({ id }) => lhr.audits[id].title),
    ),
  );
  return [...new Set(failed)].map((what) => `${name}: ${what}.`);
}
