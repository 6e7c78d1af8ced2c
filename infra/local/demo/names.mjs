import { weightedIndex } from './random.mjs';

const words = (text) => text.trim().split(/\s+/);

/** Frequent surnames of each county in rank order; rarer names are made of syllables. */
const frequent = {
  lake: words(`JOHNSON ANDERSON SMITH NELSON OLSON LARSON PETERSON HANSEN ERICKSON CARLSON SWANSON LINDQUIST NYBERG GUSTAFSON
    MILLER WILLIAMS BROWN JONES DAVIS WILSON THOMPSON MARTIN MOORE TAYLOR JACKSON WHITE HARRIS CLARK LEWIS ROBINSON WALKER
    YOUNG ALLEN KING WRIGHT SCOTT HILL GREEN ADAMS BAKER HALL NGUYEN GARCIA MARTINEZ LOPEZ OBERG SCHMIDT MEYER HOFFMAN
    KOSKINEN LAHTI MAKI SAARI NIEMI VIRTANEN BERGSTROM DAHL HAUGEN JENSEN KNUTSON MOEN NESS OLSEN RASMUSSEN SOLBERG
    GOLDSMITH SMITHERS SMYTHE`),
  saipan:
    words(`SABLON CAMANO REYNO TENORIA CASTRERA MANGLOA DELA-CRUZ BENAVIDES SANTORO PANGELO CABRITO TAITANA AGULTO BORJALES
    MATAGOLAI RABAULI OGUMORA TAISACANO QUITUGA MUNA-LEON DIAZON FLORENDO GUERRENO HOCOGO IGISOMAR KAIPATO LITULUMAR NORITAKI
    OLOPAI SMITH JOHNSON LEE KIM PARK CHEN TANAKA SATO GARCIA SANTOS REYES CRUZ RAMOS MENDOZA`),
};

/** Names with the apostrophes, hyphens, periods and accents that offices type. */
const unusual = [
  "O'BRIEN",
  "O'CONNOR",
  'ST. PAUL',
  'ST CLAIR',
  'MC DONALD',
  'MCDONALD',
  'SMITH-JONES',
  'ANDERSON-LEE',
  'DE LA CRUZ',
  'VAN DYKE',
  'PEÑA',
  'MUÑOZ',
  'BJÖRK',
  'GARCÍA-LÓPEZ',
  'LINDSTRÖM',
  'DUPLESSIS, JR',
];

const beginnings = words(
  'SMI AND JOH WIL BRO MAR LAR GUS LIN HOL BER STR KAR MUL SCH WEI KRA HOF BAU FRA GRE HAM KEL MAC SAN MON RIV VAL CAR FER ROD HER MEN PER GAR NOR OST PED RAS SOR TOR VIK WAL ZIM BEN COL DAL FIS GIL HAR IVER JEN LUN PAL SIM TAN VOG WAG',
);
const middles = words('THE DER LA NE BER GE ME TI LO RA KE DI VE MA SE HO NI CO BO FE');
const endings = words(
  'SON SEN MAN BERG STROM QUIST LAND STAD DAHL LUND BECK HOLM ER EZ AS ELLI INI SKI WICZ KO YAN LEY TON FORD WORTH FIELD WELL WOOD STEIN BAUM HEIM LER RICH HART EAU',
);

const men =
  words(`JAMES JOHN ROBERT MICHAEL WILLIAM DAVID RICHARD JOSEPH THOMAS CHARLES DANIEL MATTHEW ANTHONY MARK DONALD STEVEN PAUL
  ANDREW KENNETH BRIAN GEORGE EDWARD RONALD TIMOTHY JASON JEFFREY RYAN GARY NICHOLAS ERIC STEPHEN LARRY SCOTT BENJAMIN SAMUEL
  FRANK GREGORY RAYMOND PATRICK JACK DENNIS JERRY HENRY ADAM DOUGLAS PETER WALTER HAROLD CARL KEITH ROGER GERALD ARTHUR LAWRENCE
  ALBERT BRUCE ALAN RALPH ROY EUGENE VINCENT LOUIS PHILIP OSCAR EINAR NILS AXEL`);
const women =
  words(`MARY PATRICIA JENNIFER LINDA ELIZABETH BARBARA SUSAN JESSICA SARAH KAREN NANCY BETTY SANDRA MARGARET ASHLEY EMILY DONNA
  CAROL AMANDA MELISSA DEBORAH STEPHANIE DOROTHY REBECCA SHARON LAURA CYNTHIA AMY KATHLEEN ANGELA SHIRLEY BRENDA EMMA ANNA PAMELA
  NICOLE KATHERINE CHRISTINE HELEN RACHEL CAROLYN JANET MARIA CATHERINE HEATHER DIANE OLIVIA JULIE JOYCE RUTH VIRGINIA JOAN EVELYN
  JUDITH ANDREA HANNAH CHERYL MARTHA TERESA GLORIA SARA JANICE ANN ALICE JULIA GRACE INGRID ASTRID SIGNE`);

/** Invented lenders in rank order. The first is a nominee that holds mortgages for many lenders. */
const lenders = [
  'MUTUAL ELECTRONIC MORTGAGE REGISTRY INC',
  'NORTH PRAIRIE BANK, N.A.',
  'FIRST LAKELAND BANK NATIONAL ASSOCIATION',
  'PINE RIVER SAVINGS & LOAN ASSN',
  'IRON RANGE CREDIT UNION',
  'GREAT CIRCLE HOME LOANS INC',
  'BLUE HERON MORTGAGE LLC',
  'AGATE BAY STATE BANK',
  'HARBOR & SHORE MORTGAGE CO.',
  'SILVER BIRCH FUNDING CORP.',
  'PACIFIC TRENCH BANK FSB',
  'LATTE STONE FEDERAL CREDIT UNION',
];
const publicBodies = {
  lake: [
    'STATE OF MINNESOTA',
    'COUNTY OF LAKE',
    'CITY OF TWO PINES',
    'NORTH SHORE POWER COMPANY',
    'DEPARTMENT OF REVENUE',
  ],
  saipan: [
    'COMMONWEALTH LAND AUTHORITY',
    'DEPARTMENT OF PUBLIC LANDS',
    'ISLAND UTILITIES CORPORATION',
    'DIVISION OF REVENUE',
    'MUNICIPALITY OF SAIPAN',
  ],
};
/**
 * Endings of business names for all counties. Each county of the demo and of the benchmarks adds one ending of its own.
 */
export const businessEndings = [
  'CONSTRUCTION INC',
  'HOMES, INC.',
  'PROPERTIES LLC',
  'FARMS INC',
  '& SONS PARTNERSHIP',
  'REVOCABLE TRUST',
  'INVESTMENTS LLC',
  'DEVELOPMENT CORP.',
  'FAMILY LIMITED PARTNERSHIP',
  'HOLDINGS LLC',
];
const endingsOfBusinesses = [...businessEndings, 'LUMBER COMPANY'];

function surnames(county, random) {
  const all = new Set(frequent[county]);
  while (all.size < 2_500) {
    const middle = random.chance(0.7) ? random.pick(middles) : '';
    all.add(random.pick(beginnings) + middle + random.pick(endings));
  }
  return [...all];
}

/** Parties of a county: people, couples, businesses, lenders; each {last, first, middle}. */
export function partyMaker(county, random) {
  const last = surnames(county, random);
  const surnameAt = weightedIndex(
    random,
    last.map((_, rank) => 1 / (rank + 6)),
  );
  const lenderAt = weightedIndex(
    random,
    lenders.map((_, rank) => 1 / (rank + 1.2)),
  );
  const surname = () => (random.chance(0.02) ? random.pick(unusual) : last[surnameAt()]);
  const middle = () => (random.chance(0.55) ? random.pick([...'ABCDEFGHJKLMNPRSTW']) : '');
  const person = (of = surname()) => ({
    last: of,
    first: random.pick(random.chance(0.55) ? men : women),
    middle: middle(),
  });
  const business = () => ({
    last: random.chance(0.15)
      ? random.pick(publicBodies[county])
      : `${surname()} ${random.pick(endingsOfBusinesses)}`,
    first: '',
    middle: '',
  });
  return {
    person,
    business,
    couple: () => {
      const one = person();
      if (!random.chance(0.6)) return [one];
      const other = person(random.chance(0.9) ? one.last : surname());
      return other.first === one.first ? [one] : [one, other];
    },
    lender: () => ({ last: lenders[1 + (lenderAt() % (lenders.length - 1))], first: '', middle: '' }),
    registry: () => ({ last: lenders[0], first: '', middle: '' }),
    publicBody: () => ({ last: random.pick(publicBodies[county]), first: '', middle: '' }),
  };
}

/** A name in the order of a deed: first, middle, last. */
export const spokenName = ({ last, first, middle }) =>
  [first, middle && `${middle}.`, last].filter(Boolean).join(' ');
