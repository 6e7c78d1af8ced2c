// A process that runs the small tests of one file of rules repeatedly, each time with one change in the rules. First it
// sends its parent `{ ready }` with the number of tests that pass without a change. For each change, it sends
// `{ trying }` before the tests and `{ index, killed }` after them.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { projectRoot } from '../../local/node-version.mjs';
import { changed, changesIn } from './operators.mjs';
import { runRegistered } from './suite.mjs';

const suite = new URL('suite.mjs', import.meta.url).href;
const { jsc } = JSON.parse(readFileSync(path.join(projectRoot, '.swcrc'), 'utf8'));
const web = {
  ...jsc,
  parser: { syntax: 'typescript', tsx: true },
  transform: { react: { runtime: 'automatic' } },
};

const [rules, from, ...specs] = process.argv.slice(2);
const rulesUrl = pathToFileURL(rules).href;
const original = readFileSync(rules, 'utf8');

/**
 * For each module, the modules that import it. The modules that lead from a test to the rules are found with this map,
 * and are loaded again for each change.
 */
const importers = new Map();
const compiled = new Map();
let stale = new Set();
let source = original;

const isOurs = (url) => url.startsWith(pathToFileURL(projectRoot).href) && !url.includes('/node_modules/');
const withoutRound = (url) => url.replace(/\?round=\d+$/, '');

function sourceOf(specifier, parentURL) {
  if (!/^\.{1,2}\//.test(specifier) || !parentURL) return specifier;
  const bare = fileURLToPath(new URL(specifier, parentURL)).replace(/\.js$/, '');
  const found = [`${bare}.ts`, `${bare}.tsx`].find((file) => existsSync(file));
  return found ? pathToFileURL(found).href : specifier;
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: suite, shortCircuit: true };
    const parent = context.parentURL && withoutRound(context.parentURL);
    const resolved = next(sourceOf(specifier, parent), { ...context, parentURL: parent });
    if (!isOurs(resolved.url) || !parent) return resolved;
    const url = withoutRound(resolved.url);
    importers.set(url, (importers.get(url) ?? new Set()).add(parent));
    return { ...resolved, url: stale.has(url) ? `${url}?round=${round}` : resolved.url };
  },
  load(url, context, next) {
    const file = withoutRound(url);
    if (/\.(css|svg|png|webp)$/.test(file))
      return { format: 'module', source: 'export default {};', shortCircuit: true };
    if (!isOurs(file) || !/\.tsx?$/.test(file)) return next(url, context);
    return {
      format: 'module',
      source: file === rulesUrl ? compile(file, source) : readCompiled(file),
      shortCircuit: true,
    };
  },
});

function readCompiled(url) {
  if (!compiled.has(url)) compiled.set(url, compile(url, readFileSync(fileURLToPath(url), 'utf8')));
  return compiled.get(url);
}

const compile = (url, text) =>
  transformSync(text, {
    swcrc: false,
    configFile: false,
    filename: fileURLToPath(url),
    jsc: url.endsWith('.tsx') ? web : jsc,
    module: { type: 'es6' },
  }).code;

/** The rules and all modules that import them, directly or not. */
function leadingTo(url, found = new Set()) {
  if (found.has(url)) return found;
  found.add(url);
  for (const importer of importers.get(url) ?? []) leadingTo(importer, found);
  return found;
}

let round = 0;

async function runSpecs(some) {
  round += 1;
  let count = 0;
  for (const spec of some) {
    try {
      await import(`${pathToFileURL(spec).href}?round=${round}`);
    } catch (error) {
      await runRegistered();
      return { count, failure: `${path.basename(spec)} cannot be loaded: ${error?.message ?? error}` };
    }
    const ran = await runRegistered();
    count += ran.count;
    if (ran.failure) return { count, failure: ran.failure };
  }
  return { count };
}

// an asynchronous failure of a broken rule must not end the process; the test that awaits the rule fails
process.on('unhandledRejection', () => undefined);

/** Finds the specs that import the rules, because only these can test them. */
async function specsOfRules() {
  const reaching = [];
  for (const spec of specs) {
    const { failure } = await runSpecs([spec]);
    if (failure) throw new Error(failure);
    if (leadingTo(rulesUrl).has(pathToFileURL(spec).href)) reaching.push(spec);
  }
  return reaching;
}

async function main() {
  const chosen = await specsOfRules();
  const whole = await runSpecs(chosen);
  process.send({ ready: whole.count });
  stale = leadingTo(rulesUrl);
  const changes = changesIn(original);
  for (let index = Number(from); index < changes.length; index += 1) {
    process.send({ trying: index });
    source = changed(original, changes[index]);
    const { failure } = chosen.length === 0 ? {} : await runSpecs(chosen);
    process.send({ index, killed: failure !== undefined });
  }
}

await main().then(
  () => process.exit(0),
  (error) => process.send({ broken: error.message }, () => process.exit(1)),
);
