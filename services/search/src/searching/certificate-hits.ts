import type { TorrensCertificateCriteria } from '@portal/proto/criteria/torrens-certificate';
import type { TorrensTextCriteria } from '@portal/proto/criteria/torrens-text';
import { documentNumberRange, type OrdinalRange } from '../matching/document-number.rules.js';
import { certificateSections, normalizeTorrensText } from '../matching/torrens-text.rules.js';
import type { Asked } from './asked.js';
import { ordinalSql } from './document-number-hits.js';
import type { Hits } from './hit-statement.js';

/**
 * The ordinals that a typed number can mean. The number may begin with the letter of the kind. Undefined when no record
 * of the kind can have this number.
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

/** A text of at least this many letters is found anywhere, a shorter one only as a whole word. */
const shortestPart = 3;

/** The LIKE pattern of a text; the stored text has a space at both ends. */
const textPattern = (text: string): string => (text.length < shortestPart ? `% ${text} %` : `%${text}%`);

/** The certificates with the typed text in one of their sections, or with a memorial that names the typed document. */
export function torrensTextHits({ text, searchIn }: TorrensTextCriteria, { order }: Asked): Hits | undefined {
  const words = searchIn === 'DOCUMENT' ? '' : normalizeTorrensText(text);
  const typed = searchIn === 'DOCUMENT' || searchIn === 'ALL' ? documentNumberRange(text, '') : undefined;
  // the index stores 0 for each text that names no document, so a search for 0 would find all of these texts
  const number = typed && typed.from > 0n ? typed : undefined;
  if (words === '' && !number) return undefined;
  const section = searchIn === 'DOCUMENT' || searchIn === 'ALL' ? undefined : certificateSections[searchIn];
  return {
    select: (s, generation) => {
      const from = `SELECT ${order.select()} FROM certificate_text WHERE generation = ${generation}`;
      const parts = [
        words !== '' &&
          `${from} AND txt LIKE ${s.bind(textPattern(words), 'text')}${section === undefined ? '' : ` AND section = ${s.bind(section, 'text')}`}`,
        number && `${from} AND doc_sk = ${s.bind(number.from, 'bigint')}`,
      ];
      return parts.filter((part) => typeof part === 'string').join(' UNION ALL ');
    },
  };
}
