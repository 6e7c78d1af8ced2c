import { expect, test } from '@jest/globals';
import { eventually } from '@portal/infra/testing';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { BackupRepository } from '../ops/backup-repository.mjs';
import { Answers } from '../ops/day.mjs';
import { drillNames, loadDrill } from '../ops/drills.mjs';
import { MailServer } from '../ops/mail-server.mjs';
import { largestOf } from '../ops/process-watch.mjs';
import { reasonsOf, recordSteps } from '../ops/steps.mjs';
import { tableOf } from '../ops/table.mjs';
import { root } from './launched-product.js';

const figures = readFileSync(join(root, 'deploy/DRILLS.md'), 'utf8');

test.each(drillNames)(
  'the drill %s says what it does and has a function to run, and deploy/DRILLS.md has a section about it',
  async (name) => {
    const { about, run } = await loadDrill(name);
    expect(about).toMatch(/^\w.{20,}$/);
    expect(run).toBeInstanceOf(Function);
    expect(figures).toMatch(new RegExp(`^## .*\`${name}\``, 'm'));
  },
);

test('the figures of a drill are printed as a Markdown table', () => {
  expect(tableOf(['what', 'figure'], [['time to service', '9.1 s'], ['lost']])).toBe(
    [
      '| what            | figure |',
      '| --------------- | ------ |',
      '| time to service | 9.1 s  |',
      '| lost            |        |',
    ].join('\n'),
  );
});

test('each step of a drill counts only the requests and failures during that step', async () => {
  const answers = { requests: 5, failed: [{ status: 503 }] };
  const said: string[] = [];
  const { rows, step } = recordSteps({ say: (line) => said.push(line) }, answers);
  const refused = await step('the server is gone', async () => {
    answers.requests += 3;
    answers.failed.push({ status: 503 }, { status: 503 }, { status: 504 });
    return ['12 ms'];
  });
  await step('it is back', async () => undefined);
  expect(rows).toEqual([
    ['the server is gone', '3', '3', '12 ms'],
    ['it is back', '0', '0'],
  ]);
  expect(said[0]).toBe('the server is gone  3  3  12 ms');
  expect(reasonsOf(refused)).toBe('2 times 503, 1 times 504');
});

test('a percentile of the response times can be computed for selected requests only', () => {
  const answers = new Answers();
  answers.times = [10, 40, 20, 900].map((ms, at) => ({
    path: ms === 900 ? 'imaging/page' : 'search',
    at,
    ms,
  }));
  expect(answers.percentile(0.95)).toBe(900);
  expect(answers.percentile(0.95, ({ path }) => path === 'search')).toBe(40);
});

test('the mail server of a drill keeps an e-mail whose sender hangs up before the server answers', async () => {
  const server = new MailServer();
  server.acceptMs = 50;
  await server.start();
  const sender = connect(server.port, '127.0.0.1');
  for (const line of ['EHLO x', 'MAIL FROM:<a@x.example>', 'RCPT TO:<b@x.example>', 'DATA', 'Hello\r\n.']) {
    await once(sender, 'data');
    sender.write(`${line}\r\n`);
  }
  sender.end();
  await eventually(() => expect(server.letters).toBe(1));
  await server.stop();
});

test('the largest value of a metric is taken over all its labels, but not from a metric with a longer name', () => {
  const text = [
    '# TYPE facts_unpublished gauge',
    'facts_unpublished{service="payments"} 7',
    'facts_unpublished{service="imaging"} 12',
    'facts_unpublished_seconds{service="payments"} 300.5',
    'database_calls_waiting 3',
  ].join('\n');
  expect(largestOf(text, 'facts_unpublished')).toBe(12);
  expect(largestOf(text, 'facts_unpublished_seconds')).toBe(300.5);
  expect(largestOf(text, 'database_calls_waiting')).toBe(3);
  expect(largestOf(text, 'facts_dead')).toBe(0);
});

test('the drill of pgBackRest uses the options that deploy/README.md tells an operator to write', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-backup-'));
  const server = { dataDir: '/d', socketDir: '/s', port: 1, account: {} };
  const { configuration } = new BackupRepository(folder, server, {});
  const namesIn = (text: string): string[] => [...text.matchAll(/^([\w-]+)=/gm)].map(([, name = '']) => name);
  const [, shown = ''] =
    /```ini\n([^`]*repo1-s3[^`]*)```/.exec(readFileSync(join(root, 'deploy/README.md'), 'utf8')) ?? [];
  const written = namesIn(readFileSync(join(configuration, 'conf.d/places.conf'), 'utf8'));
  expect(namesIn(shown).length).toBeGreaterThan(5);
  expect(written).toEqual(expect.arrayContaining(namesIn(shown)));
  for (const name of ['pgbackrest.conf', 'archive.conf'])
    expect(readFileSync(join(configuration, name), 'utf8')).toBe(
      readFileSync(join(root, 'deploy/backup', name), 'utf8'),
    );
  rmSync(folder, { recursive: true });
});
