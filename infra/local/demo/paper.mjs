import { Page, sizes } from './page.mjs';
import { spokenName } from './names.mjs';

export const letterPaper = { width: 2_550, height: 3_300 };
const legalPaper = { width: 2_550, height: 4_200 };
const plat = { width: 7_200, height: 10_800 };
export const margin = 210;

export const counties = {
  lake: { recorder: 'LAKE COUNTY RECORDER', state: 'STATE OF MINNESOTA', county: 'COUNTY OF LAKE' },
  saipan: {
    recorder: 'COMMONWEALTH RECORDER',
    state: 'COMMONWEALTH OF THE NORTHERN MARIANA ISLANDS',
    county: 'SAIPAN',
  },
};

/** Breaks a text at spaces into lines of at most `wide` letters. */
function wrapped(text, wide) {
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > wide) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...lines, line] : lines;
}

/** Writes paragraphs from `y` downward and returns the y of the next paragraph. */
export function write(page, y, paragraphs, size = sizes.body) {
  const wide = Math.floor((page.width - 2 * margin) / size.width);
  let at = y;
  for (const paragraph of paragraphs) {
    for (const line of wrapped(paragraph, wide)) {
      page.text(margin, at, line, size);
      at += Math.round(size.height * 1.2);
    }
    at += Math.round(size.height * 0.8);
  }
  return at;
}

export const usDate = (iso) => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`;
const money = (dollars) => `$${Number(dollars).toLocaleString('en-US')}.00`;
const namesOf = (list) => list.map(spokenName).join(' AND ') || 'THE PUBLIC';

const covenants = [
  'THE PARTIES AGREE THAT THE TERMS OF THIS INSTRUMENT BIND AND BENEFIT THEIR HEIRS, SUCCESSORS AND ASSIGNS, AND THAT NO WAIVER OF ANY TERM IS A WAIVER OF ANOTHER.',
  'TOGETHER WITH ALL BUILDINGS, FIXTURES, EASEMENTS, RIGHTS AND APPURTENANCES NOW OR LATER BELONGING TO THE LAND, AND SUBJECT TO EASEMENTS AND RESTRICTIONS OF RECORD.',
  'TAXES AND ASSESSMENTS DUE IN THE YEAR OF RECORDING ARE DIVIDED BETWEEN THE PARTIES TO THE DAY OF POSSESSION; THOSE OF LATER YEARS ARE PAID BY THE HOLDER.',
  'THE LAND IS INSURED AGAINST FIRE AND STORM FOR ITS FULL VALUE, AND THE POLICY NAMES EVERY PARTY WITH AN INTEREST IN IT.',
  'A NOTICE UNDER THIS INSTRUMENT IS IN WRITING AND IS DELIVERED BY HAND OR BY CERTIFIED MAIL TO THE ADDRESS THAT A PARTY LAST GAVE.',
  'IF A TERM CANNOT BE ENFORCED, THE OTHERS STAND. THE LAW OF THE PLACE WHERE THE LAND LIES GOVERNS.',
  'THE PARTIES HAVE READ THIS INSTRUMENT, UNDERSTAND IT, AND SIGN IT OF THEIR OWN WILL ON THE DAY FIRST WRITTEN ABOVE.',
];

export function footer(page, text) {
  page.text(
    Math.round((page.width - text.length * sizes.small.width) / 2),
    page.height - 160,
    text,
    sizes.small,
  );
}

/** The first page. Its recording box, title, parties and legal description agree with the index. */
export function firstPage(county, document) {
  const place = counties[county];
  const page = new Page(
    document.pages > 3 ? legalPaper.width : letterPaper.width,
    document.pages > 3 ? legalPaper.height : letterPaper.height,
  );
  page.frame(1_290, 120, 1_080, 330, 5);
  const box = [
    `DOCUMENT NO. ${document.type}${document.number}`,
    `RECORDED ${usDate(document.recorded_date)} ${document.recorded_time}`,
    place.recorder,
    `PAGES: ${document.pages}`,
  ];
  box.forEach((line, at) => page.text(1_325, 145 + at * 72, line, sizes.body));
  page.text(margin, 560, document.instrument.description, sizes.title);
  page.box(margin, 660, page.width - 2 * margin, 4);
  const amount = document.sale_price
    ? [`CONSIDERATION: ${money(document.sale_price)}`]
    : document.mortgage_amount
      ? [`PRINCIPAL AMOUNT: ${money(document.mortgage_amount)}`]
      : [];
  const after = write(page, 720, [
    `GRANTOR: ${namesOf(document.grantors)}`,
    `GRANTEE: ${namesOf(document.grantees)}`,
    ...amount,
    `DATE OF INSTRUMENT: ${usDate(document.instrument_date)}`,
    'LEGAL DESCRIPTION:',
    ...document.legals.map(
      ({ description, comment }) =>
        `${description}${comment ? ` (${comment})` : ''}, ${place.county}, ${place.state}.`,
    ),
    ...document.references.map(({ type, number }) => `REFERS TO DOCUMENT NO. ${type}${number}.`),
    ...document.parcels.map((parcel) => `PARCEL ID ${parcel}`),
  ]);
  if (after < page.height - 900) write(page, after + 40, covenants.slice(0, 3));
  footer(page, `${document.type}${document.number}  PAGE 1 OF ${document.pages}`);
  return page;
}

/** A page between the first and the last. It is a printed form, the same in every document of a kind. */
export function formPage(title, nth, tall) {
  const page = new Page(letterPaper.width, tall ? legalPaper.height : letterPaper.height);
  page.text(margin, 180, `${title} - STANDARD TERMS`, sizes.body);
  const numbered = Array.from(
    { length: tall ? 16 : 12 },
    (_, at) => `${nth}.${at + 1}  ${covenants[(nth * 3 + at) % covenants.length]}`,
  );
  write(page, 320, numbered);
  footer(page, `FORM ${title} ${nth}`);
  return page;
}

/** The last page, with the signatures and the notary. */
export function signaturePage(county, document) {
  const place = counties[county];
  const page = new Page(letterPaper.width, document.pages > 3 ? legalPaper.height : letterPaper.height);
  let y = write(page, 240, [
    place.state,
    place.county,
    `SIGNED ON ${usDate(document.instrument_date)}`,
    covenants[6],
  ]);
  for (const party of [...document.grantors, ...document.grantees].slice(0, 6)) {
    page.box(margin, y + 190, 1_100, 4);
    page.text(margin, y + 205, spokenName(party), sizes.body);
    scribble(page, margin + 60, y + 150, spokenName(party));
    y += 330;
  }
  write(page, y + 60, ['ACKNOWLEDGED BEFORE ME, A NOTARY PUBLIC, BY THE PERSONS NAMED ABOVE.']);
  footer(page, `${document.type}${document.number}  PAGE ${document.pages} OF ${document.pages}`);
  return page;
}

/** Draws a line that looks like a handwritten name. */
function scribble(page, x, y, name) {
  let [fromX, fromY] = [x, y];
  for (const [at, letter] of [...name].entries()) {
    const code = letter.charCodeAt(0);
    const [toX, toY] = [x + (at + 1) * 36, y - ((code * 13) % 70) + (at % 2) * 40];
    page.line(fromX, fromY, toX, toY, 6);
    [fromX, fromY] = [toX, toY];
  }
}

/** A plat of 24 by 36 inches: streets, numbered lots and blocks, title. */
export function platPage(county, document) {
  const place = counties[county];
  const page = new Page(plat.width, plat.height);
  page.frame(150, 150, plat.width - 300, plat.height - 300, 14);
  page.text(600, 420, document.plat, sizes.poster);
  page.text(600, 680, `DOCUMENT NO. ${document.type}${document.number}  ${place.recorder}`, sizes.title);
  page.text(600, 790, `RECORDED ${usDate(document.recorded_date)}`, sizes.title);
  const [columns, rows, wide, high] = [10, 14, 560, 560];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [600 + column * (wide + 40), 1_100 + row * (high + 100)];
      page.frame(x, y, wide, high, 6);
      page.text(x + 60, y + 60, `LOT ${column + 1}`, sizes.title);
      page.text(x + 60, y + 170, `BLOCK ${row + 1}`, sizes.body);
      page.text(
        x + 60,
        y + 240,
        `${100 + ((row * 37 + column * 11) % 60)}.${(row * 7 + column) % 10} FT`,
        sizes.small,
      );
      page.line(x, y + high, x + wide, y + high - 120, 4);
    }
  }
  document.legals.forEach(({ description }, at) =>
    page.text(600, plat.height - 420 + at * 90, description, sizes.title),
  );
  return page;
}
