import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { sections, type SectionName } from '@portal/proto/config/sections';

// The field names of the specification, written out: a list derived from the schemas could not show that a schema lacks
// a field.

const every =
  <V>(value: V) =>
  (names: string): Record<string, V> =>
    Object.fromEntries(names.split(' ').map((name) => [name, value]));
const flags = every(true);
const texts = every('as typed');
const numbers = every(7);

const searches =
  'searchByAddress searchByBookAndPage searchByDate searchByDocumentNumber searchByLegalDescription searchByName searchByParcelId searchByTorrensCertificate searchByTorrensText searchByPlat searchByTaxLien searchByGrantorGranteeBook';
const otherPrices = 'documentDetails taxLienDetails imageDocument imageFirstPage imageAdditionalPages';
const everyType = `${searches} searchByTractBookId searchByTractBookLegal searchByTractIndexNMI`;
const rate = {
  ...{ documentType: 'A', instrumentCode: 'DEED' },
  ...numbers('documentRate firstPageRate additionalPagesRate'),
};
const options = Array.from({ length: 5 }, () => ({
  ...flags('option unlimitedNumberOfPages'),
  ...numbers('numberOfPages cost'),
}));

test.each<[ids: string, section: SectionName, given: Record<string, unknown>]>([
  ['C3-01', 'aLaCarte', numbers(`${searches} searchByTractBook`)],
  ['C3-02', 'aLaCarte', numbers(otherPrices)],
  ['C3-04', 'aLaCarteSpecialRates', { applySpecialRates: true, rates: [rate] }],
  [
    'C3-20 C3-21',
    'creditCardAlternateRates',
    { applyAlternateRates: true, ...numbers(`${searches} searchByTractBook ${otherPrices}`), rates: [rate] },
  ],
  [
    'C3-23',
    'creditCardExtra',
    {
      ...flags('applySurcharge postToLandLink'),
      ...numbers('surcharge surchargePercent maxAmount'),
      surchargeMethod: 'percent',
    },
  ],
  ['C3-24', 'creditCardExtra', texts('chargeFeeCode chargeChargeCode surchargeFeeCode surchargeChargeCode')],
  [
    'C3-27',
    'escrow',
    {
      ...texts('feeCode chargeCode'),
      ...flags('reloadByCreditCard applySurcharge'),
      ...numbers('minReloadAmount maxReloadAmount creditCardSurcharge creditCardSurchargePercent'),
      creditCardSurchargeMethod: 'percent',
    },
  ],
  ['C3-37', 'flatFee', { chargingImages: false, rates: options }],
  ['C3-42', 'flatFeeOverride', { ...flags('countyAdminReload accountAdminReload'), rates: options }],
  [
    'C4-01',
    'common',
    texts('countyName appTitle contactName contactTitle contactPhone contactEmail bookLabel torrensLabel'),
  ],
  ['C4-21', 'notableDates', flags('showNotableDates showSeparateIndexes useVerificationDate')],
  [
    'C4-22',
    'notableDates',
    flags(
      'abstractVerified abstractLegalVerified abstractPosted abstractLegalPosted abstractIndexBegin abstractImageBegin abstractImageThru',
    ),
  ],
  [
    'C4-23',
    'notableDates',
    flags(
      'torrensVerified torrensLegalVerified torrensPosted torrensLegalPosted torrensIndexBegin torrensImageBegin torrensImageThru torrensCertificateThru lienVerified lienPosted lienIndexBegin lienImageBegin lienImageThru',
    ),
  ],
  [
    'C4-28',
    'homeSelections',
    flags(
      'latestNews latestNewsLoginPage latestNewsMore disclaimer contactUs links linksLoginPage linksMore loginSlides notableDates transactions',
    ),
  ],
  [
    'C4-41',
    'loginPageRegistration',
    { ...flags('forgotPasswordLink selfRegistration'), ...numbers('emaileExpireIn') },
  ],
  [
    'C5-02 C5-03',
    'search',
    {
      ...{ defaultSearch: 'searchByPlat', searchAccess: 'configurable' },
      ...{ enabled: everyType.split(' '), countyNotes: texts(everyType) },
    },
  ],
  ['C5-13', 'search2', flags('map tax allOnlySearch downloadResults')],
  [
    'C5-16',
    'reports',
    {
      ...flags('statementReport auditAccountsReport auditUsersReport accountTypeReport'),
      ...texts(
        'statementReportCountyNote auditAccountsReportCountyNote auditUsersReportCountyNote accountTypeReportCountyNote',
      ),
    },
  ],
  [
    'C5-18',
    'userAccess',
    {
      ...texts('guestUserName'),
      ...flags('limitLoginAttempts inactivityTimeLimit'),
      ...numbers('maxloginAttempts inactivityTimeLimitPeriod'),
    },
  ],
  ['C5-23', 'languages', flags('languages')],
  [
    'C5-25',
    'efile',
    { ...flags('efile acknowledgement'), ...texts('efileCountyNote acknowledgementStatement') },
  ],
  ['C6-09', 'userPurgeSchedule', { ...flags('automaticPurge'), ...numbers('automaticPurgeAfterDays') }],
  ['C6-18', 'auditLogPurgeSchedule', { ...flags('automaticPurge'), ...numbers('automaticPurgeAfterDays') }],
  [
    'C7-01',
    'billingSchedule',
    {
      ...flags('automaticBilling automaticImageRenewal'),
      ...numbers('renewalDay'),
      ...texts('renewalTime'),
    },
  ],
])('%s %s keeps each field that the specification names', (_ids, section, given) => {
  expect(z.parse(sections[section], given)).toMatchObject(given);
});
