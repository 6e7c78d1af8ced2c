import { instruments } from '../local/demo/instruments.mjs';
import { aliasIndex } from './large-county-random.mjs';

const dayMs = 86_400_000;

/** The share of all documents that were recorded up to each of these years. */
const growth = [
  [0, 1900],
  [0.08, 1950],
  [0.25, 1980],
  [0.52, 2000],
  [1, 2026.83],
];

const kept = new Map();
/** @returns {string} YYYY-MM-DD of the day that is `day` days after January 1, 1970 */
function isoDay(day) {
  const known = kept.get(day);
  if (known) return known;
  const text = new Date(day * dayMs).toISOString().slice(0, 10);
  if (kept.size > 60_000) kept.clear();
  kept.set(day, text);
  return text;
}

const dayAt = (share) => {
  const to = growth.findIndex(([until]) => share <= until) || 1;
  const [[from, year], [until, next]] = [growth[to - 1], growth[to]];
  const at = year + ((next - year) * (share - from)) / (until - from);
  return Math.floor(Date.UTC(Math.floor(at), 0, 1) / dayMs) + Math.floor((at % 1) * 365);
};

function signers({ shape }, year, parties, random) {
  const somebody = (share) => (random.chance(share) ? [parties.business()] : parties.couple());
  const holder = (share) => (year >= 1998 && random.chance(share) ? parties.registry() : parties.lender());
  switch (shape) {
    case 'deed':
      return [somebody(0.12), somebody(0.1)];
    case 'mortgage':
      return [
        somebody(0.08),
        year >= 1998 && random.chance(0.5) ? [parties.registry(), parties.lender()] : [parties.lender()],
      ];
    case 'satisfaction':
      return [[holder(0.45)], parties.couple()];
    case 'assignment':
      return [[holder(0.5)], [parties.lender()]];
    case 'lien':
      return [
        [random.chance(0.15) ? parties.business() : parties.person()],
        [random.chance(0.6) ? parties.publicBody() : parties.business()],
      ];
    default:
      return [somebody(0.15), random.chance(0.35) ? [] : [parties.person()]];
  }
}

/** Puts documents from before 1998 into books. There are three kinds of books, and each kind is numbered from 1. */
function shelves(random) {
  const open = { D: [1, 1], M: [1, 1], X: [1, 1] };
  return (shape, year) => {
    if (year >= 1998) return {};
    const bound = ['mortgage', 'satisfaction', 'assignment'].includes(shape);
    const type = shape === 'deed' ? 'D' : bound ? 'M' : 'X';
    const [book, page] = open[type];
    const next = page + random.between(1, 2);
    open[type] = next > 640 ? [book + 1, 1] : [book, next];
    return { book_type: type, book, page: random.chance(0.005) ? `${page}A` : page };
  };
}

const bounded = 20_000;

/** Recent documents that later ones can refer to. */
function references(random) {
  const earlier = [];
  return {
    remember: ({ type, number }) => {
      if (earlier.length < bounded) earlier.push({ type, number });
      else earlier[random.below(bounded)] = { type, number };
    },
    of: (shape) => {
      const needed = shape === 'satisfaction' || shape === 'assignment' || random.chance(0.12);
      if (!needed || earlier.length < 50) return [];
      return [random.pick(earlier), ...(random.chance(0.15) ? [random.pick(earlier)] : [])];
    },
  };
}

function legalsOf(land, random) {
  const amount = random.chance(0.78) ? 1 : random.chance(0.8) ? 2 : random.between(3, 6);
  const plat = land.plat();
  const made = Array.from({ length: amount }, () =>
    random.chance(0.82) ? land.inPlat(plat) : land.inSection(),
  );
  return amount === 1 ? made : [...new Map(made.map((legal) => [legal.description, legal])).values()];
}

const money = (random, from, to) => `${random.between(from, to)}.00`;

/** Creates the documents of a county one by one, in order of recording. */
export function documentMaker(random, { parties, land }, documents) {
  const numbers = { A: 1_000_000, T: 2_000_000 };
  const instrumentAt = aliasIndex(
    random,
    instruments.map(({ share }) => share),
  );
  const shelve = shelves(random);
  const refer = references(random);
  return (at) => {
    const day = dayAt(at / documents);
    const recorded = isoDay(day);
    const year = Number(recorded.slice(0, 4));
    const instrument = instruments[instrumentAt()];
    const { shape } = instrument;
    const [grantors, grantees] = signers(instrument, year, parties, random);
    const type = random.chance(0.25) ? 'T' : 'A';
    numbers[type] += 1;
    const minute = random.between(480, 989);
    const document = {
      type,
      number: `${numbers[type]}${random.chance(0.003) ? 'A' : ''}`,
      instrument,
      recorded_date: recorded,
      recorded_time: `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
      instrument_date: isoDay(day - random.below(30)),
      ...shelve(shape, year),
      sale_price: shape === 'deed' && year > 1985 ? money(random, 10_000, 610_000) : '',
      mortgage_amount: shape === 'mortgage' ? money(random, 20_000, 520_000) : '',
      verified: random.chance(0.97) ? 'Y' : 'N',
      sealed: random.chance(0.002) ? 'Y' : 'N',
      grantors,
      grantees,
      legals: legalsOf(land, random),
      references: refer.of(shape),
      address: land.address(),
    };
    if (shape === 'mortgage' || shape === 'deed') refer.remember(document);
    return document;
  };
}
