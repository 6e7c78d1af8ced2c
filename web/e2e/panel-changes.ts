import type { PanelPageName } from '../src/features/control-panel/panel-pages.js';

/** The id of a control, and the value to set: a text, an option's value, or true or false for a checkbox. */
export type Step = readonly [id: string, value: string | boolean];

/** A change that a clerk makes on a page, and values that the page refuses. */
export interface Change {
  readonly change: readonly Step[];
  /** Values that the page refuses; undefined if the page accepts every value. */
  readonly wrong?: readonly Step[];
  /** True if the page asks before it saves. */
  readonly asks?: true;
  /** True if the page has a preview of what the public would see. */
  readonly preview?: true;
  /** True if the page asks for a reason, because it changes prices. */
  readonly reason?: true;
  /** The message after a save, if it differs from the usual one. */
  readonly says?: string;
  readonly heading?: never;
}

/** A page of the control panel that is not a form. The test file named in `changedBy` tests its changes. */
export interface Screen {
  readonly changedBy: `${string}.e2e.ts`;
  /** The heading, if it differs from the page's name. */
  readonly heading?: string;
}

const aPage = (change: Change): Change => change;
const aFee = (change: readonly Step[], wrong: readonly Step[]): Change => ({ change, wrong, reason: true });
const rows = (more: readonly Step[] = []): readonly Step[] => [
  ...more,
  ...[['rates.0.option', true] as const, ['rates.0.numberOfPages', '10'] as const],
];
const specialRate: readonly Step[] = [
  ['rates.0.documentType', '0'],
  ['rates.0.documentRate', '1.25'],
];
const purge = (least: number): Change =>
  aPage({
    change: [
      ['automaticPurge', 'yes'],
      ['automaticPurgeAfterDays', '900'],
    ],
    wrong: [
      ['automaticPurge', 'yes'],
      ['automaticPurgeAfterDays', String(least - 1)],
    ],
  });
const link = (...[text, address]: readonly [string, string]): readonly Step[] => [
  ['paragraphs.0.heading', text],
  ['paragraphs.0.paragraphContent', address],
];

/** Every page of the control panel. A missing page is a compile error. */
export const walks: Record<PanelPageName, Change | Screen> = {
  start: { changedBy: 'new-county.e2e.ts', heading: 'Control Panel' },
  alacarterates: aFee([['imageDocument', '1.25']], [['imageDocument', 'abc']]),
  alacarteratesspecial: { ...aFee(specialRate, [['rates.0.documentRate', '1.25']]), asks: true },
  creditCardAlternateRates: {
    ...aFee([['imageDocument', '1.25']], [['rates.0.documentRate', 'abc']]),
    asks: true,
  },
  creditCardExtra: aFee([['maxAmount', '12.50']], [['maxAmount', 'abc']]),
  escrow: aFee(
    [
      ['reloadByCreditCard', true],
      ['minReloadAmount', '10.00'],
      ['maxReloadAmount', '250.00'],
    ],
    [
      ['reloadByCreditCard', true],
      ['minReloadAmount', '10.00'],
      ['maxReloadAmount', '5.00'],
    ],
  ),
  flatFeeRates: aFee([...rows(), ['rates.0.cost', '9.00']], rows()),
  flatFeeOverride: aFee(
    [...rows([['accountAdminReload', true]]), ['rates.0.cost', '9.00']],
    rows([['accountAdminReload', true]]),
  ),
  efileFees: aFee([['mostPages', '40']], [['mostPages', 'abc']]),
  cardKeys: { changedBy: 'card-keys.e2e.ts', heading: 'Card Keys' },
  accounts: { changedBy: 'accounts.e2e.ts' },
  account: { changedBy: 'accounts.e2e.ts' },
  accountPageAccess: { changedBy: 'accounts.e2e.ts' },
  accountReload: { changedBy: 'accounts.e2e.ts' },
  accountTasks: { changedBy: 'billing.e2e.ts' },
  corrections: { changedBy: 'cashier.e2e.ts' },
  landLinkPostings: { changedBy: 'landlink.e2e.ts' },
  cashier: aPage({ change: [['correctionLimit', '50.00']], wrong: [['correctionLimit', 'abc']] }),
  billingSchedule: aPage({ change: [['renewalDay', '3']], wrong: [['renewalDay', '31']] }),
  userAccess: aPage({ change: [['maxloginAttempts', '7']], wrong: [['maxloginAttempts', 'abc']] }),
  userLockout: aPage({
    change: [['messageLogin', 'Back on Monday.']],
    wrong: [['messageLogin', '']],
    preview: true,
  }),
  userLockout2: { changedBy: 'control-panel.e2e.ts' },
  staffSignIn: aPage({ change: [['providerName', 'North Shore']], wrong: [['staffSignIn', 'yes']] }),
  userPurgeNow: { changedBy: 'purges.e2e.ts' },
  userPurgeSchedule: purge(365),
  auditLogPurgeSchedule: purge(60),
  common: aPage({ change: [['contactName', 'Ann Berg']], wrong: [['contactEmail', 'nobody']] }),
  homeLatestNews: aPage({ change: link('Closed on Friday', 'Open again on Monday.') }),
  homeExternalLinks: aPage({
    change: link('Assessor', 'https://assessor.example/'),
    wrong: link('Assessor', ''),
  }),
  homeNotableDates: aPage({ change: [['showSeparateIndexes', 'yes']] }),
  homeSelections: aPage({ change: [['latestNews', 'yes']] }),
  loginPageLinks: aPage({
    change: link('Fees', 'https://fees.example/'),
    wrong: link('All our fees', 'https://fees.example/'),
  }),
  loginPageLatestNews: aPage({ change: link('Now online', 'Deeds since 1890.') }),
  loginPageSlides: aPage({ change: [['captions.0', 'The courthouse']] }),
  loginPagePictures: { changedBy: 'pictures.e2e.ts' },
  loginPageRegistration: aPage({ change: [['emaileExpireIn', '5']], wrong: [['emaileExpireIn', 'abc']] }),
  search: aPage({
    change: [['countyNotes.searchByName', 'Last name first.']],
    wrong: [['defaultSearch', 'searchByPlat']],
    says: 'Settings and Users updated',
  }),
  search2: aPage({
    change: [
      ['map', 'yes'],
      ['mapLink', 'https://map.example/{parcelId}'],
    ],
    wrong: [
      ['map', 'yes'],
      ['mapLink', 'map'],
    ],
  }),
  reports: aPage({ change: [['statementReportCountyNote', 'Figures of yesterday.']] }),
  efile: aPage({
    change: [
      ['efile', 'yes'],
      ['efileCountyNote', 'Deeds only.'],
    ],
    wrong: [
      ['efile', 'yes'],
      ['acknowledgement', 'yes'],
    ],
  }),
  languages: aPage({ change: [['languages', 'yes']] }),
  landSharkOneAccountsUsers: { changedBy: 'ls1.e2e.ts' },
  landSharkOneAuditLog: { changedBy: 'ls1.e2e.ts' },
  performanceMonitoring: { changedBy: 'control-panel.e2e.ts' },
  reloadConfiguration: { changedBy: 'control-panel.e2e.ts' },
  index: aPage({ change: [['mortgageAmountLabel', 'Consideration']] }),
  payments: aPage({ change: [['paymentMethods-INVOICE', false]] }),
  imageImport: aPage({ change: [['drawPages', 'yes']] }),
};
