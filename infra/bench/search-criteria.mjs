// What people ask: criteria of name searches drawn from the rows themselves, and the statement of each.
import { LiveIndexRepository } from '../../services/search/dist/live-index/live-index.repository.js';
import { LiveIndexes } from '../../services/search/dist/live-index/live-indexes.js';
import { HitOrder } from '../../services/search/dist/searching/hit-order.js';
import { hitStatement } from '../../services/search/dist/searching/hit-statement.js';
import { hotCandidate, nameHits } from '../../services/search/dist/searching/name-hits.js';
import { windowOf } from '../../services/search/dist/searching/window.rules.js';
import { systemClock } from '@portal/infra/clock';
import { nameSearch } from '@portal/proto/criteria/name';
import { searchPaging } from '@portal/proto/http/search-paging';
import { seededRandom } from '../local/demo/random.mjs';

const wholeTime = { fromRecordedDate: '01/01/1890', toRecordedDate: '10/30/2026' };

/** Names of the county's documents: people with a first name, businesses, and pairs on one document. */
async function namesOf(db, generation) {
  const sample = async (where, columns) => {
    const { rows } = await db.query(
      `SELECT ${columns} FROM search.party p WHERE p.generation = $1 AND NOT p.part AND ${where}
        ORDER BY md5(p.sk_doc::text || p.role || p.seq) LIMIT 400`,
      [generation],
    );
    return rows;
  };
  const name = 'p.full_last AS last, p.full_first AS first';
  const other = `(SELECT o.full_last FROM search.party o WHERE o.generation = p.generation AND o.sk_doc = p.sk_doc
    AND NOT o.part AND o.full_last <> p.full_last LIMIT 1)`;
  return {
    people: await sample("p.first_name <> ''", name),
    businesses: await sample("p.first_name = ''", name),
    pairs: await sample(`p.first_name <> '' AND ${other} IS NOT NULL`, `${name}, ${other} AS other`),
  };
}

const typed = (last, first = '') => ({ grantorGranteeLastName1: last, grantorGranteeFirstName1: first });

/** 40 % last and first name, 20 % with an initial, 25 % last name, 10 % a business, 5 % two names on one document. */
function mixedCriteria(share, { people, businesses, pairs }, random) {
  const { last, first } = random.pick(people);
  if (share < 0.4) return typed(last, first);
  if (share < 0.6) return typed(last, first.slice(0, 1));
  if (share < 0.85) return typed(last);
  if (share < 0.95) return typed(random.pick(businesses).last.slice(0, 24));
  const pair = random.pick(pairs);
  return { ...typed(pair.last, pair.first), grantorGranteeLastName2: pair.other, andOr: 'AND' };
}

/** A fifth ask for a time, a fifth for one role, a seventh for another order. */
function mixedQuestion(share, names, random) {
  const criteria = { ...wholeTime, ...mixedCriteria(share, names, random) };
  if (random.chance(0.2)) criteria.fromRecordedDate = '01/01/1980';
  if (random.chance(0.2)) criteria.grantorGranteeSearchIn = random.pick(['GRANTORS', 'GRANTEES']);
  const sortKey = random.chance(0.15) ? random.pick(['recordedDate', 'book', 'instrument']) : 'docNumber';
  return { criteria, paging: { sortKey } };
}

/**
 * Populations of questions, each with the statement that the search service builds for it.
 * @param {{ query: (text: string, params: unknown[]) => Promise<{ rows: object[] }> }} db with the schema of search in its path
 */
export async function questionsFor(db) {
  const repository = new LiveIndexRepository({
    query: async (text, params) => (await db.query(text, params)).rows,
  });
  const indexes = new LiveIndexes(repository, systemClock);
  const { generation } = await indexes.find('lake');
  const names = await namesOf(db, generation);
  const random = seededRandom('bench criteria');
  const populations = {
    mixed: Array.from({ length: 400 }, (_, at) => mixedQuestion(at / 400, names, random)),
    exact: names.people.slice(0, 200).map(({ last, first }) => question(typed(last, first))),
    // as often as there may be users: each has a minute's share of requests
    smith: Array.from({ length: 100 }, () => question(typed('SMITH'))),
  };
  const prepared = {};
  for (const [name, list] of Object.entries(populations)) {
    prepared[name] = [];
    for (const one of shuffled(list, random)) prepared[name].push(await withStatement(one, indexes));
  }
  return prepared;
}

const question = (name) => ({ criteria: { ...wholeTime, ...name }, paging: {} });

function shuffled(list, random) {
  const keyed = list.map((one) => ({ one, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ one }) => one);
}

/** As SearchService does it. */
async function withStatement({ criteria: typedIn, paging: asked }, indexes) {
  const criteria = nameSearch.schema().parse(typedIn);
  const paging = searchPaging.parse(asked);
  const index = await indexes.find('lake');
  const order = new HitOrder(paging.sortKey, paging.sortDirection);
  const prefix = hotCandidate(criteria);
  const hot = prefix !== undefined && (await indexes.isHot('lake', index, prefix));
  const hits = nameHits(criteria, index, order, hot);
  if (!hits) throw new Error(`no statement for ${JSON.stringify(typedIn)}`);
  const statement = hitStatement(index.generation, order, hits, windowOf(paging));
  return { body: { ...typedIn, ...asked }, criteria, paging, statement };
}
