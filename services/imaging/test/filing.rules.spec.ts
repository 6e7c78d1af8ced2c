import { describe, expect, test } from '@jest/globals';
import type { Actor } from '@portal/proto/rpc/actor';
import { filingStates, takeFiling } from '@portal/proto/rpc/efile';
import {
  filingRefusalOf,
  filingRefusals,
  FilingRefused,
  originalsOf,
  stampedCopiesOf,
} from '../src/efile/filing-file.rules.js';
import { filingWork } from '../src/efile/filing-work.rules.js';
import {
  isCorrectable,
  isOffice,
  isOwn,
  mayFile,
  senderOf,
  userOf,
  wasSent,
} from '../src/efile/filing.rules.js';
import { refusalCodes } from '../src/refusal.js';
import { filingRow, sender } from './filing-row.js';

const roles = ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER', 'GUEST', 'SYSTEM', 'ANONYMOUS'] as const;

describe('e-filing', () => {
  const withRole = (role: Actor['role']): Actor => ({ ...sender, role });

  test('is open to everybody who signs in as a user of their own, and not to guests, who share a user', () => {
    expect(roles.filter((role) => mayFile(withRole(role)))).toEqual(['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER']);
    expect(roles.filter((role) => mayFile({ ...withRole(role), user: null }))).toEqual([]);
  });

  test('lets only staff work on the filings of all senders', () => {
    expect(roles.filter((role) => isOffice(withRole(role)))).toEqual(['TRIMIN', 'COUNTY']);
  });

  test('knows a person by the id of the user, or by the username if there is no id', () => {
    expect(userOf(sender)).toBe('ada');
    expect(userOf({ ...sender, user: null })).toBe('ada.olson');
  });
});

describe('a filing', () => {
  test('S5 belongs only to the user who has sent it, and only under the same account', () => {
    expect(isOwn(filingRow(), sender)).toBe(true);
    expect(isOwn(filingRow(), { ...sender, user: 'bob' })).toBe(false);
    expect(isOwn(filingRow(), { ...sender, account: null })).toBe(false);
    expect(isOwn(filingRow({ accountId: null }), { ...sender, account: null })).toBe(true);
    expect(isOwn(undefined, sender)).toBe(false);
  });

  test('is with the office as soon as it has a number and the time of its submission', () => {
    const upload = { ...filingRow(), number: null, submittedAt: null };
    expect(wasSent(filingRow())).toBe(true);
    expect(wasSent({ ...upload, number: 12 })).toBe(false);
    expect(wasSent({ ...upload, submittedAt: new Date(0) })).toBe(false);
    expect(wasSent(undefined)).toBe(false);
  });

  test('can be corrected while the office wants a correction, or once after the office has rejected it', () => {
    const correctable = (correctedBy: string | null) =>
      filingStates.filter((state) => isCorrectable(filingRow({ state, correctedBy }), filingRow()));
    expect(correctable(null)).toEqual(['CORRECTION_ASKED', 'REJECTED']);
    expect(correctable('later')).toEqual(['CORRECTION_ASKED']);
    expect(isCorrectable(undefined, filingRow())).toBe(false);
  });

  test('S5 can be corrected only by the user who has sent it, under the same account', () => {
    for (const state of ['CORRECTION_ASKED', 'REJECTED'] as const) {
      const returned = filingRow({ state, correctedBy: null });
      expect(isCorrectable(returned, { userId: 'bob', accountId: 'olson-title' })).toBe(false);
      expect(isCorrectable(returned, { userId: 'ada', accountId: null })).toBe(false);
    }
  });

  test('has the kind of document and the sender that the form names', () => {
    const contact = {
      ...{ efileType: 'UCC1' as const, name: 'Ada Olson', email: 'ada@split-rock.example', zip: '55616' },
      ...{ address1: '210 Harbor Street', address2: 'Suite 3', city: 'Two Harbors' },
    };
    expect(senderOf({ ...contact, state: 'MN', acknowledged: true, corrects: 'earlier' })).toEqual({
      ...contact,
      stateCode: 'MN',
    });
  });
});

describe('the document of a filing', () => {
  test('is refused for a reason that its sender understands, whatever the reader of images reports', () => {
    const reasons = Object.groupBy(refusalCodes, filingRefusalOf);
    expect(reasons).toMatchObject({
      FILING_FORMAT: ['FILE_EMPTY', 'FILE_KIND'],
      FILING_ENCRYPTED: ['PDF_ENCRYPTED'],
      FILING_TOO_MANY_PAGES: ['TIFF_TOO_MANY_PAGES', 'PDF_TOO_MANY_PAGES'],
      FILING_PAGE_TOO_LARGE: ['PAGE_TOO_LARGE', 'PDF_TOO_MANY_OBJECTS', 'PDF_EXPANDS_TOO_FAR'],
      FILING_BROKEN: expect.arrayContaining(['PAGE_UNDECODABLE', 'TIFF_HEADER', 'VERIFY_TIMEOUT']),
    });
    expect(Object.keys(reasons)).toHaveLength(5);
  });

  test('is refused for its contents with a FILING code of an upload, but not with FILING_TOO_LARGE or FILING_CLOSED', () => {
    const others = ['FILING_TOO_LARGE', 'FILING_CLOSED'];
    const caused = takeFiling.errors.filter((code) => code.startsWith('FILING_') && !others.includes(code));
    expect([...filingRefusals].sort()).toEqual([...caused].sort());
  });

  test.each([...filingRefusals])('is refused as %s, with details if there are any', (code) => {
    const bare = new FilingRefused(code);
    expect([bare.name, bare.code, bare.detail, bare.message]).toEqual(['FilingRefused', code, '', code]);
    const detailed = new FilingRefused(code, 'page 3');
    expect([detailed.detail, detailed.message]).toEqual(['page 3', `${code}: page 3`]);
  });

  test('is stored under the prefix of the county, apart from the copies with a stamp', () => {
    expect([originalsOf('lake'), stampedCopiesOf('lake')]).toEqual([
      'lake/efile/originals/',
      'lake/efile/endorsed/',
    ]);
  });
});

describe('the work of the limited process on an accepted document', () => {
  const picture = { make: 'PICTURE', kind: 'image/tiff', page: 1 };
  const copy = { make: 'COPY', kind: 'application/pdf', title: 'Submission 12', lines: ['Recorded'] };

  test.each([picture, copy, { ...copy, title: '', lines: [] }])('may have the description %j', (work) => {
    expect(filingWork.parse(work)).toEqual(work);
  });

  test.each([
    { ...picture, make: 'PRINT' },
    { ...picture, kind: 'image/png' },
    { ...picture, page: 0 },
    { ...picture, page: 1.5 },
    { make: 'PICTURE', kind: 'image/tiff' },
    { ...copy, kind: 'text/plain' },
    { ...copy, title: null },
    { ...copy, lines: 'Recorded' },
    { ...copy, lines: [1] },
    { make: 'COPY', kind: 'application/pdf', title: '' },
  ])('is refused if its description is %j', (work) => {
    expect(filingWork.safeParse(work).success).toBe(false);
  });
});
