import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { billFaults, lockFaults, readAudit } from '../local/supply-chain.rules.mjs';

const hole = (severity: string) => ({ name: 'x', severity, range: '<2', via: [{ title: 'it leaks' }, 'y'] });

describe('the audit of packages', () => {
  test('lists only vulnerabilities of high or critical severity', () => {
    const report = JSON.stringify({
      vulnerabilities: { a: hole('high'), b: hole('critical'), c: hole('moderate') },
    });
    expect(readAudit(report).holes).toEqual([
      'x <2 (high): it leaks; through y',
      'x <2 (critical): it leaks; through y',
    ]);
    expect(readAudit('{"vulnerabilities":{}}')).toEqual({ holes: [] });
  });

  test.each([
    {
      statusCode: 405,
      message: '405 Method Not Allowed - POST https://registry.npmjs.org/-/npm/v1/security',
    },
    { message: 'request to https://registry.npmjs.org failed, reason: getaddrinfo EAI_AGAIN' },
    { error: { code: 'ECONNREFUSED', summary: 'connect failed' } },
  ])('passes without a registry, and says that it could not check: %j', (answer) => {
    expect(readAudit(JSON.stringify(answer))).toEqual({
      unreachable: expect.stringMatching(/\w/),
      holes: [],
    });
  });

  test.each(['', '{}', '{"statusCode":401,"message":"401 Unauthorized"}', '{"error":{"code":"ENOLOCK"}}'])(
    'fails on any other error: %s',
    (answer) => {
      expect(() => readAudit(answer)).toThrow(/gave no report/);
    },
  );
});

test('the lock file has a checksum for each package and no URL outside the registry', () => {
  const good = { integrity: 'sha512-x' };
  expect(lockFaults({ packages: { '': {}, gateway: {}, 'node_modules/a': good } })).toEqual([]);
  const packages = {
    'node_modules/b': { integrity: 'sha1-x' },
    'node_modules/c': { ...good, resolved: 'git+ssh://git@example.test/c.git' },
    'node_modules/own': { link: true, resolved: 'gateway' },
  };
  expect(lockFaults({ packages })).toEqual([
    'node_modules/b has no sha512 checksum',
    'node_modules/c comes from git+ssh://git@example.test/c.git',
  ]);
});

test('the bill of materials has a checksum for each third-party component', () => {
  const whole = { name: 'a', version: '1', purl: 'pkg:npm/a@1', hashes: [{}] };
  expect(billFaults({ bomFormat: 'CycloneDX', components: [whole] })).toEqual([]);
  expect(billFaults({ bomFormat: 'CycloneDX', components: [{ ...whole, hashes: [] }] })).toHaveLength(1);
  expect(billFaults({ bomFormat: 'SPDX', components: [whole] })).toHaveLength(1);
  expect(billFaults({ bomFormat: 'CycloneDX', components: [] })).toHaveLength(1);
});

describe('S42 the command npm run supply-chain', () => {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    components: [{ name: 'a', version: '1', purl: 'pkg:npm/a@1', hashes: [{}] }],
  };

  /** Runs `npm run supply-chain` with an npm that answers `audit` with this report. */
  const runWith = async (audit: object): Promise<{ code: number; printed: string }> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portal-supply-'));
    const npm = path.join(folder, 'npm');
    writeFileSync(path.join(folder, 'audit'), JSON.stringify(audit));
    writeFileSync(path.join(folder, 'sbom'), JSON.stringify(bill));
    // exits with 1 on `audit`, as npm does when it finds vulnerabilities
    writeFileSync(npm, `#!/bin/sh\ncat "${folder}/$1"\n[ "$1" = sbom ]\n`);
    chmodSync(npm, 0o755);
    const args = ['infra/local/supply-chain.mjs', path.join(folder, 'bom.json')];
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    try {
      return await new Promise((resolve) => {
        execFile(process.execPath, args, { env }, (error, out, complaints) =>
          resolve({ code: Number(error?.code ?? 0), printed: out + complaints }),
        );
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test('S42 fails when a known vulnerability is found, and names it', async () => {
    const { code, printed } = await runWith({ vulnerabilities: { x: hole('high') } });
    expect(code).toBe(1);
    expect(printed).toContain('x <2 (high): it leaks');
  });

  test('S42 passes when no vulnerability is found, and says when it could not check', async () => {
    const none = await runWith({ vulnerabilities: { x: hole('moderate') } });
    expect([none.code, none.printed]).toEqual([
      0,
      expect.stringContaining('Known holes of high severity: none.'),
    ]);
    const away = await runWith({ statusCode: 405, message: '405 Method Not Allowed' });
    expect([away.code, away.printed]).toEqual([0, expect.stringContaining('Known holes: NOT CHECKED')]);
  });

  test('S42 fails on an answer that is not a report', async () => {
    expect((await runWith({ statusCode: 401, message: '401 Unauthorized' })).code).toBe(1);
  });
});
