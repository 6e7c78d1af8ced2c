// Starts docker-compose.yml with the demo counties, does the main job in a browser, then stops all containers and
// starts them again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from '../../local/chromium.mjs';
import { projectRoot } from '../../local/node-version.mjs';
import { freePortRange } from '../../local/ports.mjs';
import { ComposeProject } from '../compose-project.mjs';
import { seconds } from '../drill.mjs';
import { drillFolder } from '../product.mjs';

export const about =
  'docker-compose.yml comes up, sells and files in a browser, stops and starts (--kafka, --built)';

const MOST_BYTES = 350e6;
/** How long this drill waits for a start, because Compose's `start` has no --wait. */
const START_MS = 300_000;
/**
 * The browser tests to run: the main job (sign in, search, image, pay, PDF), then the upload of a document, which a
 * process with limited rights reads.
 */
const journeys = [
  ['order.e2e.ts', '(demo.escrow in lake buys|balance will be after the purchase)'],
  ['efile.e2e.ts', 'wide .*shows the price, asks for confirmation, submits the document'],
];
const processes = [
  'gateway',
  'identity',
  'search',
  'imaging',
  'payments',
  'billing',
  'admin-config',
  'reports',
];
const counts = `SELECT (SELECT count(*) FROM payments.download_order) || ' orders, ' ||
  (SELECT count(*) FROM imaging.filing) || ' filings, ' ||
  (SELECT count(*) FROM identity.session) || ' sessions'`;

/** @returns {Promise<{ head: string[], rows: string[][], broken: string[] }>} */
export async function run({ say, kafka = false, built = false }) {
  const { folder, remove } = drillFolder();
  chmodSync(folder, 0o755);
  const files = ['docker-compose.yml', 'deploy/demo.yml', ...(kafka ? ['deploy/kafka.yml'] : [])];
  const project = await ComposeProject.open({ folder, files, ports: await freePortRange(3), say });
  const [rows, broken] = [[], []];
  const step = async (what, work) => {
    const began = performance.now();
    const code = await work();
    rows.push([what, seconds(performance.now() - began)]);
    if (code !== 0) broken.push(`${what} ended with ${code}`);
    return code === 0;
  };
  try {
    if (!built) await step('build of all images', () => project.build());
    await step('setup', () => project.run('run', '--rm', 'setup'));
    const up = await step('up --wait of an empty installation', () =>
      project.run('up', '--wait', '--no-build'),
    );
    if (up) await use(project, { step, rows, broken });
    return { head: ['what', 'figure'], rows, broken };
  } finally {
    await project.run('down', '--volumes', '--timeout', '40');
    if (!process.env.KEEP_DRILL) remove();
  }
}

async function use(project, { step, rows, broken }) {
  broken.push(...(await unwell(project)));
  for (const [file, title] of journeys)
    await step(`in a browser: ${file}`, () => browse(project.ports, file, title));
  const before = await project.sql(counts);
  await step('stop', () => project.run('stop'));
  await step('start, until everything is healthy', async () => {
    const code = await project.run('start');
    for (const until = Date.now() + START_MS; (await unwell(project)).length > 0; await sleep(1_000))
      if (Date.now() > until) break;
    return code;
  });
  broken.push(...(await unwell(project)));
  const after = await project.sql(counts);
  rows.push(['kept by stop and start', after]);
  if (after !== before) broken.push(`before the stop there were ${before}, and ${after} after the start`);
  const [file, title] = journeys[0];
  await step(`again in a browser: ${file}`, () => browse(project.ports, file, title));
  for (const command of runbookCommands()) await step(command.join(' '), () => project.run(...command));
  const images = await imagesOf(project);
  rows.push(...images.rows);
  broken.push(...images.broken);
}

/**
 * The commands of the runbooks for a single machine, as arguments of Compose, except those that need a bundle or stop
 * the portal.
 */
function runbookCommands() {
  const text = readFileSync(path.join(projectRoot, 'deploy/RUNBOOKS.md'), 'utf8');
  const typed = [...text.matchAll(/`((?:portal|docker compose) [^`]+)`|^(portal [^#\n]+)/gm)].map(
    ([, inline, line]) => (inline ?? line).trim().replace(/<(name|service)>/g, 'imaging'),
  );
  return [...new Set(typed)]
    .filter((command) => !/[<>]| run | stop /.test(command))
    .map((command) =>
      command
        .replace(/^portal/, 'run --no-deps --rm operator')
        .replace(/^docker compose /, '')
        .split(/\s+/),
    );
}

/** The services that do not run or are not healthy; `migrate` must have ended with 0. */
async function unwell(project) {
  const containers = await project.containers();
  return containers
    .filter(({ service, state, health, code }) =>
      service === 'migrate' ? code !== 0 : state !== 'running' || health !== 'healthy',
    )
    .map(({ service, state, health }) => `${service} is ${state} ${health}`);
}

async function browse(port, file, title) {
  const cli = path.join(projectRoot, 'node_modules/@playwright/test/cli.js');
  const args = [cli, 'test', '--config=web/playwright.config.ts', file, '-g', title];
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: {
      ...process.env,
      PORTAL_PORT: String(port),
      PORTAL_URL: `http://localhost:${port}`,
      CHROMIUM_PATH: findChromium(),
      // gives each test a second attempt, because a stalled machine may make the first one fail, and this drill does
      // not measure speed
      CI: 'true',
    },
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const [code] = await once(child, 'exit');
  return code;
}

/**
 * Checks that every image is small, and that the images of the processes share all layers except the last ones. One of
 * the shared layers contains the packages.
 */
async function imagesOf(project) {
  const used = new Map((await project.containers()).map(({ service, image }) => [service, image]));
  const images = await Promise.all(
    [...new Set(used.values())].map(async (name) => ({ name, ...(await project.image(name)) })),
  );
  const ofProcesses = images.filter(({ name }) => processes.some((one) => used.get(one) === name));
  const [{ layers: first }] = ofProcesses;
  const shared = first.filter((layer) => ofProcesses.every(({ layers }) => layers.includes(layer)));
  const megabytes = (size) => `${Math.round(size / 1e6)} MB`;
  return {
    rows: [
      ...images.map(({ name, size, layers }) => [
        `image ${name.replace(/^.*\//, '').replace(/:.*/, '')}`,
        `${megabytes(size)}, ${layers.length} layers`,
      ]),
      ['layers that the eight processes share', `${shared.length} of ${first.length}`],
    ],
    broken: [
      ...images
        .filter(({ size }) => size > MOST_BYTES)
        .map(({ name, size }) => `${name} has ${megabytes(size)}`),
      ...(ofProcesses.some(({ layers }) => layers.length - shared.length > 2)
        ? ['the processes do not share their packages']
        : []),
    ],
  };
}
