import { createHash, randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from '@jest/globals';
import { events } from '@portal/proto/events/catalog';
import {
  archivePartKey,
  checkpointFolder,
  checkpointKey,
  readArchive,
  sha256,
  writeArchive,
} from '../src/audit/audit-archive.rules.js';
import type { AuditRow } from '../src/audit/audit-row.entity.js';
import {
  auditedTypes,
  chained,
  chainHash,
  ChainReader,
  GENESIS,
  readAnchor,
  recordOf,
  writeAnchor,
  type Anchor,
  type ChainFault,
} from '../src/audit/audit.rules.js';

function chainOf(length: number): AuditRow[] {
  const rows: AuditRow[] = [];
  let prevHash: Buffer = GENESIS;
  for (let seq = 1; seq <= length; seq += 1) {
    const record = {
      ...{ countyId: 'lake', eventId: randomUUID(), at: new Date(1_700_000_000_000 + seq), actor: 'u' },
      ...{
        action: 'payments.order-paid',
        object: `order:${seq}`,
        beforeHash: '',
        afterHash: '',
        ipTrunc: '',
      },
      ...{ correlationId: 'c', detail: '{}' },
    };
    const hash = chainHash(prevHash, BigInt(seq), record);
    rows.push({ ...record, seq: String(seq), prevHash, hash });
    prevHash = hash;
  }
  return rows;
}

function firstFault(rows: readonly AuditRow[], anchors: readonly Anchor[] = []): ChainFault | undefined {
  const reader = new ChainReader(anchors);
  for (const row of rows) {
    const fault = reader.read(row);
    if (fault) return fault;
  }
  return reader.end();
}

const rowAt = (rows: readonly AuditRow[], index: number): AuditRow => {
  const row = rows[index];
  if (!row) throw new Error('no such row');
  return row;
};

describe('the chain of audit records', () => {
  test('is valid if nothing was changed', () => {
    expect(firstFault(chainOf(20))).toBeUndefined();
  });

  test.each([
    'actor',
    'action',
    'object',
    'beforeHash',
    'afterHash',
    'ipTrunc',
    'correlationId',
    'detail',
  ] as const)('breaks at the row in which %s was changed', (field) => {
    const rows = chainOf(10);
    rows[4] = { ...rowAt(rows, 4), [field]: 'other' };
    expect(firstFault(rows)).toEqual({ seq: 5n, reason: 'ROW_CHANGED' });
  });

  test('breaks where a row in the middle is missing', () => {
    const rows = chainOf(10);
    rows.splice(4, 1);
    expect(firstFault(rows)).toEqual({ seq: 5n, reason: 'ROW_MISSING' });
  });

  test('breaks at the row after a row that was changed together with its hash', () => {
    const rows = chainOf(10);
    const changed = { ...rowAt(rows, 4), actor: 'other' };
    rows[4] = { ...changed, hash: chainHash(changed.prevHash, 5n, changed) };
    expect(firstFault(rows)).toEqual({ seq: 6n, reason: 'CHAIN_BROKEN' });
  });

  test('differs from its anchor if all of its rows were rewritten', () => {
    const anchor = { seq: 7n, hash: rowAt(chainOf(10), 6).hash };
    expect(firstFault(chainOf(10), [anchor])).toEqual({ seq: 7n, reason: 'ANCHOR_DIFFERS' });
  });

  test('ends before its anchor if its newest rows were deleted', () => {
    const rows = chainOf(10);
    const anchor = { seq: 10n, hash: rowAt(rows, 9).hash };
    expect(firstFault(rows.slice(0, 4), [anchor])).toEqual({ seq: 5n, reason: 'NEWEST_MISSING' });
  });
});

test('an anchor of the audit log can be written as text and read back', () => {
  const anchor = { seq: 12n, hash: rowAt(chainOf(1), 0).hash };
  expect(readAnchor(writeAnchor(anchor, '2026-01-01T00:00:00Z'))).toEqual(anchor);
  expect(() => readAnchor('12 abc now\n')).toThrow('does not parse');
});

describe('the list of audited events', () => {
  const topics = new Set(auditedTypes.map((type) => type.slice(0, type.indexOf('.'))));

  test('includes events about people, money and configuration, and events that exist only for the audit log', () => {
    expect([...topics].sort()).toEqual(['audit', 'config', 'identity', 'payments']);
  });

  test('does not include searches, because they are not actions', () => {
    expect(auditedTypes).not.toContain('search.search-performed.v1');
  });
});

describe('the record of an event', () => {
  const envelope = {
    ...{ id: 'event-1', county: 'lake', aggregate: 'order:1', sequence: 7, replay: false },
    ...{ time: new Date('2026-11-20T15:00:00Z'), correlationId: 'c-1', actor: 'user:1' },
  };
  const common = {
    ...{ countyId: 'lake', eventId: 'event-1', at: envelope.time, actor: 'user:1', correlationId: 'c-1' },
  };
  const held = (amount: bigint) =>
    ({
      ...envelope,
      type: 'payments.order-held.v1',
      payload: create(events['payments.order-held.v1'], { order: 'o-1', amount, asset: 'USD' }),
    }) as const;

  test('names the action and its object, and has the fields of the event', () => {
    const { detail, ...record } = recordOf(held(9_007_199_254_740_993n));
    expect(record).toEqual({
      ...common,
      ...{ action: 'payments.order-held', object: 'order:1', beforeHash: '', afterHash: '', ipTrunc: '' },
    });
    expect(JSON.parse(detail)).toEqual({
      ...{ order: 'o-1', user: '', account: '', documentKey: '' },
      ...{ amount: '9007199254740993', asset: 'USD', funding: '' },
    });
  });

  test('leaves out fields that this version does not know', () => {
    const fact = held(1n);
    fact.payload.$unknown = [{ no: 99, wireType: 2, data: new Uint8Array([1]) }];
    expect(recordOf(fact).detail).not.toContain('unknown');
  });

  test('has the IP address from which a user signed in', () => {
    const payload = create(events['identity.signed-in.v1'], { user: 'u', address: '203.0.113.0/24' });
    expect(recordOf({ ...envelope, type: 'identity.signed-in.v1', payload }).ipTrunc).toBe('203.0.113.0/24');
  });

  test('has no actor if no person acted', () => {
    const { actor: _nobody, ...nobodys } = held(1n);
    expect(recordOf(nobodys).actor).toBe('');
  });

  test('has the details of an action, and the hashes of the object before and after the action', () => {
    const said = {
      ...{ action: 'config.saved', object: 'section:escrow', beforeHash: 'b', afterHash: 'a' },
      detail: '{"field":1}',
    };
    const payload = create(events['audit.action-taken.v1'], { ...said, address: '203.0.113.0/24' });
    expect(recordOf({ ...envelope, type: 'audit.action-taken.v1', payload })).toEqual({
      ...common,
      ...said,
      ipTrunc: '203.0.113.0/24',
    });
  });
});

describe('records that are added to the audit log', () => {
  const whole = chainOf(5);
  const records = whole.map(({ seq: _seq, prevHash: _prev, hash: _hash, ...record }) => record);

  test('become the next rows of the hash chain', () => {
    const end = { seq: 2n, hash: rowAt(whole, 1).hash };
    expect(chained(end, records.slice(2))).toEqual(whole.slice(2));
  });

  test('become the first rows of an empty hash chain', () => {
    expect(chained({ seq: 0n, hash: GENESIS }, records)).toEqual(whole);
  });
});

test('the first row of the audit log has 32 zero bytes as the hash of the row before it', () => {
  const zeros = Buffer.alloc(32);
  const fields =
    '["lake","1","e-1","2026-11-20T15:00:00.000Z","u","payments.order-paid","order:1","b","a","ip","c","{}"]';
  const hash = createHash('sha256').update(zeros).update(fields).digest();
  const record = {
    ...{ countyId: 'lake', eventId: 'e-1', at: new Date('2026-11-20T15:00:00Z'), actor: 'u' },
    ...{ action: 'payments.order-paid', object: 'order:1', beforeHash: 'b', afterHash: 'a' },
    ...{ ipTrunc: 'ip', correlationId: 'c', detail: '{}' },
  };
  const first = { ...record, seq: '1', prevHash: zeros, hash };
  expect(chained({ seq: 0n, hash: GENESIS }, [record])).toEqual([first]);
  expect(firstFault([first])).toBeUndefined();
});

test('the reader of the audit log counts the rows that it has read', () => {
  const reader = new ChainReader([]);
  for (const row of chainOf(3)) reader.read(row);
  expect(reader.rows).toBe(3n);
});

test('the audit log must have at least as many rows as the newest of several anchors says', () => {
  const rows = chainOf(10);
  const anchors = [9, 3, 6].map((index) => ({ seq: BigInt(index + 1), hash: rowAt(rows, index).hash }));
  expect(firstFault(rows.slice(0, 8), anchors)).toEqual({ seq: 9n, reason: 'NEWEST_MISSING' });
  expect(firstFault(rows, anchors)).toBeUndefined();
});

test.each([
  `x1 ${'a'.repeat(64)} t\n`,
  `1 ${'a'.repeat(63)} t\n`,
  `1 ${'a'.repeat(64)}\n`,
  `1 ${'a'.repeat(64)} t`,
  `1 ${'a'.repeat(64)} t\n2`,
])('%j does not parse as an anchor of the audit log', (text) => {
  expect(() => readAnchor(text)).toThrow('an audit anchor does not parse');
});

describe('an archive of the audit log', () => {
  const row: AuditRow = {
    ...{ countyId: 'lake', seq: '12', eventId: 'e-1', at: new Date('2026-11-20T15:00:00Z'), actor: 'u' },
    ...{ action: 'config.saved', object: 'section:escrow', beforeHash: 'b', afterHash: 'a' },
    ...{ ipTrunc: '203.0.113.0/24', correlationId: 'c', detail: '{"note":"two\\nlines"}' },
    ...{ prevHash: Buffer.from('00ff', 'hex'), hash: Buffer.from('a1b2', 'hex') },
  };
  const line =
    '{"countyId":"lake","seq":12,"eventId":"e-1","at":"2026-11-20T15:00:00.000Z","actor":"u",' +
    '"action":"config.saved","object":"section:escrow","beforeHash":"b","afterHash":"a",' +
    '"ipTrunc":"203.0.113.0/24","correlationId":"c","detail":"{\\"note\\":\\"two\\\\nlines\\"}",' +
    '"prevHash":"00ff","hash":"a1b2"}\n';

  test('has a line of JSON for each row, with everything that the hash of the row covers', () => {
    expect(writeArchive([row]).toString()).toBe(line);
    expect(writeArchive([]).toString()).toBe('');
  });

  test('is read as the rows from which it was written', () => {
    const rows = [row, { ...row, seq: '13', detail: 'a text\nof two lines' }];
    expect(readArchive(writeArchive(rows))).toEqual(rows);
    expect(readArchive(Buffer.from(line))).toEqual([row]);
  });

  test('is not read if one of its lines is not a row', () => {
    expect(() => readArchive(Buffer.from(`${line}{"seq":13}\n`))).toThrow();
    expect(() => readArchive(Buffer.from(`\n${line}`))).toThrow();
  });

  test('has the numbers of its first and last row in its key, so that keys sort in the order of the rows', () => {
    expect(archivePartKey('lake', 1n, 9_000n)).toBe(
      'lake/audit/archive/000000000000001-000000000009000.jsonl',
    );
  });

  test('has a checkpoint whose key is the number of the last row, in the folder of the county', () => {
    expect(checkpointFolder('lake')).toBe('lake/audit/checkpoints/');
    expect(checkpointKey('lake', 9_000n)).toBe('lake/audit/checkpoints/000000000009000.txt');
  });

  test('has a SHA-256 hash in hex', () => {
    // the example of FIPS 180-2
    expect(sha256(Buffer.from('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
