import { businessEndings } from '../local/demo/names.mjs';
import { aliasIndex, falling } from './large-county-random.mjs';

const words = (text) => text.trim().split(/\s+/);

/** The most frequent surnames of the United States in rank order; rarer names are made of syllables. */
const frequent =
  words(`SMITH JOHNSON WILLIAMS BROWN JONES GARCIA MILLER DAVIS RODRIGUEZ MARTINEZ HERNANDEZ LOPEZ GONZALEZ
  WILSON ANDERSON THOMAS TAYLOR MOORE JACKSON MARTIN LEE PEREZ THOMPSON WHITE HARRIS SANCHEZ CLARK RAMIREZ LEWIS ROBINSON
  WALKER YOUNG ALLEN KING WRIGHT SCOTT TORRES NGUYEN HILL FLORES GREEN ADAMS NELSON BAKER HALL RIVERA CAMPBELL MITCHELL CARTER
  ROBERTS GOMEZ PHILLIPS EVANS TURNER DIAZ PARKER CRUZ EDWARDS COLLINS REYES STEWART MORRIS MORALES MURPHY COOK ROGERS
  GUTIERREZ ORTIZ MORGAN COOPER PETERSON BAILEY REED KELLY HOWARD RAMOS KIM COX WARD RICHARDSON WATSON BROOKS CHAVEZ WOOD JAMES
  BENNETT GRAY MENDOZA RUIZ HUGHES PRICE ALVAREZ CASTILLO SANDERS PATEL MYERS LONG ROSS FOSTER JIMENEZ POWELL JENKINS PERRY
  RUSSELL SULLIVAN BELL COLEMAN BUTLER HENDERSON BARNES GONZALES FISHER VASQUEZ SIMMONS ROMERO JORDAN PATTERSON ALEXANDER
  HAMILTON GRAHAM REYNOLDS GRIFFIN WALLACE MORENO WEST COLE HAYES BRYANT HERRERA GIBSON ELLIS TRAN MEDINA AGUILAR STEVENS
  MURRAY FORD CASTRO MARSHALL OWENS HARRISON FERNANDEZ MCDONALD WOODS WASHINGTON KENNEDY WELLS VARGAS HENRY CHEN FREEMAN WEBB
  TUCKER GUZMAN BURNS CRAWFORD OLSON SIMPSON PORTER HUNTER GORDON MENDEZ SILVA SHAW SNYDER MASON DIXON MUNOZ HUNT HICKS HOLMES
  PALMER WAGNER BLACK ROBERTSON BOYD STONE SALAZAR FOX WARREN MILLS MEYER RICE SCHMIDT GARZA DANIELS FERGUSON NICHOLS STEPHENS
  SOTO WEAVER RYAN GARDNER PAYNE GRANT DUNN KELLEY SPENCER HAWKINS ARNOLD PIERCE HANSEN PETERS SANTOS HART BRADLEY KNIGHT
  ELLIOTT CUNNINGHAM DUNCAN ARMSTRONG HUDSON CARROLL LANE RILEY ANDREWS SMITHSON SMYTHE SMITHERS GOLDSMITH ANDERSEN LARSON
  SWANSON CARLSON OLSEN HANSON ERICKSON GUSTAFSON LINDQUIST NYBERG`);
/** Names as offices type them, with apostrophes, hyphens, periods, accents, and capacities such as GUARDIAN. */
const unusual = [
  "O'BRIEN",
  "O'CONNOR",
  'ST. PAUL',
  'ST CLAIR',
  'MC DONALD',
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
  'STRØM',
  'KING  (DECEDENT)',
  'WEST/GUARDIAN',
];
const [beginnings, middles, endings] = [
  `SMI AND JOH WIL BRO MAR LAR GUS LIN HOL BER STR KAR MUL SCH WEI KRA HOF BAU FRA GRE HAM KEL MAC MC O DE VAN SAN CAS MON
   RIV VAL CAR FER ROD HER MEN PER GAR LO MO NOR OST PED RAS SOR TOR UL VIK WAL YOU ZIM BEN COL DAL EK FIS GIL HAR IVER JEN`,
  'THE DER LA NE BER GE ME TI LO RA KE DI VE MA SE HO NI CO BO FE PA TO LI RE SI DA',
  `SON SEN MAN BERG STROM QUIST LAND STAD DAHL LUND BECK HOLM ER EZ AS OS ELLI INI SKI WICZ OVA KO YAN IAN LEY TON FORD
   WORTH HAM FIELD WELL WOOD STEIN BAUM HEIM NER LER RICH HART MEYER EAU IER ARD ETT`,
].map(words);
const men =
  words(`JAMES JOHN ROBERT MICHAEL WILLIAM DAVID RICHARD JOSEPH THOMAS CHARLES CHRISTOPHER DANIEL MATTHEW ANTHONY MARK DONALD
  STEVEN PAUL ANDREW JOSHUA KENNETH KEVIN BRIAN GEORGE EDWARD RONALD TIMOTHY JASON JEFFREY RYAN JACOB GARY NICHOLAS ERIC
  JONATHAN STEPHEN LARRY JUSTIN SCOTT BRANDON BENJAMIN SAMUEL FRANK GREGORY RAYMOND PATRICK ALEXANDER JACK DENNIS JERRY TYLER
  AARON JOSE HENRY ADAM DOUGLAS NATHAN PETER ZACHARY KYLE WALTER HAROLD JEREMY ETHAN CARL KEITH ROGER GERALD ARTHUR ALBERT`);
const women =
  words(`MARY PATRICIA JENNIFER LINDA ELIZABETH BARBARA SUSAN JESSICA SARAH KAREN LISA NANCY BETTY SANDRA MARGARET ASHLEY
  KIMBERLY EMILY DONNA MICHELLE CAROL AMANDA MELISSA DEBORAH STEPHANIE DOROTHY REBECCA SHARON LAURA CYNTHIA AMY KATHLEEN ANGELA
  SHIRLEY BRENDA EMMA ANNA PAMELA NICOLE SAMANTHA KATHERINE CHRISTINE HELEN DEBRA RACHEL CAROLYN JANET MARIA CATHERINE HEATHER
  DIANE OLIVIA JULIE JOYCE VICTORIA RUTH VIRGINIA LAUREN KELLY CHRISTINA JOAN EVELYN JUDITH ANDREA HANNAH MEGAN CHERYL MARTHA`);

/** The registry that holds mortgages for many lenders, in the spellings of several offices. */
const registry = [
  'MORTGAGE ELECTRONIC REGISTRATION SYSTEMS INC',
  'MERS',
  'MORTGAGE ELECTRONIC REGISTRATION SYSTEMS, INC.',
];
const banks = [
  'WELLS FARGO BANK NA',
  'US BANK NATIONAL ASSOCIATION',
  'BANK OF AMERICA, N.A.',
  'JPMORGAN CHASE BANK NA',
  'ROCKET MORTGAGE LLC',
  'FEDERAL NATIONAL MORTGAGE ASSOCIATION',
  'CITIMORTGAGE INC',
  'TCF NATIONAL BANK',
  'COUNTRYWIDE HOME LOANS, INC.',
  'NORWEST MORTGAGE INC',
  'FIRST NATIONAL BANK',
  'SECRETARY OF HOUSING & URBAN DEVELOPMENT',
  'BREMER BANK NATIONAL ASSOCIATION',
  'TERRACE SAVINGS & LOAN ASSN',
  'WASHINGTON MUTUAL BANK FA',
  'NATIONSTAR MORTGAGE LLC',
  'HSBC BANK USA NA',
  'BANK OF NEW YORK MELLON',
];
const publicBodies = [
  'STATE OF MINNESOTA',
  'UNITED STATES OF AMERICA',
  'INTERNAL REVENUE SERVICE',
  'CITY OF LAKEVIEW',
  'NORTHERN STATES POWER COMPANY',
  'DEPARTMENT OF TRANSPORTATION',
  'DEPARTMENT OF REVENUE',
];
const endingsOfBusinesses = [...businessEndings, 'LUMBER CO.INC.'];

const surnameAmount = 60_000;

function surnameList(random) {
  const all = new Set(frequent);
  while (all.size < surnameAmount) {
    const kind = random.next();
    const middle = kind < 0.3 ? '' : random.pick(middles) + (kind > 0.8 ? random.pick(middles) : '');
    all.add(random.pick(beginnings) + middle + random.pick(endings));
  }
  return [...all];
}

/**
 * Percentage of people who have the surname of a given rank, from the census of 2010, interpolated between these points
 * on a logarithmic scale.
 */
const knots = [
  [1, 0.83],
  [10, 0.36],
  [100, 0.112],
  [1_000, 0.0118],
  [10_000, 0.00094],
  [surnameAmount + 1, 0.00009],
];
function shareOfRank(rank) {
  const to = Math.max(
    1,
    knots.findIndex(([at]) => rank <= at),
  );
  const [[low, before], [high, after]] = [knots[to - 1], knots[to]];
  const place = Math.log(rank / low) / Math.log(high / low);
  return Math.exp(Math.log(before) * (1 - place) + Math.log(after) * place);
}

/** Parties in the proportions of a real county: people, couples, businesses, lenders; each {last, first, middle}. */
export function partyMaker(random) {
  const surnames = surnameList(random);
  const surnameAt = aliasIndex(
    random,
    surnames.map((_, at) => shareOfRank(at + 1)),
  );
  const manAt = aliasIndex(random, falling(men.length, 8, 1.25));
  const womanAt = aliasIndex(random, falling(women.length, 8, 1.25));
  const bankAt = aliasIndex(random, falling(banks.length, 1.5, 1));
  const registryAt = aliasIndex(random, [80, 5, 15]);
  const surname = () => (random.chance(0.01) ? random.pick(unusual) : surnames[surnameAt()]);
  const middle = () => (random.chance(0.55) ? random.pick('AAABBCCDDEEEFGHIJJJKLLLMMMMNOPRRRSSTVW') : '');
  const organization = (last) => ({ last, first: '', middle: '' });
  const person = (last = surname()) => ({
    last,
    first: random.chance(0.55) ? men[manAt()] : women[womanAt()],
    middle: middle(),
  });
  return {
    surnames,
    person,
    couple: () => {
      const one = person();
      if (!random.chance(0.6)) return [one];
      const other = person(random.chance(0.9) ? one.last : surname());
      return other.last === one.last && other.first === one.first ? [one] : [one, other];
    },
    business: () =>
      organization(
        random.chance(0.12) ? random.pick(publicBodies) : `${surname()} ${random.pick(endingsOfBusinesses)}`,
      ),
    lender: () => organization(banks[bankAt()]),
    registry: () => organization(registry[registryAt()]),
    publicBody: () => organization(random.pick(publicBodies)),
  };
}
