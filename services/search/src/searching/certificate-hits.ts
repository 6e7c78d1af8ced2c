import type { TorrensCertificateCriteria } from '@portal/proto/criteria/torrens-certificate';
import { documentNumberRange, type OrdinalRange } from '../matching/document-number.rules.js';
import type { Asked } from './asked.js';
import { ordinalSql } from './document-number-hits.js';
import type { Hits } from './hit-statement.js';

/**
 * The ordinals that a typed number can mean for a kind of record. The number may begin with the letter of this kind.
 * Undefined when no record of this kind can have the number.
 */
export function numberOfKind(typed: string, letter: string): OrdinalRange | undefined {
  const range = documentNumberRange(typed, '');
  return range && (range.documentType ?? letter) === letter ? range : undefined;
}

/** The hit for a certificate number. The number may be typed with or without the letter C of the key. */
export function certificateHits(
  { certificateNumber }: TorrensCertificateCriteria,
  { order }: Asked,
): Hits | undefined {
  const range = numberOfKind(certificateNumber, 'C');
  if (!range) return undefined;
  return {
    unique: true,
    select: (s, generation) =>
      `SELECT ${order.select()} FROM certificate WHERE generation = ${generation} AND ${ordinalSql(s, 'sk_cert', range)}`,
  };
}
