import type { GenerationTable } from './tables.js';

/** Where the rows of a table are: a relation, or a sub-select in parentheses. */
export type Relations = Readonly<
  Record<
    'party' | 'doc_ref' | 'legal_lb' | 'legal_mb' | 'doc_parcel' | 'doc_address' | 'doc_certificate',
    string
  >
> & {
  /** Rows to make texts for: the columns of `document` without the texts. */
  readonly made: string;
  /** Documents that a reference may point to. */
  readonly referenced: string;
  readonly instrument: string;
};

/** Relations of one generation in the parents; `made` is asked for the given documents only. */
export const liveRelations = (generation: number): Omit<Relations, 'made' | 'referenced'> => {
  const of = (table: GenerationTable): string =>
    `(SELECT * FROM search.${table} WHERE generation = ${generation})`;
  return {
    party: of('party'),
    doc_ref: of('doc_ref'),
    legal_lb: of('legal_lb'),
    legal_mb: of('legal_mb'),
    doc_parcel: of('doc_parcel'),
    doc_address: of('doc_address'),
    doc_certificate: of('doc_certificate'),
    instrument: of('instrument'),
  };
};

const usDay = (day: string): string => `to_char(${day}, 'MM/DD/YYYY')`;
const recordedDay = (key: string): string => usDay(`DATE '1800-01-01' + ${key} / 1440`);
const recordedClock = (key: string): string =>
  `((${key} % 1440 / 60 + 11) % 12 + 1) || ':' || lpad((${key} % 60)::text, 2, '0')`;
const halfDay = (key: string): string => `CASE WHEN ${key} % 1440 < 720 THEN 'AM' ELSE 'PM' END`;
const dollars = (cents: string): string =>
  `coalesce(to_char(${cents} / 100.0, 'FM$999,999,999,999,990.00'), '')`;

/** A document key from the ordinal, as `documentKeyAt` makes it. */
const keyOf = (ordinal: string): string =>
  `chr(64 + (${ordinal} % 32)::int) || (${ordinal} / 1024) ||
   CASE WHEN ${ordinal} / 32 % 32 = 0 THEN '' ELSE chr(64 + (${ordinal} / 32 % 32)::int) END`;

/** All of a document's rows as JSON texts with commas between, and the first of them. */
const gathered = (rows: string): string =>
  `SELECT sk_doc, string_agg(json, ',' ORDER BY seq) AS whole, (array_agg(json ORDER BY seq))[1] AS first,
          count(*) AS amount FROM (${rows}) r GROUP BY sk_doc`;

const parties = (r: Relations, role: 'R' | 'E'): string =>
  gathered(`SELECT p.sk_doc, p.seq, row_to_json(j)::text AS json FROM ${r.party} p
    JOIN ${r.made} m ON m.sk_doc = p.sk_doc CROSS JOIN LATERAL (SELECT
      concat_ws(' ', p.full_last, nullif(p.full_first, ''), nullif(p.full_middle, '')) AS "displayName",
      p.full_last AS "lastName", p.full_first AS "firstName", p.mi AS "middleInitial") j
    WHERE p.role = '${role}' AND NOT p.part`);

/** A sealed document is not named by those that refer to it either (search.md 14). */
const references = (r: Relations): string =>
  gathered(`SELECT f.sk_doc, f.seq, row_to_json(j)::text AS json FROM ${r.doc_ref} f
    JOIN ${r.made} m ON m.sk_doc = f.sk_doc LEFT JOIN ${r.referenced} t ON t.sk_doc = f.ref_sk
    LEFT JOIN ${r.instrument} i ON i.code = t.instrument_code CROSS JOIN LATERAL (SELECT
      ${keyOf('f.ref_sk')} AS "docId", f.ref_number AS "docNumber", f.ref_type AS "docType",
      f.ref_type || f.ref_number AS "displayDocNumber", coalesce(i.description, '') AS "instrumentDescription",
      coalesce(${recordedDay('t.rec_key')}, '') AS "recordedDate", coalesce(${recordedClock('t.rec_key')}, '') AS "recordedTime",
      CASE WHEN t.rec_key IS NULL THEN '' ELSE ${halfDay('t.rec_key')} END AS "recordedAmPm") j
    WHERE t.sealed IS NOT TRUE`);

const legals = (r: Relations): string =>
  gathered(`SELECT l.sk_doc, l.seq, row_to_json(j)::text AS json FROM (
      SELECT sk_doc, seq, description, comment FROM ${r.legal_lb} b
      UNION ALL SELECT sk_doc, seq, description, comment FROM ${r.legal_mb} b) l
    JOIN ${r.made} m ON m.sk_doc = l.sk_doc CROSS JOIN LATERAL (SELECT l.description AS "description",
      l.comment AS "comment", ${keyOf('l.sk_doc')} AS "docId") j`);

const additional = (r: Relations): string =>
  gathered(`SELECT a.sk_doc, a.seq, json_build_object('label', a.label, 'value', a.value)::text AS json FROM (
      SELECT sk_doc, '1' || to_char(seq, '0000000000') AS seq, 'Parcel ID' AS label, parcel_no AS value FROM ${r.doc_parcel} p
      UNION ALL SELECT sk_doc, '2' || house_no || street, 'Address', concat_ws(', ', concat_ws(' ',
        coalesce(nullif(house_written, ''), nullif(house_no, '')), nullif(street, '')), nullif(city, '')) FROM ${r.doc_address} d) a JOIN ${r.made} m ON m.sk_doc = a.sk_doc`);

const certificates = (r: Relations): string =>
  gathered(`SELECT c.sk_doc, c.sk_cert AS seq, json_build_object('certificateNumber', c.cert_no, 'status', c.status)::text
      AS json FROM ${r.doc_certificate} c JOIN ${r.made} m ON m.sk_doc = c.sk_doc`);

const bookAndPage = `concat_ws('/', nullif(m.book, ''), nullif(m.page, ''), nullif(m.book_type, ''))`;

/** What a lien shows of its document `m` with its instrument `i`: members of a JSON object, without the braces. */
export const lienHeadingSql = `(SELECT btrim(row_to_json(x)::text, '{}') FROM (SELECT ${keyOf('m.sk_doc')} AS "docId",
  m.doc_type AS "docType", m.doc_number AS "docNumber", m.doc_type || m.doc_number AS "displayDocNumber",
  i.description AS "instrumentDescription", ${recordedDay('m.rec_key')} AS "recordedDate",
  coalesce(${usDay('m.instrument_date')}, '') AS "instrumentDate", ${bookAndPage} AS "displayBookAndPage") x)`;

const heading = `SELECT ${keyOf('m.sk_doc')} AS "docId", m.doc_type AS "docType", m.doc_number AS "docNumber",
  m.doc_type || m.doc_number AS "displayDocNumber", m.instrument_code AS "instrumentCode",
  i.description AS "instrumentDescription",
  ${bookAndPage} AS "displayBookAndPage",
  ${recordedDay('m.rec_key')} AS "recordedDate",
  ${recordedDay('m.rec_key')} || ' ' || ${recordedClock('m.rec_key')} || ' ' || ${halfDay('m.rec_key')} AS "recordedDateTime",
  coalesce(${usDay('m.instrument_date')}, '') AS "instrumentDate", ${dollars('m.mortgage_amount')} AS "mortgageAmount",
  ${dollars('m.sale_price')} AS "salePrice", CASE WHEN m.verified THEN 'VERIFIED' ELSE 'NOT VERIFIED' END AS "verifiedStatus"`;

const lists = ['grantor', 'grantee', 'reference', 'legal'] as const;
const listName = {
  grantor: 'grantor',
  grantee: 'grantee',
  reference: 'referenceDocument',
  legal: 'legal',
} as const;

/**
 * SELECT of sk_doc, display (the result row: lists cut to their first item, with their counts) and details (lists
 * whole) as JSON text, from the tables of the read model (search.md). A sealed document has neither.
 */
export function documentTextsSql(r: Relations): string {
  const list = (column: 'first' | 'whole'): string =>
    lists
      .map((name) => `',"${listName[name]}SearchResults":[' || coalesce(${name}.${column}, '') || ']'`)
      .join(' || ');
  const counts = lists.map((name) => `',"${name}Count":' || coalesce(${name}.amount, 0)`).join(' || ');
  const rest = (torrens: string, info: string, only: string): string =>
    `',"torrensSearchResults":[' || ${torrens} || '],"additionalInfoSearchResults":[' || ${info} || '],"displayOnlySearchResults":' || ${only}`;
  return `SELECT m.sk_doc,
      CASE WHEN m.sealed THEN '' ELSE left(h.json, -1) || ${list('first')} || ${rest("''", "''", "'[]'")} || ${counts} || '}' END AS display,
      CASE WHEN m.sealed THEN '' ELSE left(h.json, -1) || ${list('whole')} ||
        ${rest("coalesce(torrens.whole, '')", "coalesce(additional.whole, '')", 'm.display_only')} || '}' END AS details
    FROM ${r.made} m
    JOIN ${r.instrument} i ON i.code = m.instrument_code
    CROSS JOIN LATERAL (SELECT row_to_json(x)::text AS json FROM (${heading}) x) h
    LEFT JOIN (${parties(r, 'R')}) grantor ON grantor.sk_doc = m.sk_doc
    LEFT JOIN (${parties(r, 'E')}) grantee ON grantee.sk_doc = m.sk_doc
    LEFT JOIN (${references(r)}) reference ON reference.sk_doc = m.sk_doc
    LEFT JOIN (${legals(r)}) legal ON legal.sk_doc = m.sk_doc
    LEFT JOIN (${certificates(r)}) torrens ON torrens.sk_doc = m.sk_doc
    LEFT JOIN (${additional(r)}) additional ON additional.sk_doc = m.sk_doc`;
}
