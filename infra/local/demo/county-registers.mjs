import { landMaker } from './land.mjs';
import { seededRandom } from './random.mjs';
import { addBookEntries, addTractEntry, Certificates, TaxLiens } from './registers.mjs';

const key = ({ type, number }) => ({ document_type: type, document_number: number });

/** Rows by file, kept in memory: a demo county is small. */
class KeptRows {
  /** @type {Record<string, object[]>} */
  rows = {};

  add(file, row) {
    (this.rows[file] ??= []).push(row);
  }
}

const byRecording = (a, b) =>
  a.recorded_date === b.recorded_date
    ? Number(a.number) - Number(b.number)
    : a.recorded_date < b.recorded_date
      ? -1
      : 1;

/** Adds the certificates of the Torrens documents, in the order in which the documents were recorded. */
function addCertificates(files, documents, land, random) {
  const torrens = documents.filter(({ type }) => type === 'T').sort(byRecording);
  const certificates = new Certificates(files, random, Math.round(torrens.length / 9));
  for (const document of torrens) {
    certificates.add({ ...document, address: document.addresses[0] ?? land.address() });
  }
  certificates.finish();
}

/** Adds the release of a lien. One release in four is partial, and some releases are revoked later. */
function addRelease(files, lien, { release, revocation }, random) {
  const released = key(release);
  const revoked = random.chance(0.2) && revocation;
  files.add('tax_lien_releases', {
    ...lien,
    partial_full: random.chance(0.25) ? 'PARTIAL' : 'FULL',
    release_document_type: released.document_type,
    release_document_number: released.document_number,
    release_date: release.recorded_date,
    ...(revoked && {
      revoke_document_type: revocation.type,
      revoke_document_number: revocation.number,
      revoke_date: revocation.recorded_date,
    }),
  });
}

function addLiens(files, documents, land, random) {
  const liens = new TaxLiens(files, random, Infinity);
  let earlier;
  for (const document of documents.filter(({ instrument: { code } }) => code === 'FTL' || code === 'STL')) {
    liens.add({ ...document, address: document.addresses[0] ?? land.address() }, 0);
    if (document.release) addRelease(files, key(document), document, random);
    if (earlier && random.chance(0.2)) {
      const revision = { revision_document_type: document.type, revision_document_number: document.number };
      files.add('tax_lien_revisions', {
        ...key(earlier),
        flag: random.pick(['AMENDED', 'REFILED']),
        ...revision,
      });
    }
    earlier = document;
  }
}

/** Adds tract book entries for some of the documents. The third entry lists 14 lots of a plat. */
function addTractBooks(files, documents, land, random) {
  const chosen = documents.filter(() => random.chance(0.06));
  for (const [at, document] of chosen.entries()) {
    const plat = land.plats[at % land.plats.length];
    const column = Array.from({ length: 14 }, (_, lot) => ({
      kind: 'LB',
      plat_number: plat.number,
      lot: String(lot + 1),
      block: '1',
      description: `LOT ${lot + 1} BLOCK 1 ${plat.name}`,
    }));
    addTractEntry(files, {
      entry: String(5_001 + at),
      document,
      legals: at === 2 ? column : document.legals,
    });
  }
}

/** The sorted last names of the people of a county. */
const surnamesOf = (documents) =>
  [
    ...new Set(
      documents
        .flatMap(({ grantors, grantees }) => [...grantors, ...grantees])
        .filter(({ first }) => first !== '')
        .map(({ last }) => last),
    ),
  ].sort();

/**
 * The registers of a demo county besides its documents.
 * @returns {Record<string, object[]>} rows by file name without its ending
 */
export function countyRegisters(county, documents, plats) {
  const files = new KeptRows();
  const stream = (name) => seededRandom(`${county} ${name} 1`);
  const landOf = (random) => landMaker(county, random, plats);
  const [torrens, liens, tracts] = ['certificates', 'liens', 'tracts'].map(stream);
  if (county === 'lake') addCertificates(files, documents, landOf(torrens), torrens);
  addLiens(files, documents, landOf(liens), liens);
  addTractBooks(files, documents, landOf(tracts), tracts);
  addBookEntries(files, surnamesOf(documents), { from: 1_890, below: 1_990, span: 5, ranges: 12 });
  return files.rows;
}
