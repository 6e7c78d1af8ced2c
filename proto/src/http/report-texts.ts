import type { SectionName } from '../config/sections.js';
import type { ReportRow } from './reports.js';
import { searchTypes } from './search-types.js';

type Words = (key: string, params?: Record<string, string | number>) => string;

/** The heading of a kind of search, or the name of the kind if this version does not know it. */
const searchText = (type: string, t: Words): string => {
  const known = searchTypes.find((each) => each === type);
  return known ? t(`search:${known}.heading`) : type;
};

/** Actions on a section. Their texts say "Settings", because users know a section as a page of settings. */
const settingsActions = new Map([
  ['section.save', 'saved'],
  ['section.plan', 'planned'],
  ['section.plan.withdraw', 'withdrawn'],
]);

/** For each section, the catalog key of its page's name in the control panel, without `panel-shell:page.`. */
const settingsPages: Record<SectionName, string> = {
  common: 'common',
  languages: 'languages',
  search: 'search',
  search2: 'search2',
  index: 'index',
  notableDates: 'homeNotableDates',
  aLaCarte: 'alacarterates',
  aLaCarteSpecialRates: 'alacarteratesspecial',
  creditCardAlternateRates: 'creditCardAlternateRates',
  escrow: 'escrow',
  creditCardExtra: 'creditCardExtra',
  flatFee: 'flatFeeRates',
  flatFeeOverride: 'flatFeeOverride',
  userLockout: 'userLockout',
  userAccess: 'userAccess',
  loginPageRegistration: 'loginPageRegistration',
  loginPageLinks: 'loginPageLinks',
  loginPageLatestNews: 'loginPageLatestNews',
  loginPageSlides: 'loginPageSlides',
  sitePictures: 'loginPagePictures',
  homeLatestNews: 'homeLatestNews',
  homeExternalLinks: 'homeExternalLinks',
  homeSelections: 'homeSelections',
  payments: 'payments',
  reports: 'reports',
  efile: 'efile',
  efileFees: 'efileFees',
  userPurgeSchedule: 'userPurgeSchedule',
  auditLogPurgeSchedule: 'auditLogPurgeSchedule',
  imageImport: 'imageImport',
  cashier: 'cashier',
  billingSchedule: 'billingSchedule',
  staffSignIn: 'staffSignIn',
};
const isKnownSection = (name: string): name is SectionName => Object.hasOwn(settingsPages, name);

/**
 * Turns 'escrow, version 3' into the name of the page that users see, with the version. A section that this version of
 * the portal does not know keeps its name.
 */
const settingsText = (subject: string, t: Words): string => {
  const [section = '', ...detail] = subject.split(', ');
  if (!isKnownSection(section)) return subject;
  return [t(`panel-shell:page.${settingsPages[section]}`), ...detail].join(', ');
};

/** Turns `user.password` into 'User password'. */
const actionText = (action: string, t: Words): string => {
  const settings = settingsActions.get(action);
  if (settings !== undefined) return t(`report-forms:settings.${settings}`);
  const words = action.replace(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The text that says what a line of a report is about. */
export const kindText = ({ log, kind }: Pick<ReportRow, 'log' | 'kind'>, t: Words): string => {
  switch (log) {
    case 'PURCHASES':
      return t(`reports:transactions.${kind}`);
    case 'SEARCHES':
      return searchText(kind, t);
    case 'SIGN_IN':
      return t(`report-forms:signIn.${kind}`);
    case 'ADMINISTRATION':
      return actionText(kind, t);
  }
};

export const subjectText = (row: Pick<ReportRow, 'log' | 'kind' | 'subject'>, t: Words): string => {
  const { log, kind, subject } = row;
  if (log === 'ADMINISTRATION' && settingsActions.has(kind)) return settingsText(subject, t);
  if (log === 'SEARCHES') return t('report-forms:found', { count: Number(subject) });
  if (log === 'PURCHASES' && kind === 'SEARCH') return searchText(subject, t);
  return log === 'PURCHASES' && kind === 'DETAILS' ? '' : subject;
};
