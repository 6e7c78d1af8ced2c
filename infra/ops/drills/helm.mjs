// Checks the chart with each of its values files against a real Kubernetes API server: lint, strict schemas, a
// server-side dry run and an installation. Nothing runs, because the server has no nodes.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../local/node-version.mjs';
import { freePortRange } from '../../local/ports.mjs';
import { drillFolder } from '../product.mjs';
import { sharedTool } from '../shared-tool.mjs';

export const about =
  'the chart with each values file is checked, tried and installed on a Kubernetes API server';

const exec = promisify(execFile);
const chart = path.join(projectRoot, 'deploy/helm');
const values = readdirSync(path.join(chart, 'values')).sort();
/** The custom resources of the chart, and the Go modules that contain their definitions. */
const definitions = [
  {
    kind: 'ScaledObject',
    module: 'github.com/kedacore/keda/v2@v2.17.2',
    file: 'config/crd/bases/keda.sh_scaledobjects.yaml',
  },
  {
    kind: 'PodMonitor',
    module: 'github.com/prometheus-operator/prometheus-operator@v0.84.0',
    file: 'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml',
  },
];

/** @returns {Promise<{ head: string[], rows: string[][], broken: string[], skipped?: string }>} */
export async function run({ say }) {
  const head = ['values', 'lint and schemas', 'objects tried', 'objects installed'];
  let tools;
  try {
    // this check skips custom resources, because the server checks them
    const environment = { ...process.env, SKIP_CUSTOM: '1' };
    tools = { check: sharedTool('k8s-check', environment), server: sharedTool('k8s-api') };
  } catch (problem) {
    return { head, rows: [], broken: [], skipped: problem.message };
  }
  const { folder, remove } = drillFolder();
  const cluster = path.join(folder, 'cluster');
  try {
    say('the tools are built, minutes at the first time');
    await tools.check('install');
    await tools.server('start', cluster, await freePortRange(3));
    const session = { ...tools, cluster, folder, helm: helmAt(cluster), say };
    const unchecked = await define(session);
    const [rows, broken] = [[], []];
    for (const file of values) rows.push(await tryValues(session, { file, unchecked, broken }));
    for (const kind of unchecked) rows.push([`${kind} unchecked: its definition could not be had`]);
    return { head, rows, broken };
  } finally {
    if (existsSync(cluster)) await tools.server('stop', cluster);
    remove();
  }
}

/** Finds a Helm program: the one that HELM names, the one on the PATH, or one that `k8s-check` has built. */
function helmAt(cluster) {
  const built = path.join(process.env.SRV_HOME ?? path.join(homedir(), '.cache/dev-servers'), 'bin');
  const known = existsSync(built) ? readdirSync(built).filter((name) => name.startsWith('helm-')) : [];
  const candidates = [process.env.HELM, 'helm', ...known.sort().map((name) => path.join(built, name))];
  const program = candidates.find((one) => one && answers(one));
  const env = { ...process.env, KUBECONFIG: path.join(cluster, 'kubeconfig') };
  return async (...args) => (await exec(program, args, { env, maxBuffer: 32e6 })).stdout;
}

function answers(program) {
  try {
    execFileSync(program, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes the custom resources known to the server. @returns {Promise<string[]>} kinds whose definition is not available
 */
async function define({ server, cluster, say }) {
  const unchecked = [];
  for (const { kind, module, file } of definitions) {
    try {
      const { stdout } = await exec('go', ['mod', 'download', '-json', module], { cwd: '/' });
      const definition = path.join(JSON.parse(stdout).Dir, file);
      // the definitions are too large for the annotation that a client-side apply writes
      await server('kubectl', cluster, 'apply', '--server-side', '-f', definition);
      await server('kubectl', cluster, 'wait', '--for=condition=Established', '-f', definition);
    } catch (error) {
      say(`${kind}: ${error.message.split('\n')[0]}`);
      unchecked.push(kind);
    }
  }
  return unchecked;
}

async function tryValues({ check, server, cluster, folder, helm, say }, { file, unchecked, broken }) {
  const [name, given] = [path.basename(file, '.yaml'), path.join(chart, 'values', file)];
  const attempt = async (work) => {
    try {
      return await work();
    } catch (error) {
      broken.push(`${file}: ${`${error.stdout ?? ''}${error.stderr ?? error.message}`.trim()}`);
      return 'refused';
    }
  };
  say(file);
  const checked = await attempt(async () => {
    const text = await check('chart', chart, '-f', given);
    return /Valid: (\d+)/.exec(text)?.[0] ?? 'valid';
  });
  await attempt(() => server('kubectl', cluster, 'create', 'namespace', name));
  // `helm template` renders the hooks too, so the server checks them
  const rendered = await helm('template', 'portal', chart, '-n', name, '-f', given);
  const known = rendered
    .split(/^---$/m)
    .filter((one) => !unchecked.some((kind) => one.includes(`\nkind: ${kind}\n`)));
  const manifest = path.join(folder, file);
  writeFileSync(manifest, known.join('---\n'));
  const tried = await attempt(async () => {
    const how = ['--dry-run=server', '--validate=strict', '-o', 'name', '-n', name];
    return countOf(await server('kubectl', cluster, 'apply', ...how, '-f', manifest));
  });
  const installed = await attempt(async () => {
    if (unchecked.length > 0 && known.length < rendered.split(/^---$/m).length)
      return 'not with unknown kinds';
    // the chart's hooks are Jobs, which would never end because nothing runs here
    const how = ['--no-hooks', '--wait=hookOnly', '-n', name, '-f', given];
    await helm('install', 'portal', chart, ...how);
    return countOf(await helm('get', 'manifest', 'portal', '-n', name), /^kind: /gm);
  });
  return [name, checked, tried, installed];
}

const countOf = (text, line = /\S+\n/g) => String(text.match(line)?.length ?? 0);
