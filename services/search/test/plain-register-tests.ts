import type { CriteriaOf } from '@portal/proto/criteria/every-search';
import { beginning, dated, isAny, type Test } from './plain-document-tests.js';
import { isoOf, plain, plainNumber, plainText, plainTyped } from './plain-folding.js';
import { legalMatcher } from './plain-legal.js';
import type { PlainCertificate, PlainLien, PlainEntry, PlainTract } from './plain-records.js';

export function certificateTest(c: CriteriaOf<'searchByTorrensCertificate'>): Test<PlainCertificate> {
  const typed = plainTyped(c.certificateNumber);
  return ({ number }) => {
    const own = plainNumber(number);
    return (
      typed !== undefined &&
      own !== undefined &&
      ['', 'C'].includes(typed.type) &&
      own.number === typed.number &&
      own.suffix === typed.suffix
    );
  };
}

export function textTest({ text, searchIn }: CriteriaOf<'searchByTorrensText'>): Test<PlainCertificate> {
  const [query, number] = [plainText(text), plainTyped(text)];
  const holds = (normal: string): boolean =>
    query.length >= 3 ? normal.includes(query) : normal.split(' ').includes(query);
  const names = (document: string): boolean => {
    const own = plainNumber(document);
    return own !== undefined && own.number === number?.number && own.suffix === number.suffix;
  };
  const isText: Test<PlainCertificate> = ({ texts }) =>
    texts.some((one) => (searchIn === 'ALL' || searchIn === one.section) && holds(one.text));
  const isNamed: Test<PlainCertificate> = ({ texts }) => texts.some(({ document }) => names(document));
  if (query === '') return () => false;
  if (searchIn === 'DOCUMENT') return isNamed;
  return searchIn === 'ALL' ? (one) => isText(one) || isNamed(one) : isText;
}

export function entryTest(c: CriteriaOf<'searchByGrantorGranteeBook'>): Test<PlainEntry> {
  const name = plain(c.grantorGranteeLastName);
  const [from, to] = [isoOf(c.fromRecordedDate), isoOf(c.toRecordedDate)];
  const type = { BOTH: '', GRANTORS: 'GRANTOR', GRANTEES: 'GRANTEE' }[c.searchIn];
  return (entry) =>
    (type === '' || type === entry.type) &&
    name !== '' &&
    entry.from <= name &&
    (name <= entry.to || name.startsWith(entry.to)) &&
    entry.fromDay <= to &&
    entry.toDay >= from;
}

export function lienTest(c: CriteriaOf<'searchByTaxLien'>, today: string): Test<PlainLien> {
  const isDated = dated(c);
  const typed = plainTyped(c.documentNumber);
  const isTaxpayer = beginning(c.taxpayerName, c.taxpayerFirstName, c.taxpayerMiddleInitial);
  const methods: Record<typeof c.searchByTaxLienMethod, Test<PlainLien>> = {
    DATERANGE: ({ document }) => isDated(document.day),
    DOCUMENTNUMBER: ({ document }) => {
      const { own } = document;
      if (!typed || !['', document.type].includes(typed.type)) return false;
      return own.number === typed.number && own.suffix === typed.suffix;
    },
    LIENNUMBER: ({ lienNumber }) => lienNumber === plain(c.lienNumber),
    TAXPAYER: ({ taxpayers }) => taxpayers.some(isTaxpayer),
  };
  const isCurrent: Test<PlainLien> = ({ expires, releases }) =>
    (expires === '' || expires >= today) && !releases.some((day) => day <= today);
  return (lien) =>
    (c.currentOrExpired === 'ALL' || (c.currentOrExpired === 'CURRENT') === isCurrent(lien)) &&
    (isAny(c.documentType) || c.documentType === lien.document.type) &&
    methods[c.searchByTaxLienMethod](lien);
}

export function tractIdTest({ tractBookId }: CriteriaOf<'searchByTractBookId'>): Test<PlainTract> {
  const typed = plainTyped(tractBookId);
  return ({ number }) => {
    const own = plainNumber(number);
    return (
      typed !== undefined &&
      own !== undefined &&
      ['', 'B'].includes(typed.type) &&
      own.number === typed.number &&
      own.suffix === typed.suffix
    );
  };
}

export function tractLegalTest(c: CriteriaOf<'searchByTractBookLegal'>): Test<PlainTract> {
  const [isLegal, isDated] = [legalMatcher(c), dated(c)];
  return ({ legals, day }) => isDated(day) && legals.some(isLegal);
}
