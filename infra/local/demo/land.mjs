import { weightedIndex } from './random.mjs';

const places = {
  lake: {
    cities: ['TWO PINES', 'AGATE BAY', 'SILVER CREEK', 'KNIFE POINT', 'BEAVER FALLS', 'FINNMARK'],
    streets: [
      'MAIN',
      'OAK',
      'MAPLE',
      'CEDAR',
      'PINE',
      'LAKE',
      'HILL',
      'PARK',
      'RIVER',
      'BIRCH',
      'SUNSET',
      'HIGHLAND',
      '1ST',
      '2ND',
      '3RD',
      '4TH',
      '5TH',
      'COUNTY ROAD 2',
      'HIGHWAY 61',
      'LAKESHORE',
      'HERON',
      'WILLOW CREEK',
    ],
    municipalities: ['TWO PINES', 'SILVER CREEK', 'FINNMARK'],
  },
  saipan: {
    cities: ['GARAPAN', 'SUSUPE', 'CHALAN KANOA', 'KOBLERVILLE', 'CAPITOL HILL', 'TANAPAG'],
    streets: [
      'BEACH',
      'MIDDLE',
      'CORAL TREE',
      'FLAME TREE',
      'PLUMERIA',
      'ORCHID',
      'CROSS ISLAND',
      'ISA',
      'MICRO BEACH',
      'LAGOON',
    ],
    municipalities: ['SAIPAN', 'TINIAN', 'ROTA'],
  },
};
const streetKinds = ['STREET', 'AVENUE', 'ROAD', 'LANE', 'DRIVE', 'COURT', 'TRAIL'];
const platWords = [
  'OAK MAPLE CEDAR SUNNY PRAIRIE EAGLE LAKE RIVER HILL NORTH SOUTH GREEN FOX DEER STONE WILLOW SPRING SILVER GOLDEN'.split(
    ' ',
  ),
  'PARK RIDGE VALLEY HILLS ESTATES GROVE POINTE MEADOWS WOODS CREEK HOLLOW TERRACE HEIGHTS SHORES'.split(' '),
  ['ADDITION', 'FIRST ADDITION', 'SECOND ADDITION', 'SUBDIVISION', 'REARRANGEMENT', ''],
];
const quarters = ['NE', 'NW', 'SW', 'SE'];

function platList(random) {
  return Array.from({ length: 120 }, (_, at) => ({
    number: String(10_007 + at * 7),
    name: platWords
      .map((list) => random.pick(list))
      .join(' ')
      .trim(),
    condominium: random.chance(0.06),
    lots: random.between(5, 64),
    blocks: random.between(1, 12),
  }));
}

const platStems = [
  'AGATE SHORE',
  'BIRCHWOOD',
  'BIRCHWOOD HEIGHTS',
  'CLIFF HOUSE POINT',
  'EVERGREEN',
  'FLOOD BAY',
  'GOOSEBERRY HILLS',
  'HARBOR VIEW',
  'IRON TRAIL',
  'LAKE SHORE',
  'LAKEVIEW',
  'NORTH SHORE',
  'NORTH SHORE ESTATES',
  'OLD MILL',
  'PALISADE',
  'SHORELINE',
  'SILVER BAY',
  'SUPERIOR HEIGHTS',
  'TETTEGOUCHE',
  'WATERFRONT',
];
const platAdditions = [
  '',
  ...Array.from({ length: 11 }, (_, at) => `${at + 1}${['ST', 'ND', 'RD'][at] ?? 'TH'} ADDITION`),
];

/**
 * Plats with similar names: each name without and with additions (`EVERGREEN 2ND ADDITION`). Their numbers follow those
 * of all other plats.
 */
export function laterPlats(random, behind) {
  return platStems.flatMap((stem, nth) =>
    platAdditions.map((addition, at) => {
      const place = behind + nth * platAdditions.length + at + 1;
      const condominium = addition === '' && nth % 4 === 0;
      return {
        number: String(10_000 + place * 7),
        name: `${condominium ? `CIC NO ${nth + 20} ` : ''}${stem} ${addition}`.trim(),
        condominium,
        lots: random.between(8, 48),
        blocks: random.between(1, 9),
      };
    }),
  );
}

/** Plats, legal descriptions, parcels and addresses of a county. */
export function landMaker(county, random, plats = platList(random)) {
  const { cities, streets, municipalities } = places[county];
  const platAt = weightedIndex(
    random,
    plats.map((_, rank) => 1 / (rank + 6) ** 0.85),
  );
  const inPlat = (plat) => {
    const lot = random.between(1, plat.lots);
    const last = random.chance(0.1) ? lot + random.between(1, 4) : lot;
    const block = String(random.between(1, plat.blocks));
    const unit = plat.condominium ? String(random.between(100, 499)) : '';
    const lots = last > lot ? `${lot} THRU ${last}` : String(lot);
    const place = unit ? `UNIT ${unit}` : `LOT ${lots} BLOCK ${block}`;
    const comment = random.chance(0.05) ? 'EX PART FOR ROAD' : '';
    return {
      kind: 'LB',
      plat_number: plat.number,
      lot: lots,
      block,
      unit,
      description: `${place} ${plat.name}`,
      comment,
    };
  };
  const bounds = () => {
    const [section, township, range] = [random.between(1, 36), random.between(52, 56), random.between(8, 12)];
    const q = random.pick(quarters);
    const qq = random.chance(0.6) ? random.pick(quarters) : '';
    const quarter = qq ? `${qq} 1/4 OF ${q} 1/4` : `${q} 1/4`;
    const comment = random.chance(0.4) ? 'PART OF, SEE RECORD FOR METES AND BOUNDS' : '';
    const where = `${quarter} SEC ${section} TWP ${township} RNG ${range}`;
    return {
      kind: 'MB',
      section,
      township,
      range,
      q,
      qq,
      municipality: random.pick(municipalities),
      description: where,
      comment,
    };
  };
  return {
    plats,
    inPlat,
    legals: () => {
      const count = random.chance(0.78) ? 1 : random.chance(0.8) ? 2 : random.between(3, 6);
      const plat = plats[platAt()];
      return Array.from({ length: count }, () => (random.chance(0.82) ? inPlat(plat) : bounds()));
    },
    parcel: () =>
      `${random.between(21, 35)}-${String(random.below(10_000)).padStart(4, '0')}-${String(random.below(100_000)).padStart(5, '0')}`,
    address: () => ({
      house_number: String(random.between(100, 9_900)),
      street: `${random.pick(streets)} ${random.pick(streetKinds)}`,
      city: random.pick(cities),
    }),
  };
}
