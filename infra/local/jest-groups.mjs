// The test runner of all jest projects. It can run several test files as one, so that the packages and sources that
// these files share are loaded once.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import jestCircus from 'jest-circus/runner';
import { projectRoot } from './node-version.mjs';

/** The maximum number of files that are loaded together. More would save little and keep more in memory. */
const LARGEST = 8;

/** Slow tests that check other tests; `npm run money -- mutants` runs them. */
export const slowTests = 'money-mutants';

/** Files that run alone, because they test settings that hold for a whole process. */
const alone = [
  // this file changes which kinds of pictures libvips may read
  'services/imaging/test/render.spec.ts',
  // this file changes zod's error texts
  'infra/test/boundaries.spec.ts',
];
const runsAlone = (file) => alone.some((each) => file.endsWith(each));

/** Divides test files into groups, each with files of one folder. @param {readonly string[]} files absolute */
export function groupsOf(files) {
  /** @type {string[][]} */
  const groups = [];
  const single = files.filter(runsAlone);
  const others = files.filter((file) => !file.includes(slowTests) && !runsAlone(file));
  for (const file of others.toSorted()) {
    const last = groups.at(-1);
    const fits = last && last.length < LARGEST && path.dirname(last[0] ?? '') === path.dirname(file);
    if (fits) last.push(file);
    else groups.push([file]);
  }
  return [...groups, ...single.map((file) => [file])];
}

/**
 * TEST_GROUPS is the path of a JSON file that lists groups of test files. The first test file of a group stands for the
 * whole group.
 */
const groups = process.env.TEST_GROUPS
  ? new Map(JSON.parse(readFileSync(process.env.TEST_GROUPS, 'utf8')).map((group) => [group[0], group]))
  : new Map();

/**
 * The files of the group that this file represents in this run; only the file itself if it has no group.
 * @returns {readonly string[]}
 */
export const groupOf = (file) => groups.get(file) ?? [file];

/** The title of the `describe` block that contains the tests of one file of a group. */
const blockOf = (file) => path.relative(projectRoot, file);
export const isBlockOfFile = (title) => /\.spec\.tsx?$/.test(title);

/** Runs a test file, or all files of its group, as jest's own runner does. */
export default async function runGroup(globalConfig, config, environment, runtime, testPath, ...rest) {
  freeFormerModules();
  const group = groupOf(testPath);
  if (group.length > 1) runAsOne(group, environment, runtime);
  return jestCircus.default(globalConfig, config, environment, runtime, testPath, ...rest);
}

/**
 * The heap size, in bytes, above which modules are freed. The heap reaches this size after about ten groups. Freeing
 * takes a third of a second, so it would cost too much to free modules more often.
 */
const MANY_MODULES = 400e6;

/**
 * Frees the modules of earlier groups, 30 MB for each group, because every garbage collection would visit them. An
 * ordinary collection does not free them: V8's cache of compiled code refers to them, and V8 empties this cache only in
 * a collection of last resort.
 */
function freeFormerModules() {
  if (process.memoryUsage().heapUsed > MANY_MODULES)
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Makes jest load all files of the group instead of only the first. Each file is loaded as if a `describe` of its own
 * surrounded it.
 */
function runAsOne(group, environment, runtime) {
  let circusState;
  environment.handleTestEvent = (_event, state) => {
    circusState ??= state;
  };
  const importOne = runtime.unstable_importModule.bind(runtime);
  runtime.unstable_importModule = async (file, ...rest) => {
    if (file !== group[0]) return importOne(file, ...rest);
    for (const member of group) {
      const outer = circusState.currentDescribeBlock;
      environment.global.describe(blockOf(member), () => undefined);
      circusState.currentDescribeBlock = outer.children.at(-1);
      await importOne(member);
      circusState.currentDescribeBlock = outer;
    }
  };
}
