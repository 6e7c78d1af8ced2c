import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { create, toJson } from '@bufbuild/protobuf';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { events, isEventType, topicOf } from '@portal/proto/events/catalog';

const proto = resolve(import.meta.dirname, '..');
const programs = resolve(proto, '../node_modules/.bin');
const generated = 'src/events/gen';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-proto-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const buf = (...args: string[]): string =>
  execFileSync(join(programs, 'buf'), args, {
    cwd: proto,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` },
  });

function filesBelow(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

test('the Protobuf files of the events pass the standard lint rules', () => {
  expect(buf('lint')).toBe('');
});

test('generating the event types again gives the committed files', () => {
  buf('generate', '-o', folder);
  expect(filesBelow(join(folder, generated))).toEqual(filesBelow(join(proto, generated)));
}, 90_000);

test('every Protobuf message that is a fact is in the event catalog under the topic of its package', () => {
  const catalogued = Object.entries(events).map(
    ([type, schema]) => `${type.slice(0, type.indexOf('.'))} ${schema.typeName}`,
  );
  const sources = readdirSync(join(proto, 'events'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.proto'),
  );
  const partsOfOthers = ['AccountTerms', 'PerformedSearch'];
  const written = sources.flatMap((name) => {
    const text = readFileSync(join(proto, 'events', name), 'utf8');
    const [, packageName = '', topic = ''] = /^package (portal\.events\.(\w+)\.v1);/m.exec(text) ?? [];
    const messages = [...text.matchAll(/^message (\w+)/gm)].map(([, message = '']) => message);
    return messages
      .filter((message) => !partsOfOthers.includes(message))
      .map((message) => `${topic} ${packageName}.${message}`);
  });
  expect(catalogued.sort()).toEqual(written.sort());
});

test('an event name has a topic, an action and a version', () => {
  for (const type of Object.keys(events)) expect(type).toMatch(/^[a-z]+\.[a-z]+(-[a-z]+)*\.v\d+$/);
  expect(isEventType('toString')).toBe(false);
});

test('amounts in events are written as text, because large JSON numbers lose cents', () => {
  const schema = events['payments.balance-changed.v1'];
  const balance = create(schema, { account: 'a', asset: 'USD', available: 9_007_199_254_740_993n });
  expect(toJson(schema, balance)).toEqual({ account: 'a', asset: 'USD', available: '9007199254740993' });
});

test('facts that hide documents, facts about postings of the office and facts about filings have their own topics; all others share the topic of their producer', () => {
  const own = Object.keys(events).filter((type) => topicOf(type) !== type.slice(0, type.indexOf('.')));
  const kinds = ['sealed', 'unsealed', 'removed', 'restored'];
  const hiding = kinds.map((kind) => `search.document-${kind}.v1`);
  const posted = ['payments.account-closed.v1', 'payments.office-entry-posted.v1'];
  const office = [...posted, 'payments.card-merchant-changed.v1'];
  const filings = ['payments.filing-paid.v1', 'imaging.filing-changed.v1'];
  expect(own.sort()).toEqual([...office, ...filings, ...hiding].sort());
  expect(new Set(own.map(topicOf))).toEqual(new Set(['sealing', 'office', 'filing-payments', 'filings']));
});
