import { beforeAll, expect, test } from '@jest/globals';
import { configAddresses } from '@portal/proto/http/county-config';
import { contentOf, Visitor } from './portal.js';

interface Section {
  version: number;
  value: Record<string, unknown>;
}
const path = (address: string): string => `controlPanel/countyConfig/${address}`;

let staff: Visitor;
beforeAll(async () => {
  staff = await Visitor.signedIn('demo.county', 'saipan');
});

const news = { paragraphs: [{ heading: 'Holiday', paragraphContent: 'The office is closed.' }] };
const links = { paragraphs: [{ heading: 'Taxes', paragraphContent: 'https://example.com/taxes' }] };
const bundle = { option: true, unlimitedNumberOfPages: false, numberOfPages: 10, cost: 500 };

/** For each page, a field whose value no other test reads. */
test.each<[ids: string, address: string, answers: Record<string, unknown>]>([
  ['C3-03', 'aLaCarte', { searchByTractBook: 137 }],
  ['C3-05', 'aLaCarteSpecialRates', { applySpecialRates: false }],
  ['C3-22', 'creditCard', { searchByTractBook: 137 }],
  ['C3-25', 'creditCardExtra', { surchargeMessage: 'Cards cost the county more.' }],
  ['C3-36', 'escrow', { feeCode: 'ESC', chargeCode: '4410' }],
  ['a page without an id of its own:', 'flatFee', { rates: [bundle] }],
  ['C4-02', 'common', { contactTitle: 'Recorder' }],
  ['C4-04', 'latestNews', news],
  ['a page without an id of its own:', 'externalLinks', links],
  ['C4-25', 'notableDates', { torrensIndexBegin: true }],
  ['C4-29', 'homeSelections', { linksMore: true }],
  ['C4-36', 'loginPageLatestNews', news],
  ['C4-44', 'loginPageRegistration', { forgotPasswordLink: true, selfRegistration: true, emaileExpireIn: 5 }],
  ['C5-14 C5-15', 'search2', { map: false, tax: false, allOnlySearch: true, downloadResults: true }],
  ['C5-17', 'reports', { statementReport: false, statementReportCountyNote: 'Ask the office.' }],
  ['C5-22', 'userAccess', { maxloginAttempts: 7 }],
  ['C5-24', 'languages', { languages: true }],
  ['C5-26', 'efile', { efileCountyNote: 'Deeds only.' }],
  ['C6-04', 'userLockout', { messageHeadline: 'Back at noon.' }],
  ['C6-12', 'userPurgeSchedule', { automaticPurge: false, automaticPurgeAfterDays: 400 }],
  ['C6-21', 'auditLogPurgeSchedule', { automaticPurge: false, automaticPurgeAfterDays: 90 }],
])('%s GET %s returns the page, and POST saves it', async (_ids, address, answers) => {
  const open = (): Promise<Section> => contentOf<Section>(staff.get(path(address)));
  const save = ({ version }: Section, value: object) =>
    staff.post(path(address), { version, value, reason: 'Tried in a test' });
  const before = await open();
  const value = { ...before.value, ...answers };
  const saved = await save(before, value);
  const named = { name: configAddresses[address] ?? address, baseContent: value };
  expect(saved.envelope).toMatchObject({
    ok: true,
    content: { version: before.version + 1, value, ...named },
  });
  const after = await open();
  expect(after).toMatchObject({ version: before.version + 1, value });
  expect((await save(after, before.value)).envelope.ok).toBe(true);
  expect((await open()).value).toEqual(before.value);
});
