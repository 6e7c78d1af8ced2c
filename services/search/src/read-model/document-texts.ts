import type { GenerationTable } from './tables.js';

/**
 * Where the rows of documents and their JSON texts come from: the staging tables of a full import, or the read model.
 * Each source is a relation or a sub-select in parentheses.
 */
export interface Relations {
  /** Documents that get texts: sk_doc, sealed, instrument_code, display_only, head, tail. */
  readonly made: string;
  /** Columns: sk_doc, seq, role, json. */
  readonly party: string;
  /** Columns: sk_doc, seq, json. */
  readonly legal: string;
  /** Columns: sk_doc, seq (text), json. */
  readonly additional: string;
  /** Columns: sk_doc, seq, ref_sk, ref_type, ref_number. */
  readonly doc_ref: string;
  /** Columns: sk_doc, sk_cert, cert_no, status. */
  readonly doc_certificate: string;
  /** Documents of the county that a reference can point to. */
  readonly referenced: string;
  readonly instrument: string;
}

const usDay = (day: string): string => `to_char(${day}, 'MM/DD/YYYY')`;
const recordedDay = (key: string): string => usDay(`DATE '1800-01-01' + ${key} / 1440`);
const recordedClock = (key: string): string =>
  `((${key} % 1440 / 60 + 11) % 12 + 1) || ':' || lpad((${key} % 60)::text, 2, '0')`;
const halfDay = (key: string): string => `CASE WHEN ${key} % 1440 < 720 THEN 'AM' ELSE 'PM' END`;
const dollars = (cents: string): string =>
  `coalesce(to_char(${cents} / 100.0, 'FM$999,999,999,999,990.00'), '')`;

/** SQL for the document key of an ordinal, like `documentKeyAt`. */
const keyOf = (ordinal: string): string =>
  `chr(64 + (${ordinal} % 32)::int) || (${ordinal} / 1024) ||
   CASE WHEN ${ordinal} / 32 % 32 = 0 THEN '' ELSE chr(64 + (${ordinal} / 32 % 32)::int) END`;

/** Separates the texts of a list, from which SQL later takes the first one; JSON texts never contain this separator. */
const between = `E'\\x01'`;

/** All of a document's rows as JSON texts, separated by `between`. */
const gathered = (rows: string): string =>
  `SELECT sk_doc, string_agg(json, ${between} ORDER BY seq) AS list, count(*) AS amount FROM ${rows} r GROUP BY sk_doc`;

const parties = (r: Relations, role: 'R' | 'E'): string =>
  gathered(`(SELECT sk_doc, seq, json FROM ${r.party} p WHERE role = '${role}')`);

/** The references of documents, without those to sealed or deleted documents (search/DESIGN.md#sealed-documents). */
const references = (r: Relations): string =>
  gathered(`(SELECT f.sk_doc, f.seq, row_to_json(j)::text AS json FROM ${r.doc_ref} f
    JOIN ${r.referenced} t ON t.sk_doc = f.ref_sk
    LEFT JOIN ${r.instrument} i ON i.code = t.instrument_code CROSS JOIN LATERAL (SELECT
      ${keyOf('f.ref_sk')} AS "docId", f.ref_number AS "docNumber", f.ref_type AS "docType",
      f.ref_type || f.ref_number AS "displayDocNumber", coalesce(i.description, '') AS "instrumentDescription",
      coalesce(${recordedDay('t.rec_key')}, '') AS "recordedDate", coalesce(${recordedClock('t.rec_key')}, '') AS "recordedTime",
      CASE WHEN t.rec_key IS NULL THEN '' ELSE ${halfDay('t.rec_key')} END AS "recordedAmPm") j
    WHERE NOT t.sealed)`);

const certificates = (r: Relations): string =>
  gathered(`(SELECT sk_doc, sk_cert AS seq, row_to_json(j)::text AS json FROM ${r.doc_certificate} c
    CROSS JOIN LATERAL (SELECT cert_no AS "certificateNumber", status) j)`);

const bookAndPage = `concat_ws('/', nullif(m.book, ''), nullif(m.page, ''), nullif(m.book_type, ''))`;

/** SQL for a row as the members of a JSON object, without the braces. */
const members = (columns: string): string =>
  `(SELECT btrim(row_to_json(x)::text, '{}') FROM (SELECT ${columns}) x)`;

const named = `${keyOf('m.sk_doc')} AS "docId", m.doc_type AS "docType", m.doc_number AS "docNumber",
  m.doc_type || m.doc_number AS "displayDocNumber"`;

/** SQL for the JSON members with which a tax lien describes its document `m` and the instrument `i` of the document. */
export const lienHeadingSql = members(`${named}, i.description AS "instrumentDescription",
  ${recordedDay('m.rec_key')} AS "recordedDate", coalesce(${usDay('m.instrument_date')}, '') AS "instrumentDate",
  ${bookAndPage} AS "displayBookAndPage"`);

/**
 * SQL for the members before and after the instrument's description in the text of a document `m`. staged-documents.ts
 * writes the same members.
 */
export const headSql = members(`${named}, m.instrument_code AS "instrumentCode"`);
export const tailSql =
  members(`${bookAndPage} AS "displayBookAndPage", ${recordedDay('m.rec_key')} AS "recordedDate",
  ${recordedDay('m.rec_key')} || ' ' || ${recordedClock('m.rec_key')} || ' ' || ${halfDay('m.rec_key')} AS "recordedDateTime",
  coalesce(${usDay('m.instrument_date')}, '') AS "instrumentDate", ${dollars('m.mortgage_amount')} AS "mortgageAmount",
  ${dollars('m.sale_price')} AS "salePrice", CASE WHEN m.verified THEN 'VERIFIED' ELSE 'NOT VERIFIED' END AS "verifiedStatus"`);

/** The rows of a generation's live tables that belong to the documents in `made`. */
export function liveRelations(generation: number, made: string): Omit<Relations, 'referenced'> {
  const of = (table: GenerationTable): string =>
    `(SELECT * FROM search.${table} WHERE generation = ${generation} AND sk_doc IN (SELECT sk_doc FROM ${made} d))`;
  return {
    made,
    party: `(SELECT sk_doc, seq, role, row_to_json(j)::text AS json FROM ${of('party')} p CROSS JOIN LATERAL (SELECT
      concat_ws(' ', p.full_last, nullif(p.full_first, ''), nullif(p.full_middle, '')) AS "displayName",
      p.full_last AS "lastName", p.full_first AS "firstName", p.mi AS "middleInitial") j WHERE NOT p.part)`,
    legal: `(SELECT sk_doc, seq, row_to_json(j)::text AS json FROM (
      SELECT sk_doc, seq, description, comment FROM ${of('legal_lb')} b
      UNION ALL SELECT sk_doc, seq, description, comment FROM ${of('legal_mb')} b) l
      CROSS JOIN LATERAL (SELECT l.description, l.comment, ${keyOf('l.sk_doc')} AS "docId") j)`,
    additional: `(SELECT sk_doc, seq, row_to_json(j)::text AS json FROM (
      SELECT sk_doc, ${parcelOrder('min(seq)')} AS seq, 'Parcel ID' AS label, parcel_no AS value
        FROM ${of('doc_parcel')} p GROUP BY sk_doc, parcel_no
      UNION ALL SELECT sk_doc, ${addressOrder}, 'Address', concat_ws(', ', concat_ws(' ',
        coalesce(nullif(house_written, ''), nullif(house_no, '')), nullif(street, '')), nullif(city, ''))
        FROM ${of('doc_address')} a) v CROSS JOIN LATERAL (SELECT label, value) j)`,
    doc_ref: of('doc_ref'),
    doc_certificate: of('doc_certificate'),
    instrument: `(SELECT * FROM search.instrument WHERE generation = ${generation})`,
  };
}

/**
 * A key that sorts parcels by the numbers of their rows. A parcel in several villages is one item, at the position of
 * its first row.
 */
export const parcelOrder = (line: string): string => `'1' || lpad(${line}::text, 10, '0')`;

/** A key that sorts addresses after parcels: by house number, then by street, then by city. */
export const addressOrder = `'2' || house_no || street || city || house_written`;

const lists = ['grantor', 'grantee', 'reference', 'legal'] as const;
const listName = {
  grantor: 'grantor',
  grantee: 'grantee',
  reference: 'referenceDocument',
  legal: 'legal',
} as const;

/**
 * The SELECT of a document's JSON texts (search/DESIGN.md#the-read-model): `display` for a result row has only the
 * first item of each list, and the number of items; `details` has complete lists. Both are empty for a sealed document.
 */
export function documentTextsSql(r: Relations): string {
  const whole = (name: string): string => `coalesce(replace(${name}.list, ${between}, ','), '')`;
  const first = (name: string): string => `coalesce(split_part(${name}.list, ${between}, 1), '')`;
  const all = (text: (name: string) => string): string =>
    lists.map((name) => `',"${listName[name]}SearchResults":[' || ${text(name)} || ']'`).join(' || ');
  const counts = lists.map((name) => `',"${name}Count":' || coalesce(${name}.amount, 0)`).join(' || ');
  const none = `',"torrensSearchResults":[],"additionalInfoSearchResults":[],"displayOnlySearchResults":[]'`;
  const rest = `',"torrensSearchResults":[' || ${whole('torrens')} || '],"additionalInfoSearchResults":[' ||
    ${whole('additional')} || '],"displayOnlySearchResults":' || m.display_only`;
  return `SELECT m.sk_doc,
      CASE WHEN m.sealed THEN '' ELSE h.json || ${all(first)} || ${none} || ${counts} || '}' END AS display,
      CASE WHEN m.sealed THEN '' ELSE h.json || ${all(whole)} || ${rest} || '}' END AS details
    FROM ${r.made} m
    JOIN (SELECT code, to_json(description)::text AS description FROM ${r.instrument} n) i ON i.code = m.instrument_code
    CROSS JOIN LATERAL (SELECT '{' || m.head || ',"instrumentDescription":' || i.description || ',' || m.tail AS json) h
    LEFT JOIN (${parties(r, 'R')}) grantor ON grantor.sk_doc = m.sk_doc
    LEFT JOIN (${parties(r, 'E')}) grantee ON grantee.sk_doc = m.sk_doc
    LEFT JOIN (${references(r)}) reference ON reference.sk_doc = m.sk_doc
    LEFT JOIN (${gathered(r.legal)}) legal ON legal.sk_doc = m.sk_doc
    LEFT JOIN (${certificates(r)}) torrens ON torrens.sk_doc = m.sk_doc
    LEFT JOIN (${gathered(r.additional)}) additional ON additional.sk_doc = m.sk_doc`;
}
