import { createHash } from 'node:crypto';
import type { AuditRow } from './audit-row.entity.js';
import type { Anchor } from './audit.rules.js';

/** A cut of the chain: the number and hash of the last deleted row, and the file that contains the deleted rows. */
export interface Checkpoint extends Anchor {
  /** The number of the first row in the file. */
  readonly first: bigint;
  readonly archiveKey: string;
  /** The SHA-256 of the file in hex. */
  readonly archiveHash: string;
}

const padded = (seq: bigint): string => String(seq).padStart(15, '0');

export const archivePartKey = (county: string, first: bigint, last: bigint): string =>
  `${county}/audit/archive/${padded(first)}-${padded(last)}.jsonl`;

export const checkpointFolder = (county: string): string => `${county}/audit/checkpoints/`;
export const checkpointKey = (county: string, seq: bigint): string =>
  `${checkpointFolder(county)}${padded(seq)}.txt`;

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Writes rows as lines of JSON with everything that their hashes cover. The same rows always give the same bytes. */
export const writeArchive = (rows: readonly AuditRow[]): Buffer =>
  Buffer.from(
    rows
      .map(({ countyId, seq, eventId, at, prevHash, hash, ...row }) => {
        const { actor, action, object, beforeHash, afterHash, ipTrunc, correlationId, detail } = row;
        const place = { countyId, seq: Number(seq), eventId, at: at.toISOString() };
        const deed = { actor, action, object, beforeHash, afterHash, ipTrunc, correlationId, detail };
        const chain = { prevHash: prevHash.toString('hex'), hash: hash.toString('hex') };
        return `${JSON.stringify({ ...place, ...deed, ...chain })}\n`;
      })
      .join(''),
  );

type ArchivedRow = Omit<AuditRow, 'seq' | 'at' | 'prevHash' | 'hash'> & {
  seq: number;
  at: string;
  prevHash: string;
  hash: string;
};

/**
 * Reads the rows of an archive file.
 * @throws when a line is not a row
 */
export const readArchive = (bytes: Buffer): AuditRow[] =>
  bytes
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const { seq, at, prevHash, hash, ...row } = JSON.parse(line) as ArchivedRow;
      return {
        ...row,
        seq: String(seq),
        at: new Date(at),
        prevHash: Buffer.from(prevHash, 'hex'),
        hash: Buffer.from(hash, 'hex'),
      };
    });
