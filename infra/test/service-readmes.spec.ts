import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { rolesOf } from '@portal/infra/db';
import { freshDatabase } from '@portal/infra/testing';
import { events } from '@portal/proto/events/catalog';
import { serviceOf } from '@portal/proto/rpc/contract';
import { contracts } from '@portal/proto/rpc/registry';
import { everyService } from './every-service.js';

/** Topics of facts whose name differs from the name of their service. */
const topics: Readonly<Record<string, string>> = { 'admin-config': 'config' };

let services: Awaited<ReturnType<typeof everyService>>;
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let admin: pg.Client;

beforeAll(async () => {
  services = await everyService();
  fresh = await freshDatabase(...services);
  admin = new pg.Client({ connectionString: fresh.adminUrl });
  await admin.connect();
}, 120_000);
afterAll(async () => {
  await admin.end();
  await fresh.drop();
});

const readmeOf = (service: string): string => readFileSync(`services/${service}/README.md`, 'utf8');

/** The names of commands and facts that the README of a service mentions. */
const namesIn = (service: string): string[] => {
  const prefixes = [service, topics[service] ?? service].join('|');
  const written = readmeOf(service).matchAll(new RegExp(`\`((?:${prefixes})\\.[a-z\\d-]+\\.v\\d+)\``, 'g'));
  return [...new Set([...written].map(([, name = '']) => name))];
};

test('every service has a README that names its commands and facts, and no others', () => {
  expect(services.length).toBeGreaterThan(5);
  for (const { service } of services) {
    const commands = contracts.filter((contract) => serviceOf(contract) === service).map(({ name }) => name);
    const topic = `${topics[service] ?? service}.`;
    const facts = Object.keys(events).filter((type) => type.startsWith(topic));
    expect(namesIn(service).sort()).toEqual([...commands, ...facts].sort());
  }
});

test('the README of a service names all its tables', async () => {
  for (const { service } of services) {
    const { rows } = await admin.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
        WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
          AND relname NOT IN ('migration', 'dead_event') AND relname NOT LIKE 'outbox%' AND relname NOT LIKE 'inbox%'`,
      [rolesOf(service).schema],
    );
    expect(rows.length).toBeGreaterThan(0);
    const readme = readmeOf(service);
    expect(rows.map(({ name }) => name).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  }
});
