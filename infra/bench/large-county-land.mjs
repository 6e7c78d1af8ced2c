import { aliasIndex, falling } from './large-county-random.mjs';

const words = (text) => text.trim().split(/\s+/);
const list = (text) => text.split(',').map((part) => part.trim());

const streets = [
  ...list(`MAIN, OAK, MAPLE, CEDAR, ELM, PINE, WASHINGTON, LAKE, HILL, PARK, LINCOLN, JACKSON, RIVER, CHURCH, SPRUCE, WALNUT,
    BIRCH, SUNSET, HIGHLAND, FRANKLIN, NICOLLET, UNIVERSITY, COUNTY ROAD 10, COUNTY ROAD 42, HIGHWAY 61, GRAND, SUMMIT, ST. CLAIR,
    LAKESHORE, MEADOW, FOREST, VALLEY, PRAIRIE, EAGLE RIDGE, FOX HOLLOW, DEER TRAIL, O'NEILL, WILLOW CREEK, STONEBRIDGE, ASPEN`),
  ...Array.from({ length: 160 }, (_, at) => `${at + 1}${ordinalEnding(at + 1)}`),
];
/** Kinds of streets, spelled out and abbreviated, as clerks type them. */
const streetKinds =
  words(`STREET STREET STREET ST ST. AVENUE AVENUE AVE ROAD RD LANE DRIVE DRIVE DR COURT CIRCLE TRAIL TRL
  BOULEVARD BLVD. PLACE WAY`);
const directions = words('N S E W NORTH SOUTH EAST WEST N. NORTHEAST SW');
const cities =
  list(`LAKEVIEW, SPRING GROVE, NORTHFIELD, OAKDALE, CEDAR FALLS, MAPLEWOOD, PINE CITY, RIVERTON, EAGAN, APPLE VALLEY,
  BURNSVILLE, HASTINGS, ROSEMOUNT, INVER GROVE HEIGHTS, WEST SAINT PAUL, ST. PAUL`);
const platWords = [
  words(`OAK MAPLE CEDAR SUNNY PRAIRIE EAGLE LAKE RIVER HILL NORTH SOUTH WEST EAST GREEN FOX DEER STONE WILLOW SPRING SILVER
    GOLDEN HIDDEN ROYAL GRAND TIMBER HERITAGE COUNTRY CRYSTAL`),
  words(
    'PARK RIDGE VALLEY HILLS ESTATES GROVE POINTE MEADOWS WOODS CREEK HOLLOW TERRACE HEIGHTS VIEW SHORES CROSSING GLEN ACRES',
  ),
  [
    'ADDITION',
    '1ST ADDITION',
    '2ND ADDITION',
    '3RD ADDITION',
    'SUBDIVISION',
    'PLAT TWO',
    'REARRANGEMENT',
    '',
  ],
];
const villages = {
  SAIPAN: list(
    "GARAPAN, SUSUPE, CHALAN KANOA, KOBLERVILLE, CAPITOL HILL, TANAPAG, SAN JOSE, AS LITO, I'LILING",
  ),
  TINIAN: list('SAN JOSE, MARPO VALLEY, CAROLINAS HEIGHTS, PINA'),
  ROTA: list('SONGSONG, SINAPALU, TATACHOG'),
  NORTHERN: list('PAGAN, AGRIHAN, ALAMAGAN'),
};
const islands = Object.keys(villages);
const quarters = ['NE', 'NW', 'SW', 'SE'];
const halves = ['N', 'S', 'W', 'E'];
const municipalities = list('LAKEVIEW, OAKDALE, PINE CITY, ST. MARY, SPRING GROVE TWP');

function ordinalEnding(number) {
  if (number % 100 > 10 && number % 100 < 14) return 'TH';
  return ['TH', 'ST', 'ND', 'RD'][number % 10] ?? 'TH';
}

/**
 * The plats of a county. `landMaker` chooses the first ones most often, so that a few plats have very many documents.
 */
function platList(random, documents) {
  const amount = Math.max(400, Math.min(5_000, Math.round(documents / 300)));
  return Array.from({ length: amount }, (_, at) => {
    const condominium = random.chance(0.06);
    const name = platWords.map((part) => random.pick(part)).join(' ');
    return {
      number: random.chance(0.05) ? `P-${10_000 + at * 7}` : String(10_000 + at * 7),
      name: `${condominium ? `CIC NO ${100 + at} ` : ''}${name}`.trim(),
      condominium,
      lots: random.between(5, 64),
      blocks: random.between(1, 12),
    };
  });
}

/** A lot as in a real index: one number, a range, a letter, or a part of a lot (`E 1/2 7`). */
function lotOf(random, plat) {
  const lot = random.between(1, plat.lots);
  const kind = random.next();
  if (kind < 0.05) return `${lot} THRU ${lot + random.between(1, 4)}`;
  if (kind < 0.1) return `${lot}-${lot + random.between(1, 4)}`;
  if (kind < 0.13) return random.pick('ABCDEFG');
  return kind < 0.15 ? `E 1/2 ${lot}` : String(lot);
}

function legalInPlat(random, plat) {
  const lot = lotOf(random, plat);
  const block = random.chance(0.02) ? random.pick('ABC') : String(random.between(1, plat.blocks));
  const unit = plat.condominium
    ? random.chance(0.2)
      ? `A-${random.between(100, 499)}`
      : String(random.between(100, 499))
    : '';
  const building = plat.condominium ? random.pick('ABCDEF') : '';
  const outlot = random.chance(0.015);
  const place = unit ? `UNIT ${unit} BLDG ${building}` : `LOT ${lot} BLOCK ${block}`;
  return {
    kind: 'LB',
    plat_number: plat.number,
    lot,
    block,
    sublot: random.chance(0.02) ? `S${random.below(9)}` : '',
    other_code: outlot ? random.pick(['OUTLOT', 'TRACT']) : '',
    other_lot: outlot ? random.pick('ABCDEFG') : '',
    building,
    unit,
    garage: plat.condominium && random.chance(0.5) ? `G-${random.below(200)}` : '',
    description: `${place} ${plat.name}`,
    comment: random.chance(0.05) ? 'EX PART FOR ROAD' : '',
  };
}

/** A whole section, a half or a quarter of it, or quarters inside each other, up to four levels deep. */
function quartersOf(random) {
  const kind = random.next();
  if (kind < 0.08) return {};
  if (kind < 0.2) return { q: random.pick(halves) };
  if (kind < 0.45) return { q: random.pick(quarters) };
  const two = { q: random.pick(quarters), qq: random.pick(quarters) };
  if (kind < 0.9) return two;
  const three = { ...two, qqq: random.pick(quarters) };
  return kind < 0.96 ? three : { ...three, qqqq: random.pick(quarters) };
}

function legalInSection(random) {
  const [section, township, range] = [
    random.between(1, 36),
    random.between(110, 114),
    random.between(15, 19),
  ];
  const quarter = quartersOf(random);
  const governmentLot = random.chance(0.1);
  const text = ['qqqq', 'qqq', 'qq', 'q'].map((part) => quarter[part]).filter(Boolean);
  return {
    kind: 'MB',
    section,
    township,
    range,
    base: random.chance(0.8) ? '5TH' : '4TH',
    meridian: random.chance(0.8) ? '5TH P.M.' : '4TH P.M.',
    municipality: random.pick(municipalities),
    ...quarter,
    other_code: governmentLot ? 'GL' : '',
    other_lot: governmentLot ? String(random.between(1, 6)) : '',
    description: `${text.join(' OF ')} SEC ${section} TWP ${township} RNG ${range}`.trim(),
    comment: random.chance(0.4) ? 'PART OF, SEE RECORD FOR METES AND BOUNDS' : '',
  };
}

/** A parcel number in the county's format, with or without dashes. */
function parcelNumber(random, parcels) {
  const nth = 1 + Math.floor(random.next() * random.next() * parcels);
  const mixed = Math.imul(nth, 2_654_435_761) >>> 0;
  const parts = [
    String(10 + (mixed % 25)),
    String((mixed >>> 8) & 1_023).padStart(5, '0'),
    String(nth).padStart(7, '0'),
  ];
  return parts.join(nth % 3 === 0 ? '' : nth % 3 === 1 ? '-' : ' ');
}

/** Plats, legal descriptions, parcels and addresses of a county. */
export function landMaker(random, documents) {
  const plats = platList(random, documents);
  const platAt = aliasIndex(random, falling(plats.length, 6, 0.85));
  const streetAt = aliasIndex(random, falling(streets.length, 8, 1.25));
  const cityAt = aliasIndex(random, falling(cities.length, 8, 1.25));
  const islandAt = aliasIndex(random, [60, 20, 15, 5]);
  const villageAt = aliasIndex(random, falling(9, 1, 1));
  const street = () => {
    const parts = [
      random.chance(0.15) ? random.pick(directions) : '',
      streets[streetAt()],
      random.pick(streetKinds),
    ];
    return parts.filter(Boolean).join(' ');
  };
  const house = () => {
    const number = random.between(100, random.chance(0.3) ? 16_000 : 2_500);
    if (random.chance(0.02)) return `${number}-A`;
    return random.chance(0.01) ? `${number} 1/2` : String(number);
  };
  return {
    plats,
    plat: () => plats[platAt()],
    inPlat: (plat) => legalInPlat(random, plat),
    inSection: () => legalInSection(random),
    parcel: () => parcelNumber(random, Math.max(200, Math.round(documents * 0.16))),
    island: () => {
      const island = islands[islandAt()];
      const known = villages[island];
      return { island, village: known[villageAt() % known.length] };
    },
    address: () => ({
      house_number: house(),
      street: street(),
      city: random.chance(0.97) ? cities[cityAt()] : '',
    }),
  };
}
