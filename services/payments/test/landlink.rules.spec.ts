import { describe, expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import {
  beginOf,
  dayAfter,
  decimalOf,
  dueAt,
  endOf,
  fileHead,
  fileKey,
  fileNameOf,
  fileRow,
  FIRST_DAYS,
  lineOf,
  lookBackFrom,
  movedDay,
  type Candidate,
  type FileLine,
} from '../src/landlink/landlink.rules.js';

const terms = {
  escrow: { ...sectionDefaults('escrow'), feeCode: 'ESC', chargeCode: '4410' },
  creditCardExtra: {
    ...sectionDefaults('creditCardExtra'),
    ...{ postToLandLink: true, chargeFeeCode: 'CARD', chargeChargeCode: '4420' },
    ...{ surchargeFeeCode: 'SUR', surchargeChargeCode: '4430' },
  },
};
const account = { id: 'a', name: 'Lake Title', landLinkAccount: '0010447', postToLandLink: true };
const candidate = (
  opType: Candidate['opType'],
  ledger: string,
  over: Partial<Candidate> = {},
): Candidate => ({
  ...{ entry: 'e', lineNo: 1, opType, ledger, subject: '', account: 'a', amount: 400n, transaction: '' },
  ...over,
});
const lineOfKind = (opType: Candidate['opType'], ledger: string, over: Partial<Candidate> = {}) => {
  const { kind, paidFrom, feeCode, chargeCode, listed } = lineOf(
    candidate(opType, ledger, over),
    terms,
    account,
  );
  return [kind, paidFrom, feeCode, chargeCode, listed];
};

test.each<[Candidate['opType'], string, Partial<Candidate>, unknown[]]>([
  ['DEPOSIT', 'escrow', {}, ['DEPOSIT', 'ESCROW', 'ESC', '4410', true]],
  ['DEPOSIT', 'revenue_surcharge', {}, ['SURCHARGE', 'CREDIT_CARD', 'SUR', '4430', true]],
  ['ORDER', 'escrow', {}, ['IMAGES', 'ESCROW', '', '', true]],
  ['ORDER', 'revenue_images', {}, ['IMAGES', 'CREDIT_CARD', 'CARD', '4420', true]],
  ['ORDER', 'revenue_surcharge', {}, ['SURCHARGE', 'CREDIT_CARD', 'SUR', '4430', true]],
  ['SEARCH', 'ar_invoice', { subject: 'searchByName' }, ['SEARCH', 'INVOICE', '', '', true]],
  ['SEARCH', 'escrow', { subject: 'documentDetails' }, ['DETAILS', 'ESCROW', '', '', true]],
  ['ADD_ON', 'ar_invoice', {}, ['ADD_ON', 'INVOICE', '', '', true]],
  ['MONTHLY_FEE', 'escrow', {}, ['MONTHLY_FEE', 'ESCROW', '', '', true]],
  ['IMAGE_RENEWAL', 'escrow', {}, ['IMAGE_RENEWAL', 'ESCROW', '', '', true]],
  ['EFILE', 'escrow', {}, ['EFILE', 'ESCROW', '', '', true]],
  ['EFILE_RETURN', 'revenue_efile', {}, ['EFILE', 'CREDIT_CARD', 'CARD', '4420', true]],
  ['OFFICE_PAYMENT', 'ar_invoice', {}, ['PAYMENT', 'INVOICE', '', '', true]],
  ['OFFICE_CORRECTION', 'escrow', {}, ['CORRECTION', 'ESCROW', '', '', true]],
  ['OFFICE_REFUND', 'escrow', {}, ['REFUND', 'ESCROW', '', '', true]],
  ['OVERRIDE', 'escrow', {}, ['ADJUSTMENT', 'ESCROW', '', '', true]],
  ['SUSPENSE', 'escrow', {}, ['ADJUSTMENT', 'ESCROW', '', '', true]],
])(
  'the LandLink line for the operation %s on the ledger account %s has its kind, its payment method and the county’s codes',
  (opType, ledger, over, line) => {
    expect(lineOfKind(opType, ledger, over)).toEqual(line);
  },
);

describe('a LandLink line', () => {
  const posting = candidate('ORDER', 'revenue_images', { lineNo: 2, amount: -411n, transaction: '6001' });
  const line = {
    ...{ entry: 'e', lineNo: 2, amount: -411n, transaction: '6001', kind: 'IMAGES', paidFrom: 'CREDIT_CARD' },
    ...{ listed: true, feeCode: 'CARD', chargeCode: '4420' },
  };

  test('has the account’s number in LandLink and its name in the portal', () => {
    expect(lineOf(posting, terms, account)).toEqual({
      ...line,
      ...{ landLinkAccount: '0010447', accountName: 'Lake Title' },
    });
  });

  test('has neither number nor name if nobody knows the account', () => {
    expect(lineOf(posting, terms, undefined)).toEqual({ ...line, landLinkAccount: '', accountName: '' });
  });
});

describe('the settings of county and account', () => {
  const listed = (
    opType: Candidate['opType'],
    ledger: string,
    { county, chosen }: { county: boolean; chosen: boolean | undefined },
  ): boolean =>
    lineOf(
      candidate(opType, ledger),
      { ...terms, creditCardExtra: { ...terms.creditCardExtra, postToLandLink: county } },
      chosen === undefined ? undefined : { ...account, postToLandLink: chosen },
    ).listed;

  test.each<[Candidate['opType'], string, boolean, boolean | undefined, boolean]>([
    ['ORDER', 'revenue_images', true, true, true],
    ['ORDER', 'revenue_images', true, false, false],
    ['ORDER', 'revenue_images', false, true, false],
    ['ORDER', 'revenue_images', true, undefined, true],
    ['ORDER', 'revenue_images', false, undefined, false],
    ['ORDER', 'revenue_surcharge', true, false, false],
    ['ORDER', 'escrow', false, false, true],
    ['ORDER', 'ar_invoice', false, false, true],
    ['DEPOSIT', 'escrow', false, false, true],
    ['DEPOSIT', 'revenue_surcharge', false, false, true],
  ])(
    'decide whether a posting of the operation %s on the ledger account %s is listed: county’s switch %s, account’s switch %s, listed %s',
    (op, ledger, county, chosen, is) => {
      expect(listed(op, ledger, { county, chosen })).toBe(is);
    },
  );
});

test('cents are written as decimal dollars without loss', () => {
  const cents = [0n, 5n, -5n, 99n, 100n, -41_100n, 9_007_199_254_740_993n];
  expect(cents.map(decimalOf)).toEqual([
    ...['0.00', '0.05', '-0.05', '0.99', '1.00', '-411.00', '90071992547409.93'],
  ]);
});

test('a day is as long as the county’s clock says, and the LandLink file of the day is due 15 minutes after the day ends', () => {
  const span = (day: string): string[] =>
    [beginOf('America/Chicago', day), endOf('America/Chicago', day), dueAt('America/Chicago', day)].map(
      (at) => at.toISOString(),
    );
  expect(span('2026-03-08')).toEqual([
    ...['2026-03-08T06:00:00.000Z', '2026-03-09T05:00:00.000Z', '2026-03-09T05:15:00.000Z'],
  ]);
  expect(span('2026-11-01')).toEqual([
    ...['2026-11-01T05:00:00.000Z', '2026-11-02T06:00:00.000Z', '2026-11-02T06:15:00.000Z'],
  ]);
});

test('days are counted on the calendar, forward and back', () => {
  expect(dayAfter('2026-11-30')).toBe('2026-12-01');
  expect(movedDay('2026-11-27', 7)).toBe('2026-12-04');
  expect(movedDay('2026-03-01', -1)).toBe('2026-02-28');
});

test('the first LandLink file of a county is for a day at most 31 days ago', () => {
  expect(movedDay('2026-12-01', -FIRST_DAYS)).toBe('2026-10-31');
});

describe('the LandLink file of 1 December considers postings', () => {
  const from = (closed?: { first: string; closedAt: string }): string =>
    lookBackFrom(
      ...(['America/Chicago', '2026-12-01'] as const),
      closed && { first: closed.first, closedAt: new Date(closed.closedAt) },
    ).toISOString();

  test('from the first instant of the day, if it is the first file', () => {
    expect(from()).toBe('2026-12-01T06:00:00.000Z');
  });

  test('from seven days before 1 December, if the previous file was made on time', () => {
    expect(from({ first: '2026-01-01', closedAt: '2026-12-01T06:15:00Z' })).toBe('2026-11-24T06:00:00.000Z');
  });

  test('from seven days before the previous file was made, if that file was made too early', () => {
    expect(from({ first: '2026-01-01', closedAt: '2026-11-20T18:30:00Z' })).toBe('2026-11-13T18:30:00.000Z');
  });

  test('from the first closed day, if that day is less than seven days before 1 December', () => {
    expect(from({ first: '2026-11-28', closedAt: '2026-12-01T06:15:00Z' })).toBe('2026-11-28T06:00:00.000Z');
  });
});

test('a LandLink file is stored by county and day, and staff saves the file under the name of its day', () => {
  expect(fileKey('lake', '2026-11-27')).toBe('lake/landlink/2026-11-27.csv');
  expect(fileNameOf('2026-11-27')).toBe('LandLink-postings-2026-11-27.csv');
});

test('a LandLink file begins with a byte order mark and the names of its columns', () => {
  expect(fileHead).toBe(
    '\ufeffBusiness Day,Posted,Posting,Kind,Paid From,LandLink Account,Account,' +
      'Fee Code,Charge Code,Amount,Transaction,Description,Entry\r\n',
  );
});

test('a text in a LandLink file cannot become a spreadsheet formula, and an amount below zero stays a number', () => {
  const line: FileLine = {
    ...{ entry: 'e-1', lineNo: 2, seq: 7, kind: 'REFUND', paidFrom: 'ESCROW', amount: -1_250n },
    ...{ landLinkAccount: '0010447', accountName: '=HYPERLINK("http://x")', feeCode: '+1', chargeCode: '@a' },
    ...{ transaction: '', subject: '-2+3, "cash"', postedAt: new Date('2026-11-27T18:00:00Z') },
  };
  expect(fileRow('2026-11-27', line, () => '2026-11-27 12:00:00')).toBe(
    `2026-11-27,2026-11-27 12:00:00,20261127-7,REFUND,ESCROW,0010447,"'=HYPERLINK(""http://x"")",'+1,'@a,-12.50,,"'-2+3, ""cash""",e-1\r\n`,
  );
});
