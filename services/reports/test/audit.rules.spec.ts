import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { AuditRow } from '../src/audit/audit-row.entity.js';
import {
  chainHash,
  ChainReader,
  GENESIS,
  readAnchor,
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

describe('a chain', () => {
  test('fits as it was written', () => {
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
  ] as const)('names the row whose %s was changed', (field) => {
    const rows = chainOf(10);
    rows[4] = { ...rowAt(rows, 4), [field]: 'other' };
    expect(firstFault(rows)).toEqual({ seq: 5n, reason: 'ROW_CHANGED' });
  });

  test('names a row that is missing in the middle', () => {
    const rows = chainOf(10);
    rows.splice(4, 1);
    expect(firstFault(rows)).toEqual({ seq: 5n, reason: 'ROW_MISSING' });
  });

  test('names the row after one whose hash was renewed', () => {
    const rows = chainOf(10);
    const changed = { ...rowAt(rows, 4), actor: 'other' };
    rows[4] = { ...changed, hash: chainHash(changed.prevHash, 5n, changed) };
    expect(firstFault(rows)).toEqual({ seq: 6n, reason: 'CHAIN_BROKEN' });
  });

  test('that was written anew as a whole differs from its anchor', () => {
    const anchor = { seq: 7n, hash: rowAt(chainOf(10), 6).hash };
    expect(firstFault(chainOf(10), [anchor])).toEqual({ seq: 7n, reason: 'ANCHOR_DIFFERS' });
  });

  test('whose newest rows were cut off is shorter than its anchor', () => {
    const rows = chainOf(10);
    const anchor = { seq: 10n, hash: rowAt(rows, 9).hash };
    expect(firstFault(rows.slice(0, 4), [anchor])).toEqual({ seq: 5n, reason: 'NEWEST_MISSING' });
  });
});

test('an anchor is read as it was written', () => {
  const anchor = { seq: 12n, hash: rowAt(chainOf(1), 0).hash };
  expect(readAnchor(writeAnchor(anchor, '2026-01-01T00:00:00Z'))).toEqual(anchor);
  expect(() => readAnchor('12 abc now\n')).toThrow('does not parse');
});
