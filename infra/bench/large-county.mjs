import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { groupDescriptions, instruments } from '../local/demo/instruments.mjs';
import { seededRandom } from '../local/demo/random.mjs';
import { addBookEntries, addTractEntry, Certificates, TaxLiens } from '../local/demo/registers.mjs';
import { verifiedDay } from '../local/demo/verified-day.mjs';
import { cacheFolder } from './cache.mjs';
import { documentMaker } from './large-county-documents.mjs';
import { BundleFiles } from './large-county-files.mjs';
import { landMaker } from './large-county-land.mjs';
import { partyMaker } from './large-county-names.mjs';

/**
 * @typedef {{ documents: number, seed?: number, county?: string, say?: (line: string) => void }} LargeCountyTerms the
 * same seed gives the same bundle
 */

/** Raise this number when the generator changes: a bundle with another number is then written again. */
export const largeCountyVersion = '3';

const key = ({ type, number }) => ({ document_type: type, document_number: number });

function addCodes(files, plats) {
  for (const { code, description, group } of instruments) {
    const group_description = groupDescriptions[group];
    files.add('instruments', { code, description, group_code: group, group_description });
  }
  for (const { number, name } of plats) files.add('plats', { plat_number: number, plat_name: name });
}

function addParties(files, document, role, parties) {
  for (const { last, first, middle } of parties) {
    files.add('parties', { ...document, role, last_name: last, first_name: first, middle_name: middle });
  }
}

function addDocument(files, random, land, document) {
  const own = key(document);
  const { instrument, legals, references, address } = document;
  files.add('documents', { ...document, ...own, instrument_code: instrument.code });
  addParties(files, own, 'GRANTOR', document.grantors);
  addParties(files, own, 'GRANTEE', document.grantees);
  for (const legal of legals) files.add('legals', { ...own, ...legal });
  for (const to of new Set(references)) {
    const { document_type, document_number } = key(to);
    files.add('references', {
      ...own,
      reference_document_type: document_type,
      reference_document_number: document_number,
    });
  }
  const parcels = random.chance(0.25) ? 0 : random.chance(0.9) ? 1 : 2;
  const ids = new Set(Array.from({ length: parcels }, () => land.parcel()));
  for (const parcel_id of ids) {
    files.add('parcels', { ...own, parcel_id, ...(random.chance(0.2) && land.island()) });
  }
  if (random.chance(0.32)) files.add('addresses', { ...own, ...address });
}

/** Adds an entry of a tract book: the legal descriptions of a document or, in rare cases, many lots of one plat. */
function addTract(files, random, land, { nth, document }) {
  const entry = `${1_000_000 + ((nth * 7_919) % 9_000_000)}${random.chance(0.003) ? 'A' : ''}`;
  const plat = land.plat();
  const column = () => Array.from({ length: random.between(11, 24) }, () => land.inPlat(plat));
  const drawn = random.chance(0.005) ? column() : document.legals;
  const legals = [...new Map(drawn.map((legal) => [legal.description, legal])).values()];
  addTractEntry(files, { entry, document, legals });
}

/** Writes the rows of all files, one document after another, so that memory does not grow with the county. */
function writeRows(files, { documents, seed, say }) {
  const random = seededRandom(`large county ${seed}`);
  const parties = partyMaker(random);
  const land = landMaker(random, documents);
  const makeDocument = documentMaker(random, { parties, land }, documents);
  const certificates = new Certificates(files, random, Math.max(400, Math.round(documents * 0.012)));
  const liens = new TaxLiens(files, random, Math.ceil(documents * 0.01));
  addCodes(files, land.plats);
  const names = parties.surnames.slice(0, 8_000).sort();
  addBookEntries(files, names, { from: 1_858, below: 1_985, span: 1, ranges: 32 });
  for (let [at, entries] = [0, 0]; at < documents; at += 1) {
    const document = makeDocument(at);
    addDocument(files, random, land, document);
    if (document.type === 'T') certificates.add(document);
    if (['FTL', 'STL'].includes(document.instrument.code)) liens.add(document, at);
    else liens.pass(document, at);
    if (random.chance(0.08)) addTract(files, random, land, { nth: (entries += 1), document });
    if (at > 0 && at % 100_000 === 0) say(`${at} of ${documents} documents written`);
  }
  certificates.finish();
}

/**
 * Writes the bundle of a county of any size, with every file of the format.
 * @param {string} folder
 * @param {LargeCountyTerms} o
 * @returns {Promise<Record<string, number>>} rows by file
 */
async function writeLargeCounty(folder, { documents, seed = 1, county = 'lake', say = () => {} }) {
  const made = `${folder}.part-${process.pid}`;
  await rm(made, { recursive: true, force: true });
  const files = new BundleFiles(made);
  writeRows(files, { documents, seed, say });
  const counts = files.close();
  const verified = verifiedDay();
  const manifest = {
    county,
    format: 1,
    kind: 'full',
    name: `large county ${documents} ${seed} ${largeCountyVersion}`,
    indexBegins: '1900-01-01',
    verifiedThrough: { abstract: verified, torrens: verified },
    counts,
  };
  await writeFile(path.join(made, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder).catch(async (error) => {
    // another process has written the same bundle meanwhile
    if (!existsSync(path.join(folder, 'manifest.json'))) throw error;
    await rm(made, { recursive: true });
  });
  return counts;
}

/**
 * Returns the folder of a bundle with these parameters, and writes the bundle if the folder does not contain it yet.
 * The folder is below BENCH_CACHE or in the system's temporary folder.
 * @param {LargeCountyTerms} o
 * @returns {Promise<string>}
 */
export async function largeCounty({ documents, seed = 1, county = 'lake', say = () => {} }) {
  const base = process.env.BENCH_CACHE || cacheFolder('counties');
  const folder = path.join(base, `${county}-${documents}-${seed}-${largeCountyVersion}`);
  if (!existsSync(path.join(folder, 'manifest.json'))) {
    say(`Writing a county of ${documents} documents to ${folder}`);
    await writeLargeCounty(folder, { documents, seed, county, say });
  }
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , documents = '200000', seed = '1', county = 'lake'] = process.argv;
  const say = (line) => process.stderr.write(`${line}\n`);
  const folder = await largeCounty({ documents: Number(documents), seed: Number(seed), county, say });
  process.stdout.write(`${folder}\n`);
}
