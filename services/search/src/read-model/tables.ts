/**
 * Tables of the read model that are partitioned by generation (search/DESIGN.md#the-read-model). A partition, such as
 * `party_g12` for generation 12, is loaded as a table of its own and then attached.
 */
export const generationTables = [
  'instrument',
  'plat',
  'document',
  'party',
  'party_word',
  'name_dict',
  'name_sound',
  'name_hot',
  'name_pair',
  'legal_lb',
  'legal_mb',
  'doc_ref',
  'doc_parcel',
  'doc_address',
  'certificate',
  'certificate_text',
  'doc_certificate',
  'tax_lien',
  'tax_lien_party',
  'gg_book',
  'tract_book',
  'tract_legal',
  'code_value',
] as const;
export type GenerationTable = (typeof generationTables)[number];

/** Tables whose rows belong to one document and are replaced with it. */
export const documentTables = [
  'party',
  'party_word',
  'name_hot',
  'name_pair',
  'legal_lb',
  'legal_mb',
  'doc_ref',
  'doc_parcel',
  'doc_address',
] as const satisfies readonly GenerationTable[];

/**
 * Tables whose rows refer to a document. These rows stay when a delta replaces the document, and are deleted when the
 * document is hidden.
 */
export const standingTables = [
  'doc_certificate',
  'tax_lien',
  'tax_lien_party',
] as const satisfies readonly GenerationTable[];

export const partitionName = (table: GenerationTable, generation: number): string =>
  `${table}_g${generation}`;

/**
 * The columns of every hit row: instrument ordinal, instrument group, document type, recorded minute, document ordinal,
 * book ordinal. With these columns, a search filters, sorts and caps its hits without reading document rows.
 */
export const keyColumns = ['instr', 'grp', 'doc_type', 'rec_key', 'sk_doc', 'sk_book'] as const;

/**
 * A name on at least this many documents is frequent (hot): its documents are in `name_hot`, sorted by every sort key.
 */
export const hotNameDocuments = 1_000;

/**
 * A document with more rows in `party` than this is crowded: `name_pair` has one row for each of its names instead of
 * its pairs, whose number grows with the square of the names.
 */
export const mostPairedParties = 30;

/**
 * The SQL condition on a row of `live_index` that is true if `name_pair` has the names of every document. To say so,
 * the previous version of the portal stores the value of `changes` in `pairs_changes`, and this version stores -2 -
 * `changes`. The previous version does not know crowded documents; it uses no pairs when it reads the value of this
 * version.
 */
export const hasPairsSql = 'pairs_changes IN (changes, -2 - changes)';

/** The value of `pairs_changes`, for a given value of `changes`, that makes `hasPairsSql` true. */
export const pairsChangesSql = (changes: string): string => `-2 - (${changes})`;

/** The day, in days since 1800-01-01, that is stored when a lien never expires or is not released. */
export const noDay = 2_147_483_647;

/**
 * The lists in `code_value`: the values that the office uses. They fill the select fields of the legal and tract
 * searches, and the select field of the book type.
 */
export const codeLists = ['otherLotCode', 'base', 'meridian', 'municipality', 'bookType', 'island'] as const;
export type CodeList = (typeof codeLists)[number];
