import { fork } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../local/node-version.mjs';
import { Problem } from '../../local/problem.mjs';
import { changesIn } from './operators.mjs';
import { equivalents } from './equivalents.mjs';
import { figuresOf, writeTable } from './table.mjs';

const CHILD = path.join(import.meta.dirname, 'child.mjs');
/**
 * A change whose tests run longer than this counts as killed. No test of a rule takes so long, so the change must have
 * made a loop endless.
 */
const LONGEST_MS = 5_000;
/** The longest time that a process may take to start; the first load compiles all modules that the tests import. */
const LONGEST_START_MS = 120_000;

const say = (line) => process.stdout.write(`${line}\n`);

/** @typedef {{ file: string, line: number, what: string, outcome: 'killed' | 'survived' | 'equivalent' }} Mutant */

const packageOf = (file) => /^(services\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? '';
export const areaOf = (file) => packageOf(file).replace('services/', '');

/**
 * @param {{ names: string[], survivors: boolean }} options names of areas or parts of paths
 * @returns {Promise<number>} the exit code: 1 when an area is below the goal
 */
export async function runMutants({ names, survivors }) {
  const every = globSync('{gateway,infra,web,services/*}/src/**/*.rules.ts', { cwd: projectRoot }).sort();
  const areas = new Set(every.map(areaOf));
  const isNamed = (file) =>
    names.some((name) => (areas.has(name) ? areaOf(file) === name : file.includes(name)));
  const files = every.filter((file) => names.length === 0 || isNamed(file));
  if (files.length === 0) throw new Problem(`no area or file of rules is called ${names.join(', ')}`);
  const mutants = [];
  for (const file of files) {
    const made = await mutantsOf(file);
    mutants.push(...made);
    say(`${file}: ${shownFigures(made)}`);
    if (survivors) for (const { line, what } of survivorsOf(made)) say(`  ${line}: ${what}`);
  }
  const figures = figuresOf(mutants);
  for (const { area, ...counts } of figures) say(`${area}: ${shownRate(counts)}`);
  if (names.length === 0)
    writeFileSync(path.join(projectRoot, 'infra/bench/MUTANTS.md'), writeTable(mutants));
  return figures.every(({ rate }) => rate >= 0.9) ? 0 : 1;
}

const survivorsOf = (mutants) => mutants.filter(({ outcome }) => outcome === 'survived');
const shownFigures = (mutants) => shownRate(figuresOf(mutants)[0] ?? { killed: 0, counted: 0, rate: 1 });
const shownRate = ({ killed, counted, rate }) =>
  `${killed} of ${counted} killed, ${(rate * 100).toFixed(1)} %`;

/** @returns {Promise<Mutant[]>} */
async function mutantsOf(file) {
  const source = readFileSync(path.join(projectRoot, file), 'utf8');
  const changes = changesIn(source);
  const outcomes = await outcomesOf(file, changes.length);
  return changes.map(({ line, what }, index) => ({
    file,
    line,
    what,
    outcome: outcomes[index]
      ? 'killed'
      : equivalents.some((one) => isThat(one, file, what))
        ? 'equivalent'
        : 'survived',
  }));
}

const isThat = (known, file, what) => file.endsWith(known.file) && known.what.includes(what);

/** The outcome of each change. A process that hangs is ended, and another continues with the next change. */
async function outcomesOf(file, count) {
  const outcomes = Array.from({ length: count }, () => false);
  const tests = path.join(projectRoot, packageOf(file), 'test');
  const specs = globSync('**/*rules.spec.ts', { cwd: tests }).map((spec) => path.join(tests, spec));
  for (let from = 0; from < count;) {
    const hung = await runChild([path.join(projectRoot, file), String(from), ...specs], outcomes);
    if (hung === undefined) break;
    outcomes[hung] = true;
    from = hung + 1;
  }
  return outcomes;
}

/** @returns the change at which the process hung or died; undefined when it finished */
function runChild(args, outcomes) {
  const child = fork(CHILD, args, {
    execArgv: ['--conditions=source', '--no-warnings'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    let trying;
    let broken;
    const hang = () => child.kill('SIGKILL');
    let deadline = setTimeout(hang, LONGEST_START_MS);
    child.on('message', (told) => {
      clearTimeout(deadline);
      deadline = setTimeout(hang, LONGEST_MS);
      if (told.trying !== undefined) trying = told.trying;
      if (told.index !== undefined) outcomes[told.index] = told.killed;
      broken ??= told.broken;
    });
    child.once('exit', (code) => {
      clearTimeout(deadline);
      if (broken !== undefined || (code !== 0 && trying === undefined))
        reject(new Problem(`the tests do not hold without a change: ${broken ?? `ended with ${code}`}`));
      else resolve(code === 0 ? undefined : trying);
    });
  });
}
