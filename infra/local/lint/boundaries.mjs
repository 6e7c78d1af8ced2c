// Checks which project may import which (ARCHITECTURE.md#folders). Inside web, each layer imports only earlier ones;
// inside a service, each folder imports only earlier ones.
import path from 'node:path';
import { readProjects } from './projects.mjs';

/** The types that a project of each type may import besides itself. A type that is not listed may import nothing. */
const MAY_IMPORT = {
  contract: [],
  infrastructure: ['contract'],
  service: ['contract', 'infrastructure'],
  gateway: ['contract', 'infrastructure'],
  web: ['contract'],
};

/** Parts of web/src, lowest first. Each may import the parts before it. */
const WEB_LAYERS = ['shared', 'ui', 'features', 'app'];
/**
 * Folders of services, lowest first. Each may import the folders before it, and files that lie beside the folders,
 * except for Nest modules. Insert a new folder at its level.
 */
const SERVICE_LAYERS = {
  'services/admin-config': ['migrations', 'counties', 'sections', 'plans', 'pictures'],
  'services/imaging': [
    ...['migrations', 'ccitt', 'runs', 'tiff', 'jbig2', 'jpeg', 'jpeg2000', 'png'],
    ...[
      'rendition',
      'bmp',
      'pages',
      'pdf',
      'ingest',
      'image-runs',
      'preview',
      'site',
      'download',
      'efile',
      'exchange',
    ],
  ],
  'services/billing': ['migrations', 'schedule', 'periods', 'accounts', 'charging', 'runs', 'account-tasks'],
  'services/reports': [
    ...['migrations', 'audit', 'activity', 'audit-purge', 'exports', 'paper', 'county-reports'],
    ...['report-jobs', 'report-schedules', 'receipts', 'transactions', 'former-log'],
  ],
  'services/search': [
    ...['migrations', 'matching', 'read-model', 'import', 'import-runs', 'live-index', 'plats', 'charging'],
    ...['history', 'searching', 'documents'],
  ],
  'services/payments': [
    ...['migrations', 'cards', 'payers', 'prices', 'ledger', 'entitlements', 'balances'],
    ...['authorizations', 'spending', 'filing-charges', 'attempts', 'deposits', 'filings'],
    ...['preauthorization', 'card-keys', 'sweeps'],
    ...['add-ons', 'searches', 'orders', 'card-commands', 'transactions', 'purchases', 'cashier'],
    ...['account-tasks', 'reconciliation', 'landlink', 'account-closing'],
  ],
  'services/identity': [
    ...[
      'migrations',
      'vaults',
      'tallies',
      'tickets',
      'accounts',
      'code-lists',
      'users',
      'login-attempts',
      'sessions',
    ],
    ...['second-factor', 'sign-in', 'provider-sign-in', 'letters', 'registration', 'profile', 'recovery'],
    ...['second-factor-setup', 'letter-writing', 'office'],
    ...['user-manager', 'account-manager', 'purges', 'ls1-migrations'],
  ],
};
const LAUNCHER = ['infra/local', 'infra/bench', 'infra/ops'];

const isBelow = (file, folder) => file === folder || file.startsWith(`${folder}/`);

/** Says in a sentence why `file` may not import `target`; undefined when it may. Both are paths from the root. */
export function whyForbidden(projects, file, target, isPackageImport) {
  const from = projects.find(({ folder }) => isBelow(file, folder));
  const to = projects.find(({ folder }) => isBelow(target, folder));
  if (!from || !to || LAUNCHER.some((folder) => isBelow(file, folder))) return undefined;
  if (from === to)
    return from.type === 'web' ? whyLayersForbid(file, target) : whyFoldersForbid(from.folder, file, target);
  if (!isPackageImport)
    return `Import ${to.name} by its name: a path into another package passes by its public entry.`;
  if (!MAY_IMPORT[from.type]?.includes(to.type))
    return `${from.folder} (type ${from.type}) may not import ${to.folder} (type ${to.type}).`;
  if (from.platform === 'browser' && to.platform === 'server')
    return `${to.folder} does not run in a browser.`;
  return undefined;
}

function whyLayersForbid(file, target) {
  const [from, to] = [file, target].map((place) => place.split('/').slice(2));
  if (!isBelow(file, 'web/src') || !isBelow(target, 'web/src')) return undefined;
  const [fromLayer, toLayer] = [from, to].map(([layer]) => WEB_LAYERS.indexOf(layer));
  if (fromLayer === -1) return undefined;
  if (toLayer > fromLayer)
    return `web/src/${from[0]} may not import web/src/${to[0]}: imports flow ${WEB_LAYERS.join(', then ')}.`;
  const bothFeatures = from[0] === 'features' && to[0] === 'features';
  return bothFeatures && from[1] !== to[1]
    ? `Feature ${from[1]} may not import feature ${to[1]}.`
    : undefined;
}

/**
 * Says why a folder of a service may not import another. A folder imports only folders before it in SERVICE_LAYERS, so
 * that no two folders depend on each other.
 */
function whyFoldersForbid(service, file, target) {
  const layers = SERVICE_LAYERS[service];
  if (!layers || ![file, target].every((place) => isBelow(place, `${service}/src`))) return undefined;
  const [from, to] = [file, target].map((place) => place.slice(`${service}/src/`.length).split('/'));
  if (from.length === 1) return undefined;
  const unknown = [from, to].find((place) => place.length > 1 && !layers.includes(place[0]));
  if (unknown)
    return `${service}/src/${unknown[0]} has no place among the folders in infra/local/lint/boundaries.mjs.`;
  if (to.length === 1)
    return /\.module\.[jt]s$/.test(to[0])
      ? `A folder does not import ${to[0]}, which puts it together.`
      : undefined;
  return layers.indexOf(to[0]) > layers.indexOf(from[0])
    ? `${service}/src/${from[0]} may not import ${to[0]}: in a service each folder imports those before it in infra/local/lint/boundaries.mjs.`
    : undefined;
}

/** The import's target as a path from the root, or undefined for a third-party package. */
function locate(projects, file, source) {
  if (source.startsWith('.'))
    return { target: path.posix.join(path.posix.dirname(file), source), isPackageImport: false };
  const project = projects.find(({ name }) => source === name || source.startsWith(`${name}/`));
  return project && { target: project.folder + source.slice(project.name.length), isPackageImport: true };
}

/** Lint rule `portal/boundaries`. */
export function boundariesRule(root) {
  const projects = readProjects(root);
  return {
    meta: { type: 'problem', schema: [] },
    create(context) {
      const file = path.relative(root, context.filename).split(path.sep).join('/');
      const check = (node) => {
        if (typeof node?.value !== 'string') return;
        const place = locate(projects, file, node.value);
        const message = place && whyForbidden(projects, file, place.target, place.isPackageImport);
        if (message) context.report({ node, message });
      };
      return {
        ImportDeclaration: (node) => check(node.source),
        ExportNamedDeclaration: (node) => check(node.source),
        ExportAllDeclaration: (node) => check(node.source),
        ImportExpression: (node) => check(node.source),
        TSImportType: (node) => check(node.argument?.literal ?? node.source),
      };
    },
  };
}
