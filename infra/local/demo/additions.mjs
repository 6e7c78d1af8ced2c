// Adds more detailed land descriptions, many parties, values that are displayed but never searched, and releases of
// liens to the older documents of a county. The additions use random streams of their own, so that all other values
// stay the same. Documents with page images are not changed, because their pages show the values.
import { instrumentOf } from './instruments.mjs';
import { landMaker, laterPlats } from './land.mjs';
import { partyMaker } from './names.mjs';
import { seededRandom } from './random.mjs';

const isLien = ({ instrument }) => instrument.code === 'FTL' || instrument.code === 'STL';
const isPlain = (document, at) => at > 3 && document.pages === 0;
const key = ({ type, number }) => ({ type, number });

const villages = {
  SAIPAN: [
    'GARAPAN',
    'SUSUPE',
    'CHALAN KANOA',
    'KOBLERVILLE',
    'CAPITOL HILL',
    'TANAPAG',
    'SAN JOSE',
    'AS LITO',
  ],
  TINIAN: ['SAN JOSE', 'MARPO VALLEY', 'CAROLINAS HEIGHTS'],
  ROTA: ['SONGSONG', 'SINAPALU', 'TATACHOG'],
  NORTHERN: ['PAGAN', 'AGRIHAN'],
};
const islands = ['SAIPAN', 'SAIPAN', 'SAIPAN', 'SAIPAN', 'SAIPAN', 'TINIAN', 'TINIAN', 'ROTA', 'NORTHERN'];

/** Adds an island and a village to each parcel. Only the county saipan records them. */
function addIslands(documents, random) {
  for (const document of documents) {
    document.places = document.parcels.map(() => {
      const island = random.pick(islands);
      return { island, village: random.pick(villages[island]) };
    });
  }
}

/** Refines a lot: a unit gets a building and often a garage, and a few lots become a sublot, an outlot or a tract. */
function finerLot(legal, random) {
  const name = legal.description.replace(/^(UNIT \d+|LOT [\d ]+(THRU [\d ]+)?BLOCK \d+) /, '');
  if (legal.unit) {
    const building = random.pick([...'ABCDEF']);
    const garage = random.chance(0.5) ? `G-${random.between(1, 90)}` : '';
    const place = [`UNIT ${legal.unit} BLDG ${building}`, garage && `GARAGE ${garage}`, name];
    return { ...legal, building, garage, description: place.filter(Boolean).join(' ') };
  }
  if (random.chance(0.03)) {
    const sublot = `S${random.between(1, 9)}`;
    return { ...legal, sublot, description: `SUBLOT ${sublot} OF ${legal.description}` };
  }
  if (!random.chance(0.03)) return legal;
  const other = { other_code: random.pick(['OUTLOT', 'TRACT']), other_lot: random.pick([...'ABCDEF']) };
  const description = `${other.other_code} ${other.other_lot} ${name}`;
  return { ...legal, ...other, lot: '', block: '', description };
}

/** Refines a part of a section: divides it into smaller quarters, or makes it a government lot. */
function finerBounds(legal, random) {
  const quarters = ['NE', 'NW', 'SW', 'SE'];
  const rest = `SEC ${legal.section} TWP ${legal.township} RNG ${legal.range}`;
  if (random.chance(0.12)) {
    const other_lot = String(random.between(1, 6));
    return { ...legal, other_code: 'GL', other_lot, description: `GOVERNMENT LOT ${other_lot} ${rest}` };
  }
  if (!legal.qq || !random.chance(0.4)) return legal;
  const qqq = random.pick(quarters);
  const qqqq = random.chance(0.5) ? random.pick(quarters) : '';
  const parts = [qqqq, qqq, legal.qq, legal.q].filter(Boolean).map((quarter) => `${quarter} 1/4`);
  return { ...legal, qqq, qqqq, description: `${parts.join(' OF ')} ${rest}` };
}

function refineLegals(county, documents, random) {
  for (const [at, document] of documents.entries()) {
    document.legals = document.legals.map((legal) => {
      const based =
        legal.kind === 'MB' && county === 'lake' ? { ...legal, base: '4TH', meridian: '4TH PM' } : legal;
      if (!isPlain(document, at)) return based;
      return legal.kind === 'LB' ? finerLot(based, random) : finerBounds(based, random);
    });
  }
}

/**
 * Gives a few documents so many parties and legal descriptions that the portal shows them in tables of several pages.
 */
function addMany(county, documents, plats, random) {
  const parties = partyMaker(county, random);
  const land = landMaker(county, random, plats);
  const plain = documents.filter(
    (document, at) => isPlain(document, at) && document.instrument.shape === 'deed',
  );
  const stride = Math.max(1, Math.floor(plain.length / 40));
  // the first document has no earlier one to refer to
  for (let at = Math.max(1, stride - 1); at < plain.length; at += stride) {
    const document = plain[at];
    const people = () => Array.from({ length: random.between(3, 8) }, () => parties.person());
    const plat = random.pick(plats);
    const legals = Array.from({ length: random.between(4, 14) }, () => land.inPlat(plat));
    const references = Array.from({ length: random.between(3, 7) }, () =>
      key(random.pick(plain.slice(0, at))),
    );
    document.grantors = [...document.grantors, ...people()];
    document.grantees = [...document.grantees, ...people()];
    document.legals = [
      ...new Map([...document.legals, ...legals].map((legal) => [legal.description, legal])).values(),
    ];
    document.references = [...new Map(references.map((to) => [to.type + to.number, to])).values()];
    document.parcels = [...document.parcels, land.parcel(), land.parcel()];
  }
}

const shownOnly = [
  'Consideration=Love and affection',
  'Return To=North Shore Abstract & Title',
  'Well Certificate=Received',
  'Deed Tax=Exempt',
];

function addShownValues(documents, random) {
  for (const document of documents) {
    const pages = document.pages ? [`Pages=${document.pages}`] : [];
    const more = random.chance(0.08) ? [random.pick(shownOnly)] : [];
    document.display_only = [...pages, ...more].join('|');
  }
}

/**
 * Turns affidavits without pages into releases of earlier liens. Sets on each released lien its `release` and, if a
 * later order exists, its `revocation`.
 */
function addReleases(documents, random) {
  const affidavits = documents.filter(
    (document, at) => isPlain(document, at) && document.instrument.code === 'AFF',
  );
  for (const lien of documents.filter(isLien)) {
    if (!random.chance(0.45)) continue;
    const later = ({ recorded_date: day }) =>
      day > lien.recorded_date && Number(day.slice(0, 4)) - Number(lien.recorded_date.slice(0, 4)) < 12;
    const at = affidavits.findIndex(later);
    if (at < 0) continue;
    const [release] = affidavits.splice(at, 1);
    release.instrument = instrumentOf('RTL');
    release.grantors = lien.grantees;
    release.grantees = lien.grantors;
    release.references = [key(lien)];
    lien.release = release;
    lien.revocation = documents.find(
      ({ instrument, recorded_date: day }) => instrument.code === 'ORD' && day > release.recorded_date,
    );
  }
}

/**
 * Adds the details to the documents of a county, in place.
 * @returns the county's plats, with the later additions
 */
export function addToDocuments(county, documents, plats) {
  const stream = (name) => seededRandom(`${county} ${name} 1`);
  const later = laterPlats(stream('plats'), plats.length);
  refineLegals(county, documents, stream('legals'));
  addMany(county, documents, later, stream('many'));
  addReleases(documents, stream('releases'));
  addShownValues(documents, stream('values'));
  if (county === 'saipan') addIslands(documents, stream('islands'));
  return [...plats, ...later];
}
