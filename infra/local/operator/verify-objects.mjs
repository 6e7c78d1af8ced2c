// Checks that the object store has the page images, e-filed documents and files of postings that the tables name.
import { bad, good } from './findings.mjs';

/** If a county has more pages than this, its pages are compared in 256 parts, so that little memory is needed. */
const AT_ONCE = 200_000;
const HEX = [...'0123456789abcdef'];
const PARALLEL = 16;
const RUNBOOK = 'deploy/RUNBOOKS.md#files-are-missing';

/** Kinds of files, each with the statement that lists their keys. */
const named = [
  [
    'e-filed documents',
    `SELECT county_id AS county, key FROM imaging.filing, unnest(ARRAY[object_key, endorsed_key]) AS key
      WHERE number IS NOT NULL AND key IS NOT NULL ORDER BY county_id, key`,
  ],
  [
    'files of postings',
    `SELECT county_id AS county, object_key AS key FROM payments.landlink_file
      WHERE object_key IS NOT NULL ORDER BY county_id, key`,
  ],
];

/**
 * @typedef {Parameters<typeof import('@portal/infra/storage').openObjectStore>[0]} Storage the object store's
 * configuration
 */

/**
 * @param {(statement: string, params?: unknown[]) => Promise<any[]>} ask
 * @param {Storage} storage
 */
export async function verifyObjects(ask, storage) {
  const { openObjectStore } = await import('@portal/infra/storage');
  const store = openObjectStore(storage);
  const counties = await ask(
    'SELECT county_id AS county, count(*)::int AS pages FROM imaging.page_image GROUP BY 1 ORDER BY 1',
  );
  const findings = [];
  for (const { county, pages } of counties) {
    const missing = await missingPages(ask, store, county, pages);
    if (missing.length > 0) findings.push(lost(county, 'pages', missing));
  }
  const kept = [];
  for (const [what, statement] of named) {
    const rows = await ask(statement);
    kept.push(rows.length);
    findings.push(...(await missingFiles(store, what, rows)));
  }
  const total = counties.reduce((sum, { pages }) => sum + pages, 0);
  if (findings.length > 0) return findings;
  const [filings, postings] = kept;
  return [
    good(
      'files',
      `${total} pages, ${filings} files of e-filed documents and ${postings} of postings are there`,
    ),
  ];
}

/** Looks for each object that a table names. @returns a finding for each county with missing objects */
async function missingFiles(store, what, rows) {
  const missing = await missingOf(
    store,
    rows.map(({ key }) => key),
  );
  const lacking = rows.filter(({ key }) => missing.has(key));
  return [...new Set(lacking.map(({ county }) => county))].map((county) =>
    lost(
      county,
      what,
      lacking.filter((row) => row.county === county).map(({ key }) => key),
    ),
  );
}

const lost = (county, what, missing) =>
  bad('files', `${county}: ${missing.length} ${what} are missing, such as ${missing[0]}`, RUNBOOK);

async function missingPages(ask, store, county, pages) {
  const parts = pages > AT_ONCE ? HEX.flatMap((a) => HEX.map((b) => a + b)) : [''];
  const missing = [];
  for (const part of parts) {
    const folder = `${county}/pages/`;
    const there = new Set();
    for await (const key of store.list(`${folder}${part}`)) there.add(key.slice(folder.length));
    const rows = await ask(
      `SELECT sha256 FROM imaging.page_image WHERE county_id = $1 AND sha256 >= $2 AND sha256 < $3 || 'g'`,
      [county, part, part],
    );
    for (const { sha256 } of rows) if (!there.has(sha256)) missing.push(`${folder}${sha256}`);
  }
  return missing;
}

/** @returns {Promise<Set<string>>} the keys without an object */
async function missingOf(store, keys) {
  const waiting = [...keys];
  const missing = new Set();
  const look = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop())
      if (!(await store.find(key))) missing.add(key);
  };
  await Promise.all(Array.from({ length: PARALLEL }, look));
  return missing;
}
