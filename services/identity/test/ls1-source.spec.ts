import { describe, expect, test } from '@jest/globals';
import { ls1AccountsUsersRequest, ls1AuditLogRequest, readLs1Address } from '@portal/proto/http/ls1';
import type * as z from 'zod/mini';
import { HostGuard } from '../src/ls1-migrations/host.guard.js';
import {
  numbered,
  postgresStatements,
  sqlServerStatements,
} from '../src/ls1-migrations/source-statements.js';
import { batchOf } from '../src/ls1-migrations/migration-steps.js';

const faults = (schema: z.ZodMiniType, typed: object): Record<string, string> => {
  const result = schema.safeParse(typed);
  return result.success
    ? {}
    : Object.fromEntries(result.error.issues.map(({ path, message }) => [String(path[0]), message]));
};
const source = {
  ...{ landSharkOneDbAddress: 'postgres://ls1.county.example', landSharkOneDbName: 'ls1' },
  ...{ landSharkOneDbUsername: 'reader', landSharkOneDbPassword: 'secret' },
};

describe('the forms of a migration', () => {
  test.each([
    ['C8-03', 'landSharkOneDbAddress'],
    ['C8-04', 'landSharkOneDbName'],
    ['C8-05', 'landSharkOneDbUsername'],
    ['C8-06', 'landSharkOneDbPassword'],
  ])('%s both require the field %s', (_id, field) => {
    for (const schema of [ls1AccountsUsersRequest, ls1AuditLogRequest]) {
      expect(faults(schema, { ...source, [field]: '' })).toEqual({ [field]: 'forms:required' });
      expect(faults(schema, { ...source, [field]: undefined })).toEqual({ [field]: 'forms:required' });
    }
  });

  test('have the fields of C8-02, C8-11 and C8-12, with 10000 rows in a batch by default', () => {
    expect(ls1AccountsUsersRequest.parse(source)).toEqual({ ...source, checkOnly: false });
    expect(ls1AuditLogRequest.parse(source)).toEqual({
      ...{ ...source, checkOnly: false, fromDate: '', toDate: '', dataType: 'ALL', batchSize: 10_000 },
    });
  });

  test('C8-13 accept only whole numbers as batch size', () => {
    for (const batchSize of [0, 1.5, -1, 100_001, 'many', Number.NaN])
      expect(faults(ls1AuditLogRequest, { ...source, batchSize })).toEqual({
        batchSize: 'operations:ls1.batchSizeForm',
      });
  });

  test('refuse dates that do not exist or are in the wrong order', () => {
    expect(faults(ls1AuditLogRequest, { ...source, fromDate: '02/30/2009' })).toEqual({
      fromDate: 'forms:invalidDate',
    });
    expect(faults(ls1AuditLogRequest, { ...source, fromDate: '02/02/2009', toDate: '02/01/2009' })).toEqual({
      toDate: 'forms:invalidDateRange',
    });
  });
});

describe('the address of an LS1 database', () => {
  test.each([
    ['postgres://db.example', { kind: 'postgres', host: 'db.example', port: 5432, tls: 'verify-full' }],
    [
      'postgres://db.example:6432?sslmode=disable',
      { kind: 'postgres', host: 'db.example', port: 6432, tls: 'disable' },
    ],
    ['sqlserver://db.example', { kind: 'sqlserver', host: 'db.example', port: 1433, tls: 'verify-full' }],
    ['db.example:1444', { kind: 'sqlserver', host: 'db.example', port: 1444, tls: 'verify-full' }],
    [
      'postgres://[2001:db8::1]:5433',
      { kind: 'postgres', host: '2001:db8::1', port: 5433, tls: 'verify-full' },
    ],
  ])('can be given as %s', (text, read) => {
    expect(readLs1Address(text)).toEqual(read);
  });

  test.each([
    ...[
      'http://db.example',
      'postgres://user:secret@db.example',
      'postgres://db.example/other',
      'db example',
    ],
    ...['postgres://db.example:0', 'postgres://db.example:65536', 'postgres://', 'postgres://a?host=/tmp'],
  ])('is refused: %s', (text) => {
    expect(readLs1Address(text)).toBeUndefined();
  });
});

describe('S27 the host of an LS1 database', () => {
  const guard = new HostGuard({ ls1Hosts: ['10.1.0.0/16', '127.0.0.1'] });
  const named = (...ips: string[]) => guard.addressOf('db.example', async () => ips);

  test.each([
    ...['169.254.169.254', '127.0.0.2', '10.2.0.1', '192.168.1.1', '172.31.0.1', '0.0.0.0', '::1', '::'],
    ...['fd00::1', 'fe80::1', '::ffff:169.254.169.254', '100.64.0.1', '64:ff9b::a9fe:a9fe', '224.0.0.1'],
    ...['::10.2.0.1', '64:ff9b:1::a02:1', '2002:a02:1::1', '2001:0:a02:1::1', 'fec0::1'],
  ])('is refused in an internal network, whether it is given by IP address or by name: %s', async (ip) => {
    await expect(guard.addressOf(ip)).rejects.toThrow('HOST_NOT_ALLOWED');
    await expect(named(ip)).rejects.toThrow('HOST_NOT_ALLOWED');
  });

  test('is refused if one of its addresses is internal', async () => {
    await expect(named('192.0.2.7', '127.0.0.5')).rejects.toThrow('HOST_NOT_ALLOWED');
  });

  test('is called at the IP address that was checked, if that address is public or listed by the operator', async () => {
    expect(await named('192.0.2.7')).toBe('192.0.2.7');
    expect(await named('10.1.9.9')).toBe('10.1.9.9');
    expect(await guard.addressOf('127.0.0.1')).toBe('127.0.0.1');
    await expect(guard.addressOf('no.such.host.invalid', () => Promise.reject(new Error()))).rejects.toThrow(
      'HOST_UNKNOWN',
    );
  });
});

describe('the SQL statements that read LS1', () => {
  // if SQL Server cut a text to a length that the portal accepts, nobody would notice what is missing
  test('do not shorten a text of SQL Server to a length that the portal accepts', () => {
    for (const [, length] of sqlServerStatements.read('ls1_audit').matchAll(/nvarchar\((\d+)\)/g))
      expect(Number(length)).toBeGreaterThan(2 * 500);
  });

  test('read the rows after a given number in PostgreSQL', () => {
    const { text, values } = numbered(postgresStatements.read('ls1_user'), { after: '41', limit: 100 });
    expect(text).toMatch(/^SELECT CAST\(user_id AS text\) AS user_id, .* FROM ls1_user AS source /);
    expect(text).toMatch(/WHERE source.user_id > CAST\(\$1 AS bigint\) ORDER BY source.user_id LIMIT \$2$/);
    expect(values).toEqual(['41', 100]);
  });

  test('read the rows after a given number, limit the period and count rows in SQL Server', () => {
    expect(sqlServerStatements.read('ls1_account')).toMatch(
      /^SELECT TOP \(@limit\) CONVERT\(nvarchar\(1001\), account_id\) AS account_id, .* FROM ls1_account AS source WHERE source.account_id > @after ORDER BY source.account_id$/,
    );
    expect(sqlServerStatements.read('ls1_audit')).toContain(
      `AND (@from IS NULL OR entry_at >= @from) AND (@until IS NULL OR entry_at < @until) AND (NOT (@onlyTransactions = 1) OR log_type = 'PURCHASES')`,
    );
    expect(sqlServerStatements.count('ls1_user')).toBe(
      'SELECT CONVERT(nvarchar(1001), count(*)) AS rows_found, ' +
        'CONVERT(nvarchar(1001), count(CASE WHEN user_id > 0 THEN 1 END)) AS rows_numbered FROM ls1_user WHERE 1 = 1',
    );
  });
});

test('a batch starts after the highest row number of the previous batch and contains each row number once', () => {
  const row = (number: string) => ({ row: { number } });
  const refused = { refused: { number: '12', name: '', reason: 'TYPE' as const } };
  const batch = batchOf(3n, [
    row('4'),
    row('5'),
    row('5'),
    refused,
    { refused: { number: 'x', name: '', reason: 'INCOMPLETE' } },
  ]);
  expect(batch).toMatchObject({ last: 12n, read: 5 });
  expect(batch.rows).toEqual([{ number: '4' }, { number: '5' }]);
  expect(batch.refused.map(({ number, reason }) => [number, reason])).toEqual([
    ['12', 'TYPE'],
    ['x', 'INCOMPLETE'],
    ['5', 'ID_TWICE'],
  ]);
});
