import * as z from 'zod/mini';

/** The kinds of systems from which the data of a certificate comes (A12-30). */
export const systemKinds = ['LANDLINK', 'IMAGING_SYSTEM'] as const;
export type SystemKind = (typeof systemKinds)[number];

const kindOf = {
  landlink: 'LANDLINK',
  imaging: 'IMAGING_SYSTEM',
  LANDLINK: 'LANDLINK',
  IMAGING_SYSTEM: 'IMAGING_SYSTEM',
} as const satisfies Record<string, SystemKind>;

/**
 * Converts between a kind and the word for it in a certificate's stored text. Writes 'landlink' or 'imaging'; when it
 * reads, it accepts the names in `systemKinds` too (DECISIONS.md#search-18).
 */
export const systemKind = z.codec(
  z.enum(['landlink', 'imaging', 'LANDLINK', 'IMAGING_SYSTEM']),
  z.enum(systemKinds),
  {
    decode: (word) => kindOf[word],
    encode: (kind) => (kind === 'LANDLINK' ? 'landlink' : 'imaging'),
  },
);
