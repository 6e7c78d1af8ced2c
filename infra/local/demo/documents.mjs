import { addToDocuments } from './additions.mjs';
import { instrumentOf, instruments } from './instruments.mjs';
import { landMaker } from './land.mjs';
import { partyMaker } from './names.mjs';
import { seededRandom, weightedIndex } from './random.mjs';

const day = 86_400_000;
const first = Date.UTC(1890, 0, 2);
const last = Date.UTC(2026, 9, 30);
const firstNumber = { A: 1_000_001, T: 2_000_001 };

/** The share of all documents that were recorded up to each of these years: about half are from 2000 or later. */
const growth = [
  [0, 1890],
  [0.04, 1900],
  [0.1, 1950],
  [0.26, 1980],
  [0.52, 2000],
  [1, 2026.83],
];

function recordedAt(share) {
  const to = growth.findIndex(([until]) => share <= until) || 1;
  const [[from, year], [until, next]] = [growth[to - 1], growth[to]];
  const at = year + ((next - year) * (share - from)) / (until - from);
  const start = Date.UTC(Math.floor(at), 0, 1);
  return new Date(Math.min(last, Math.max(first, start + Math.floor((at % 1) * 365) * day)));
}

const iso = (date) => date.toISOString().slice(0, 10);
const clock = (minute) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function signers(instrument, year, parties, random) {
  const somebody = (share) => (random.chance(share) ? [parties.business()] : parties.couple());
  switch (instrument.shape) {
    case 'deed':
      return [somebody(0.12), somebody(0.1)];
    case 'mortgage':
      return [
        somebody(0.08),
        year >= 1998 && random.chance(0.5) ? [parties.registry(), parties.lender()] : [parties.lender()],
      ];
    case 'satisfaction':
      return [
        [year >= 1999 && random.chance(0.45) ? parties.registry() : parties.lender()],
        parties.couple(),
      ];
    case 'assignment':
      return [
        [year >= 1999 && random.chance(0.5) ? parties.registry() : parties.lender()],
        [parties.lender()],
      ];
    case 'lien':
      return [
        random.chance(0.15) ? [parties.business()] : [parties.person()],
        [random.chance(0.6) ? parties.publicBody() : parties.business()],
      ];
    default:
      return [
        somebody(0.15),
        random.chance(0.35) ? [] : [random.chance(0.5) ? parties.business() : parties.person()],
      ];
  }
}

const distinct = (legals) => [
  ...new Map(legals.map((legal) => [legal.description + legal.comment, legal])).values(),
];

/**
 * Puts documents from before 1998 into books. Separate books hold deeds, documents about mortgages, and all other
 * documents.
 */
function shelves(random) {
  const open = { D: [1, 1], M: [1, 1], X: [1, 1] };
  return (shape, year) => {
    if (year >= 1998) return { book_type: '', book: '', page: '' };
    const type =
      shape === 'deed' ? 'D' : ['mortgage', 'satisfaction', 'assignment'].includes(shape) ? 'M' : 'X';
    const place = open[type];
    const found = { book_type: type, book: String(place[0]), page: String(place[1]) };
    place[1] += random.between(1, 14);
    if (place[1] > 640) open[type] = [place[0] + 1, 1];
    return found;
  };
}

/** The documents and numbers that the manual uses as examples. */
function landmarks(county, parties, land) {
  const seller =
    county === 'lake'
      ? { last: 'HAWTHORNE', first: 'ELEANOR', middle: 'M' }
      : { last: 'CAMANO', first: 'ROSALIA', middle: 'T' };
  const buyer =
    county === 'lake'
      ? { last: 'BERGSTROM', first: 'NILS', middle: 'A' }
      : { last: 'TENORIA', first: 'VICENTE', middle: 'B' };
  const plat = land.plats[0];
  const base = {
    legals: [land.inPlat(plat)],
    references: [],
    parcels: [land.parcel()],
    addresses: [land.address()],
    book_type: '',
    book: '',
    page: '',
  };
  const deed = {
    ...base,
    type: 'A',
    instrument: instrumentOf('WD'),
    recorded_date: '2024-03-14',
    instrument_date: '2024-03-11',
    recorded_time: '09:32',
    grantors: [seller],
    grantees: [buyer],
    sale_price: '312500.00',
    pages: 12,
  };
  const noImages = {
    ...base,
    type: 'A',
    instrument: instrumentOf('QCD'),
    recorded_date: '2024-03-15',
    instrument_date: '2024-03-12',
    recorded_time: '10:05',
    grantors: [buyer],
    grantees: [parties.person()],
    sale_price: '',
    pages: 0,
  };
  const map = {
    ...base,
    type: 'A',
    instrument: instrumentOf('PLAT'),
    recorded_date: '2024-03-18',
    instrument_date: '2024-02-20',
    recorded_time: '14:41',
    grantors: [{ last: `${plat.name} DEVELOPMENT LLC`, first: '', middle: '' }],
    grantees: [],
    sale_price: '',
    pages: 1,
    plat: plat.name,
  };
  const torrens = {
    ...deed,
    type: 'T',
    recorded_date: '2024-04-02',
    instrument_date: '2024-03-30',
    recorded_time: '11:20',
    grantors: [buyer],
    grantees: [parties.person()],
    pages: 3,
  };
  return county === 'lake' ? [deed, noImages, map, torrens] : [deed, noImages, map];
}

/**
 * How a document is scanned. Only the newest third of the documents has images, a few of them in gray (JPEG) or as G3.
 */
function scanOf(at, count, imaged, random) {
  const share = imaged / (count * 0.35);
  if (at < count * 0.65 || !random.chance(share)) return { pages: 0 };
  const kind = random.chance(0.03) ? 'jpeg' : random.chance(0.03) ? 'g3' : 'g4';
  return { pages: random.chance(0.3) ? 1 : random.between(2, 5), scan: kind };
}

/**
 * Generates all documents of a demo county from a fixed seed, the same on every machine.
 * @param {'lake' | 'saipan'} county
 * @param {{ documents?: number, imaged?: number }} [size] `imaged` is the approximate number of documents with page
 * images
 */
export function demoDocuments(county, { documents = 5_000, imaged = county === 'lake' ? 420 : 80 } = {}) {
  const random = seededRandom(`${county} 5`);
  const parties = partyMaker(county, random);
  const land = landMaker(county, random);
  const shelve = shelves(random);
  const instrumentAt = weightedIndex(
    random,
    instruments.map(({ share }) => share),
  );
  const numbers = { ...firstNumber };
  const earlier = [];
  const numbered = (document) => ({ ...document, number: String(numbers[document.type]++) });
  const list = landmarks(county, parties, land).map(numbered);
  for (let at = 0; list.length < documents; at += 1) {
    const date = recordedAt(at / documents);
    const year = date.getUTCFullYear();
    const instrument = instruments[instrumentAt()];
    const [grantors, grantees] = signers(instrument, year, parties, random);
    const needsReference = ['satisfaction', 'assignment'].includes(instrument.shape) || random.chance(0.12);
    const references =
      needsReference && earlier.length > 20
        ? [random.pick(earlier), ...(random.chance(0.15) ? [random.pick(earlier)] : [])]
        : [];
    const document = numbered({
      type: county === 'lake' && random.chance(0.25) ? 'T' : 'A',
      instrument,
      recorded_date: iso(date),
      recorded_time: clock(random.between(480, 989)),
      instrument_date: iso(new Date(date.getTime() - random.below(30) * day)),
      ...shelve(instrument.shape, year),
      grantors,
      grantees,
      legals: distinct(land.legals()),
      references: [...new Set(references)],
      parcels: random.chance(0.75) ? [land.parcel()] : [],
      addresses: random.chance(0.32) ? [land.address()] : [],
      sale_price: instrument.shape === 'deed' && year > 1985 ? `${random.between(10_000, 610_000)}.00` : '',
      mortgage_amount: instrument.shape === 'mortgage' ? `${random.between(20_000, 520_000)}.00` : '',
      verified: random.chance(0.97) ? 'Y' : 'N',
      ...scanOf(at, documents, imaged, random),
    });
    if (instrument.shape === 'mortgage' || instrument.shape === 'deed')
      earlier.push({ type: document.type, number: document.number });
    list.push(document);
  }
  return { documents: list, plats: addToDocuments(county, list, land.plats) };
}
