import * as z from 'zod/mini';
import {
  resultKindOf,
  sortDirections,
  sortKeys,
  type ResultKind,
  type SearchType,
  type SortKey,
} from './search-types.js';

const ofKind = (kind: ResultKind) =>
  z.object({
    pageNumber: z._default(
      z.int().check(
        z.minimum(-1, 'forms:invalidPage'),
        z.maximum(10, 'forms:invalidPage'),
        z.refine((page) => page !== 0, 'forms:invalidPage'),
      ),
      1,
    ),
    sortKey: z._default(z.enum<readonly SortKey[]>(sortKeys[kind]), sortKeys[kind][0]),
    sortDirection: z._default(z.enum(sortDirections), 'ASC'),
    /**
     * The opaque id of an executed search. If the id is missing or empty, a new search starts
     * (search/DESIGN.md#timestamps-and-hit-lists).
     */
    timestamp: z._default(z.string().check(z.maxLength(600, 'forms:tooLong')), ''),
    batch: z._default(
      z.int().check(z.minimum(1, 'forms:invalidBatch'), z.maximum(4, 'forms:invalidBatch')),
      1,
    ),
    updateHistory: z._default(z.boolean(), true),
  });

const schemas: Record<ResultKind, ReturnType<typeof ofKind>> = {
  documents: ofKind('documents'),
  certificates: ofKind('certificates'),
  bookEntries: ofKind('bookEntries'),
  taxLiens: ofKind('taxLiens'),
  tractBooks: ofKind('tractBooks'),
};

/**
 * Sent with the criteria of every search (B2-02). Page -1 requests all results. The sort keys depend on the kind of
 * result.
 */
export const searchPaging = (type: SearchType): ReturnType<typeof ofKind> => schemas[resultKindOf(type)];
export type SearchPaging = z.infer<ReturnType<typeof ofKind>>;
