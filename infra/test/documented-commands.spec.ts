import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from './launched-product.js';

const documents = [
  'README.md',
  'deploy/README.md',
  'deploy/RUNBOOKS.md',
  'deploy/DRILLS.md',
  'infra/README.md',
];
const text = documents.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');

/**
 * All texts of the documents that may be commands: lines of code blocks without their comments, and everything between
 * single backticks.
 */
const shown = [
  ...[...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').split('\n'),
  ),
  ...[...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
].map((line) => line.replace(/\s+#.*$/, '').trim());
const named = (form: RegExp): string[][] =>
  shown.flatMap((line) => [...line.matchAll(form)].map((found) => found.slice(1).map((part) => part ?? '')));

const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');

/** Calls of the operator's command line: as `portal …`, in a checkout, and in the image. */
const operatorCalls = [
  ...named(/^portal ([a-z-]+)(.*)$/g),
  ...named(/npm run portal -- ([a-z-]+)(.*)$/g),
  ...named(/docker compose run --rm operator ([a-z-]+)(.*)$/g),
].filter(([command]) => !command?.startsWith('-'));

test('the documents name commands of every kind, so that the tests below check something', () => {
  expect(operatorCalls.length).toBeGreaterThan(10);
  expect(named(/npm (?:run )?([a-z:-]+)/g).length).toBeGreaterThan(20);
  expect(named(/docker compose (.*)/g).length).toBeGreaterThan(8);
});

const commands = [...new Set(operatorCalls.map(([command = '']) => command))];

test.each(commands)(
  '`portal %s` is a command with a help text, and knows the options that the documents show',
  (command) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(root, 'infra/local/portal.mjs'), command, '--help'],
      { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
    );
    expect(status).toBe(0);
    const options = operatorCalls
      .filter(([name]) => name === command)
      .flatMap(([, rest = '']) => [...rest.matchAll(/--[a-z-]+/g)].map(([option]) => option));
    for (const option of options.filter((name) => name !== '--help')) expect(stdout).toContain(option);
  },
);

test('every npm script that the documents name exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const asked = named(/npm run ([a-z][a-z:-]*)/g).map(([name = '']) => name);
  expect(asked.filter((name) => !(name in scripts))).toEqual([]);
});

test('every service and profile of Compose that the documents name exists', () => {
  const services = [...compose.matchAll(/^ {2}([a-z0-9-]+):$/gm)].map(([, name]) => name);
  const asked = named(/docker compose (?:.* )?(?:restart|stop|exec -T|run --rm|up --wait) ([a-z0-9-]+)/g);
  expect(asked.flat().filter((name) => !services.includes(name))).toEqual([]);
  const profiles = named(/docker compose --profile ([a-z]+)/g).flat();
  expect(profiles.filter((name) => !compose.includes(`[${name}]`))).toEqual([]);
});

test('every file that a runbook mentions exists', () => {
  const files = named(/^((?:deploy|infra|services)\/[\w./-]+\.(?:md|mjs|yml))$/g).flat();
  for (const file of files) expect(readFileSync(join(root, file), 'utf8')).not.toBe('');
});
