import * as z from 'zod/mini';

/** Kinds of system that the data of a certificate comes from (A12-30). */
export const systemKinds = ['LANDLINK', 'IMAGING_SYSTEM'] as const;
export type SystemKind = (typeof systemKinds)[number];

const kindOf = {
  landlink: 'LANDLINK',
  imaging: 'IMAGING_SYSTEM',
  LANDLINK: 'LANDLINK',
  IMAGING_SYSTEM: 'IMAGING_SYSTEM',
} as const satisfies Record<string, SystemKind>;

/**
 * Converts the kind in a certificate's stored text. 'landlink' and 'imaging' are written; when a text is read, the
 * names in `systemKinds` are accepted too (DECISIONS.md#search-18).
 */
export const systemKind = z.codec(
  z.enum(['landlink', 'imaging', 'LANDLINK', 'IMAGING_SYSTEM']),
  z.enum(systemKinds),
  {
    decode: (word) => kindOf[word],
    encode: (kind) => (kind === 'LANDLINK' ? 'landlink' : 'imaging'),
  },
);
