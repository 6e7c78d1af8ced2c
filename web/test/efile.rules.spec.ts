import { describe, expect, test } from '@jest/globals';
import type { EfileImageAnswer } from '@portal/proto/http/efile';
import type { StoredProfile } from '@portal/proto/http/profile';
import {
  correctedEfile,
  efileForm,
  emptyEfile,
  faultOfDocument,
  lowPagesText,
  megabytes,
  requestOf,
  senderOf,
  type EfileAnswers,
} from '../src/features/efile/efile.rules.js';
import { someSubmission } from './filings.js';

const sender = {
  ...{ name: 'Ada Olson', email: 'ada@split-rock.example', address1: '210 Harbor Street' },
  ...{ address2: 'Suite 4', city: 'Two Harbors', state: 'MN', zip: '55616' },
};
const answers = (over: Partial<EfileAnswers> = {}): EfileAnswers => ({
  ...{ efileType: 'MAP', ...sender, useProfile: true, asksToAgree: true, acknowledged: true },
  ...over,
});

/** The messages of the form, each with its field. */
const messagesFor = (over: Partial<EfileAnswers>) =>
  efileForm
    .safeParse(answers(over))
    .error?.issues.map(({ path, message }) => [path.join('.'), message] as const);
const acknowledge = ['acknowledged', 'efile:acknowledge'];

describe('the form', () => {
  test('keeps all its values if they are valid', () => {
    expect(efileForm.parse(answers())).toEqual(answers());
  });

  test("B10-16 requires the checkbox that accepts the county's statement", () => {
    expect(messagesFor({ acknowledged: false })).toEqual([acknowledge]);
  });

  test('B10-16 does not require the checkbox in a county without a statement', () => {
    expect(messagesFor({ acknowledged: false, asksToAgree: false })).toBeUndefined();
    expect(messagesFor({ acknowledged: true, asksToAgree: false })).toBeUndefined();
  });

  test('B10-14 B10-16 shows the message about the checkbox together with the messages about empty fields', () => {
    const empty = { name: '', email: '', address1: '', address2: '', city: '', state: '', zip: '' };
    expect(messagesFor({ ...empty, acknowledged: false })).toEqual([
      ['name', 'forms:required'],
      ['email', 'forms:required'],
      ['address1', 'forms:required'],
      ['city', 'forms:required'],
      ['state', 'forms:required'],
      ['zip', 'forms:required'],
      acknowledge,
    ]);
  });
});

describe('the initial values of the form', () => {
  const nobody = { name: '', email: '', address1: '', address2: '', city: '', zip: '' };

  test.each([
    ['MN', 'MN'],
    ['', 'MP'],
  ])(
    'B10-08 B10-34 in a county with the U.S. state %p are empty except for the U.S. state %p',
    (county, state) => {
      expect(emptyEfile(county)).toEqual({
        ...{ ...nobody, state, efileType: 'LR' },
        ...{ useProfile: false, asksToAgree: false, acknowledged: false },
      });
      expect(senderOf(undefined, county)).toEqual({ ...nobody, state });
    },
  );

  test('are those of the earlier submission if the sender corrects one, but the sender must accept the statement again', () => {
    const sent = { ...someSubmission, address2: 'Suite 4', efileType: 'UCC1' } as const;
    expect(correctedEfile(sent)).toEqual({
      ...{ ...sender, efileType: 'UCC1' },
      ...{ useProfile: false, asksToAgree: false, acknowledged: false },
    });
  });
});

describe('the sender', () => {
  const profile: StoredProfile = {
    ...{ firstName: 'Jane', lastName: 'Doe', company: 'Doe Inc.', address: '1 Main', city: 'Ely' },
    ...{ state: 'WI', zip: '54001', email: 'jane@doe.example', newEmail: 'new@doe.example' },
    ...{ phoneFormatType: 'STANDARD', phone: '(218) 555-0100' },
  };

  test('B10-33 is filled in from the profile', () => {
    expect(senderOf(profile, 'MN')).toEqual({
      ...{ name: 'Jane Doe', email: 'jane@doe.example', address1: '1 Main', address2: '' },
      ...{ city: 'Ely', state: 'WI', zip: '54001' },
    });
  });

  test.each([
    ['MN', 'MN'],
    ['', 'MP'],
  ])(
    'whose profile names no U.S. state gets, in a county with the state %p, the state %p',
    (county, state) => {
      expect(senderOf({ ...profile, state: '' }, county).state).toBe(state);
    },
  );

  test.each([
    ['Jane', '', 'Jane'],
    ['', 'Doe', 'Doe'],
  ])('with the first name %p and the last name %p has the name %p', (firstName, lastName, name) => {
    expect(senderOf({ ...profile, firstName, lastName }, 'MN').name).toBe(name);
  });
});

describe('the document', () => {
  const [pdf, tiff] = ['application/pdf', 'image/tiff'] as const;

  test.each([
    ['B10-12 a PDF', pdf, 1, undefined],
    ['B10-12 a TIFF', tiff, 1, undefined],
    ['B10-12 a picture', 'image/png', 1, 'efile:format'],
    ['B10-12 a file of an unknown type', '', 1, 'efile:format'],
    ['B10-13 a PDF of exactly 25 MB', pdf, 25_000_000, undefined],
    ['B10-13 a PDF of more than 25 MB', pdf, 25_000_001, 'efile:tooLarge'],
    ['a picture of more than 25 MB', 'image/png', 25_000_001, 'efile:format'],
  ])('%s (type %p, %d bytes) leads to the message %p', (_what, type, size, fault) => {
    expect(faultOfDocument({ type, size })).toBe(fault);
  });

  test('B10-11 is required', () => {
    expect(faultOfDocument(undefined)).toBe('efile:fileRequired');
  });

  test.each([
    [3_145_728, '3.1 MB'],
    [25_000_000, '25.0 MB'],
    [1_050_000, '1.1 MB'],
    [0, '0.0 MB'],
  ])('of %d bytes is shown with the size %s; a megabyte is a million bytes', (bytes, text) => {
    expect(megabytes(bytes)).toBe(text);
  });

  test('with pages of low resolution is described by the numbers of these pages and the lowest resolution', () => {
    const answer = (lowResolution: EfileImageAnswer['lowResolution']): EfileImageAnswer => ({
      ...{ imageId: 'a', numberOfPages: 9, firstPageCharge: '$4.00', additionalPagesCharge: '' },
      ...{ surcharge: '', totalCharge: '$4.00', paymentMethod: 'ESCROW', lowResolution },
      ...{ sentBefore: '', insufficient: false, paid: false },
    });
    const low = [
      { page: 2, dpi: 200 },
      { page: 5, dpi: 150 },
      { page: 9, dpi: 289 },
    ];
    expect(lowPagesText(answer(low))).toEqual({ pages: '2, 5, 9', dpi: 150 });
    expect(lowPagesText(answer([])).pages).toBe('');
  });
});

test('a request contains the values of the form except those that only the form needs, and names the submission that it corrects', () => {
  expect(requestOf(answers(), 'earlier')).toEqual({
    ...{ efileType: 'MAP', ...sender, acknowledged: true, corrects: 'earlier' },
  });
  expect(requestOf(answers(), null).corrects).toBeNull();
});
