import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { groupsOf } from '../local/jest-groups.mjs';
import PassedReporter from '../local/passed-reporter.mjs';

test('up to eight test files of a folder run together, some run alone, and the tests of mutants do not run', () => {
  const payments = Array.from({ length: 9 }, (_, at) => `/p/services/payments/test/${at}.spec.ts`);
  const search = '/p/services/search/test/plan.spec.ts';
  const slow = '/p/services/payments/test/money-mutants.spec.ts';
  const alone = '/p/services/imaging/test/render.spec.ts';
  expect(groupsOf([alone, search, slow, ...payments.toReversed()])).toEqual([
    payments.slice(0, 8),
    payments.slice(8),
    [search],
    [alone],
  ]);
});

const one = (status: string, ...[title = '', ...blocks]: string[]) => ({
  status,
  title,
  ancestorTitles: blocks,
  failureMessages: status === 'failed' ? ['\u001B[31mexpected 1, received 2\u001B[39m'] : [],
});

test('a test in a group of files is reported under its own title, and if it fails, only its own file runs again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-report-'));
  const report = join(folder, 'report.json');
  const [first, second] = ['infra/test/rpc.spec.ts', 'infra/test/jobs.spec.ts'];
  const tests = [
    one('passed', 'answers', first, 'one command'),
    one('failed', 'runs once', second),
    one('passed', 'a search', 'by name'),
  ];
  const before = process.env['TEST_REPORT'];
  process.env['TEST_REPORT'] = report;
  try {
    new PassedReporter().onRunComplete(undefined, {
      numPendingTests: 2,
      testResults: [
        { testFilePath: resolve(first), failureMessage: 'x', numFailingTests: 1, testResults: tests },
        { testFilePath: '/p/broken.spec.ts', testExecError: new Error('no module'), testResults: [] },
      ],
    });
  } finally {
    if (before === undefined) delete process.env['TEST_REPORT'];
    else process.env['TEST_REPORT'] = before;
  }
  expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({
    passed: ['one command answers', 'by name a search'],
    failed: ['runs once', '/p/broken.spec.ts'],
    causes: ['runs once\nexpected 1, received 2', '/p/broken.spec.ts\nno module'],
    failedFiles: [resolve(second), '/p/broken.spec.ts'],
    failedGroups: 2,
    skipped: 2,
  });
  rmSync(folder, { recursive: true });
});
