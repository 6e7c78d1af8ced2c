import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { firstMissingPackage } from '../local/install-state.mjs';
import { explainNpmFailure } from '../local/install.mjs';
import { findNode, whyNodeIsTooOld } from '../local/node-version.mjs';
import { readReplicas } from '../local/service-processes.mjs';
import { root, temporaryFolder } from './launched-product.js';

describe('the Node that runs npm', () => {
  test('can be 20.19 or newer on Linux, because npm installs Node 24 as a dependency there', () => {
    expect(whyNodeIsTooOld('v20.19.0', 'linux', 'x64')).toBeUndefined();
    expect(whyNodeIsTooOld('v22.1.0', 'linux', 'arm64')).toBeUndefined();
    expect(whyNodeIsTooOld('v20.18.3', 'linux', 'x64')).toBe(
      'Node 20.19 or newer is needed; this is v20.18.3. Install Node 24 or newer from https://nodejs.org and run the command again.',
    );
  });

  test('must be Node 24 or newer on other systems, and an older one is refused with a message of one line', () => {
    expect(whyNodeIsTooOld('v24.0.0', 'darwin', 'arm64')).toBeUndefined();
    expect(whyNodeIsTooOld('v22.20.0', 'darwin', 'arm64')).toMatch(
      /^Node 24 or newer is needed on darwin arm64; this is v22\.20\.0\. .*$/,
    );
  });
});

/**
 * The end of security fixes for each major version of Node, from nodejs/release. A version that is not listed has no
 * support.
 */
const supportedUntil: Record<string, string> = { 24: '2028-04-30', 26: '2029-04-30' };

test('S43 the product needs a Node version that is in support, and its tests run on such a version', () => {
  const needed = /Node (\d+) or newer/.exec(whyNodeIsTooOld('v18.0.0', 'darwin', 'arm64') ?? '')?.[1] ?? '';
  const [tested = ''] = process.versions.node.split('.');
  const today = new Date().toISOString().slice(0, 10);
  for (const major of [needed, tested])
    expect([major, (supportedUntil[major] ?? '') > today]).toEqual([major, true]);
  expect(findNode()).toBe(process.execPath);
});

describe('an installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, packages: Record<string, object>): void => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify({ packages }));
  };

  test('is complete when npm has recorded the locked version of every package for this system', () => {
    const here = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
    const other = { version: '1.0.0', optional: true, os: ['sunos'], cpu: ['x64'] };
    write('package-lock.json', {
      '': {},
      'node_modules/a': { version: '2.0.0' },
      'node_modules/b': here,
      'node_modules/c': other,
    });
    expect(firstMissingPackage(folder)).toBe('node_modules');
    write('node_modules/.package-lock.json', {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': here,
    });
    expect(firstMissingPackage(folder)).toBe('node_modules/a');
    write('node_modules/.package-lock.json', { 'node_modules/a': { version: '2.0.0' } });
    expect(firstMissingPackage(folder)).toBe('node_modules/b');
    write('node_modules/.package-lock.json', {
      'node_modules/a': { version: '2.0.0' },
      'node_modules/b': here,
    });
    expect(firstMissingPackage(folder)).toBeUndefined();
  });

  test('exits with 1 if there is no network, and says in one line that npm cannot reach its registry', () => {
    for (const file of ['package.json', 'package-lock.json', 'infra/local']) {
      cpSync(join(root, file), join(folder, file), { recursive: true });
    }
    const env = {
      ...process.env,
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_fetch_retries: '0',
      npm_config_cache: join(folder, 'cache'),
    };
    const run = spawnSync(process.execPath, [join(folder, 'infra/local/prestart.mjs')], {
      env,
      encoding: 'utf8',
    });
    expect(run.status).toBe(1);
    expect(run.stderr.trim().split('\n').at(-1)).toBe(
      'npm cannot reach its registry. Check the network (or the proxy settings of npm) and run the command again.',
    );
  }, 120_000);

  test('explains a failure of npm when the disk is full or a folder is not writable', () => {
    expect(explainNpmFailure('npm error code ENOSPC')).toContain('No disk space is left');
    expect(explainNpmFailure('npm error code EACCES')).toContain('may not write to');
    expect(explainNpmFailure('npm error strange')).toContain('its own words are above');
  });
});

test('REPLICAS sets the number of replicas of each service, and a wrong value is refused with the reason', () => {
  expect(readReplicas('search=2, imaging=3', ['imaging', 'payments', 'search'])).toEqual({
    imaging: 3,
    payments: 1,
    search: 2,
  });
  expect(readReplicas(undefined, ['search'])).toEqual({ search: 1 });
  expect(() => readReplicas('serach=2', ['search'])).toThrow('"serach=2" does not');
  expect(() => readReplicas('search=0', ['search'])).toThrow('"search=0" does not');
});
