// Typical questions of every kind of search. Their criteria are drawn from the county's rows, and each question comes
// with the SQL statement of the search service.
import { systemClock } from '@portal/infra/clock';
import { everySearch } from '@portal/proto/criteria/every-search';
import { searchPaging } from '@portal/proto/http/search-paging';
import { resultKindOf } from '@portal/proto/http/search-types';
import { LiveIndexRepository } from '../../services/search/dist/live-index/live-index.repository.js';
import { LiveIndexes } from '../../services/search/dist/live-index/live-indexes.js';
import { findHits } from '../../services/search/dist/searching/every-hits.js';
import { HitOrder } from '../../services/search/dist/searching/hit-order.js';
import { hitStatement } from '../../services/search/dist/searching/hit-statement.js';
import { recordTables } from '../../services/search/dist/searching/record-table.js';
import { windowOf } from '../../services/search/dist/searching/window.rules.js';
import { seededRandom } from '../local/demo/random.mjs';

/**
 * Limits so high that the bench never reaches them. They stay switched on, so that searches are counted as in real use.
 */
export const countedShares = { READING_LIMITS: '1000', SEARCH_LIMITS: '1000' };

/** Gives each question the cookie of one of the signed-in users, in turn, and the path of its kind of search. */
export const askAs = (questions, cookies) =>
  questions.forEach((question, at) => {
    question.cookie = cookies[at % cookies.length];
    question.path = `/LandShark/api/search/${question.type}`;
  });

export const COUNTY = 'lake';
/** The slow searches by name (search/DESIGN.md#slow-searches); they wait in a separate lane. */
export const slowKinds = [
  'whole big plat',
  'two-letter prefix MA',
  'SMITH AND JOHNSON',
  'MERS AND WELLS',
  'Torrens phrase',
  'common Torrens word',
];
const wholeTime = { fromRecordedDate: '01/01/1800', toRecordedDate: '10/30/2026' };
const today = 82_850;

/** Draws rows from all parts of a table, or from `percent` of its rows. Each run draws the same rows. */
const sampler =
  (db, generation, percent) =>
  async (table, columns, where = 'true', rows = 200) => {
    const key = table === 'gg_book' ? 'sk_entry' : table === 'certificate_text' ? 'sk_cert' : 'sk_doc';
    const part = percent < 100 ? `TABLESAMPLE BERNOULLI (${percent}) REPEATABLE (1)` : '';
    const from = table === 'tract_legal' ? 'sk_entry' : key;
    const { rows: found } = await db.query(
      `SELECT ${columns} FROM search.${table} t ${part} WHERE generation = $1 AND ${where} ORDER BY md5(${from}::text), 1 LIMIT ${rows}`,
      [generation],
    );
    return found;
  };

const typed = (last, first = '') => ({ grantorGranteeLastName1: last, grantorGranteeFirstName1: first });
const two = (last, other, andOr) => ({ ...typed(last), grantorGranteeLastName2: other, andOr });
const name = (criteria, paging = {}) => ({
  type: 'searchByName',
  criteria: { ...wholeTime, ...criteria },
  paging,
});
const usDay = (minutes) => {
  const iso = new Date(Date.UTC(1800, 0, 1) + Math.floor(minutes / 1_440) * 86_400_000).toISOString();
  return { iso, us: `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}` };
};

async function peopleOf(sample) {
  const columns = 'full_last AS last, full_first AS first';
  const other = `(SELECT o.full_last FROM search.party o WHERE o.generation = t.generation AND o.sk_doc = t.sk_doc
    AND NOT o.part AND o.full_last <> t.full_last LIMIT 1)`;
  return {
    people: await sample('party', columns, "NOT part AND first_name <> ''", 400),
    businesses: await sample('party', columns, "NOT part AND first_name = ''", 400),
    pairs: await sample(
      'party',
      `${columns}, ${other} AS other`,
      `NOT part AND first_name <> '' AND ${other} IS NOT NULL`,
      400,
    ),
  };
}

/**
 * Picks what a name search asks for: 40 % of the searches have a last and a first name, 20 % a last name and an
 * initial, 25 % only a last name, 10 % a business, and 5 % two names of one document.
 */
function mixedName(share, { people, businesses, pairs }, random) {
  const { last, first } = random.pick(people);
  if (share < 0.4) return typed(last, first);
  if (share < 0.6) return typed(last, first.slice(0, 1));
  if (share < 0.85) return typed(last);
  if (share < 0.95) return typed(random.pick(businesses).last.slice(0, 24));
  const pair = random.pick(pairs);
  return { ...typed(pair.last, pair.first), grantorGranteeLastName2: pair.other, andOr: 'AND' };
}

/** Adds a range of dates to a fifth of the questions, a role to a fifth, and another sort order to a seventh. */
function mixedQuestion(share, names, random) {
  const criteria = mixedName(share, names, random);
  if (random.chance(0.2)) criteria.fromRecordedDate = '01/01/1980';
  if (random.chance(0.2)) criteria.grantorGranteeSearchIn = random.pick(['GRANTORS', 'GRANTEES']);
  const sortKey = random.chance(0.15) ? random.pick(['recordedDate', 'book', 'instrument']) : 'docNumber';
  return name(criteria, { sortKey });
}

async function namePopulations(sample, random) {
  const names = await peopleOf(sample);
  const often = (question) => Array.from({ length: 100 }, () => question);
  return {
    'last and first name': names.people.slice(0, 200).map(({ last, first }) => name(typed(last, first))),
    'mixed names': Array.from({ length: 400 }, (_, at) => mixedQuestion(at / 400, names, random)),
    SMITH: often(name(typed('SMITH'))),
    'SMITH AND JOHNSON': often(name(two('SMITH', 'JOHNSON', 'AND'))),
    'two-letter prefix MA': often(name(typed('MA'))),
    'MERS AND WELLS': often(name(two('MORTGAGE ELECTRONIC', 'WELLS FARGO', 'AND'))),
  };
}

const question = (type, list, criteriaOf, paging = {}) =>
  list.map((row) => ({ type, criteria: criteriaOf(row), paging }));

async function documentPopulations(sample) {
  const documents = await sample(
    'document',
    'doc_number, book, page, rec_key, doc_type',
    "book <> '' AND NOT sealed",
  );
  const recent = await sample('document', 'rec_key', 'NOT sealed');
  const within = (minutes, days) => ({
    fromRecordedDate: usDay(Math.max(0, minutes - (days - 1) * 1_440)).us,
    toRecordedDate: usDay(minutes).us,
  });
  const { rows: groups } = { rows: ['DEED', 'MORTGAGE', 'LIEN'] };
  return {
    'document number': question('searchByDocumentNumber', documents, (row) => ({
      fromDocumentNumber: row.doc_number,
    })),
    'book and page': question('searchByBookAndPage', documents, ({ book, page }) => ({ book, page })),
    'one day': question('searchByDate', recent, ({ rec_key }) => within(rec_key, 1)),
    'one month': question('searchByDate', recent, ({ rec_key }) => within(rec_key, 31)),
    'year x group': recent.slice(0, 60).map(({ rec_key }, at) => ({
      type: 'searchByDate',
      criteria: { ...within(rec_key, 365), instrumentGroup: groups[at % groups.length] },
      paging: { sortKey: 'instrument' },
    })),
  };
}

async function landPopulations(sample) {
  const legal = (criteria) => ({ ...wholeTime, ...criteria });
  const lots = await sample('legal_lb', 'plat_no, lot, block', "lot_from > 0 AND block <> ''");
  const bounds = await sample('legal_mb', 'section, township, range_no, q', "q IN ('NE', 'NW', 'SE', 'SW')");
  const parcels = await sample('doc_parcel', 'parcel_no');
  const addresses = await sample('doc_address', 'house_no, street', "house_no <> ''");
  const plats = await sample(
    'legal_lb',
    'plat_no',
    `plat_no IN (SELECT plat_no FROM search.legal_lb b
    WHERE b.generation = $1 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)`,
    1,
  );
  return {
    address: question('searchByAddress', addresses, ({ house_no, street }) =>
      legal({ streetNumber: house_no, streetName: street }),
    ),
    'lot and block': question('searchByLegalDescription', lots, ({ plat_no, lot, block }) =>
      legal({ plat: plat_no, lot, block }),
    ),
    'quarter section': question('searchByLegalDescription', bounds, ({ section, township, range_no, q }) =>
      legal({
        legalType: 'MB',
        section: String(section),
        township: String(township),
        range: String(range_no),
        q,
      }),
    ),
    parcel: question('searchByParcelId', parcels, ({ parcel_no }) => legal({ parcelId: parcel_no })),
    'whole big plat': Array.from({ length: 100 }, () => ({
      type: 'searchByPlat',
      criteria: { plat: plats[0].plat_no },
      paging: {},
    })),
  };
}

async function registerPopulations(sample, random) {
  const texts = await sample('certificate_text', 'txt, sk_cert / 1024 AS cert', 'length(txt) > 60');
  const phrase = (txt) => txt.trim().split(' ').slice(2, 6).join(' ');
  const taxpayers = await sample('tax_lien_party', 'last_name, first_name', "first_name <> ''");
  const entries = await sample('gg_book', 'from_name');
  const tracts = await sample('tract_legal', 'plat_no, lot_from', "kind = 'LB' AND lot_from > 0");
  return {
    'Torrens certificate': question('searchByTorrensCertificate', texts, ({ cert }) => ({
      certificateNumber: String(cert),
    })),
    'Torrens phrase': question('searchByTorrensText', texts, ({ txt }) => ({ text: phrase(txt) })),
    'common Torrens word': Array.from({ length: 60 }, () => ({
      type: 'searchByTorrensText',
      criteria: { text: random.pick(['BLOCK', 'LOT', 'SUBJECT', 'PLAT']) },
      paging: {},
    })),
    taxpayer: question('searchByTaxLien', taxpayers, ({ last_name, first_name }) => ({
      searchByTaxLienMethod: 'TAXPAYER',
      taxpayerName: last_name,
      taxpayerFirstName: first_name,
      currentOrExpired: 'ALL',
    })),
    'grantor/grantee book': question('searchByGrantorGranteeBook', entries, ({ from_name }) => ({
      ...wholeTime,
      grantorGranteeLastName: from_name,
    })),
    'tract book legal': question('searchByTractBookLegal', tracts, ({ plat_no, lot_from }) => ({
      ...wholeTime,
      plat: plat_no,
      lot: String(lot_from),
    })),
  };
}

/**
 * Questions by the name of their kind, each with the statement that the search service builds for it.
 * @param {{ query: (text: string, params: unknown[]) => Promise<{ rows: object[] }> }} db whose search path has the
 * schema of the search service
 * @param {number} [percent] the percentage of each table's rows from which criteria are drawn; with less than 100,
 * a large table is not sorted as a whole
 */
export async function questionsFor(db, percent = 100) {
  const repository = new LiveIndexRepository({
    query: async (text, params) => (await db.query(text, params)).rows,
  });
  const indexes = new LiveIndexes(repository, systemClock, { include: () => undefined });
  const { generation } = await indexes.find(COUNTY);
  const sample = sampler(db, generation, percent);
  const random = seededRandom('bench criteria');
  const populations = {
    ...(await documentPopulations(sample)),
    ...(await landPopulations(sample)),
    ...(await namePopulations(sample, random)),
    ...(await registerPopulations(sample, random)),
  };
  const prepared = {};
  for (const [kind, list] of Object.entries(populations)) {
    prepared[kind] = [];
    for (const one of shuffled(list, random)) prepared[kind].push(await withStatement(one, indexes));
    if (prepared[kind].length === 0) throw new Error(`the county has no rows for ${kind}`);
  }
  return prepared;
}

function shuffled(list, random) {
  const keyed = list.map((one) => ({ one, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ one }) => one);
}

/** Builds the statement as SearchService does. */
async function withStatement({ type, criteria: asTyped, paging: asked }, indexes) {
  const criteria = everySearch[type].schema().parse(asTyped);
  const paging = searchPaging(type).parse(asked);
  const index = await indexes.find(COUNTY);
  const records = recordTables[resultKindOf(type)];
  const order = new HitOrder(records, paging.sortKey, paging.sortDirection);
  const hotPrefix = (prefix) => indexes.hotPrefix(COUNTY, index, prefix);
  const commonWords = () => indexes.commonWords(COUNTY, index);
  const others = { index, order, hotPrefix, commonWords, today: async () => today };
  const hits = await findHits({ type, criteria }, others);
  if (!hits) throw new Error(`no statement for ${type} ${JSON.stringify(asTyped)}`);
  const statement = hitStatement({ generation: index.generation, records }, order, hits, windowOf(paging));
  return { type, body: { ...asTyped, ...asked }, criteria, paging, statement };
}
