import { isStaff, type Role } from '@portal/proto/roles';
import type { SectionName } from '@portal/proto/config/sections';
import type { PageDescription } from './section-form/page-description.js';

/** The groups of the side menu, in its order (C0-16). */
export const panelGroups = ['feeStructure', 'accountAdmin', 'userAdmin', 'webPages', 'technical'] as const;
export type PanelGroup = (typeof panelGroups)[number];

/** The description of the settings page of any section. */
export type AnyDescription = { [N in SectionName]: PageDescription<N> }[SectionName];
export type LoadDescription = () => Promise<{ page: AnyDescription }>;

export interface PanelPage {
  /** The path below /controlPanel, with parameters such as `:id`; upper and lower case do not matter. */
  path: string;
  /** Key of the page's name, which the side menu, the browser's title and the search show. */
  title: string;
  /** The group of the side menu that shows the page's link; pages without a group are reached from other pages. */
  group?: PanelGroup;
  /** A page that only TRIMIN users can open; COUNTY users see a note instead. */
  only?: 'TRIMIN';
  /** The group of the link for COUNTY users, who do not see the group Technical (C0-17). */
  groupForCounty?: PanelGroup;
  /** The description of a page of settings. Other pages have a screen of their own in `panel-screens.ts`. */
  description?: LoadDescription;
}

const named = <K extends string>(pages: Record<K, PanelPage>) => pages;
const titleOf = (name: string): string => `panel-shell:page.${name}`;
const inGroup = (group: PanelGroup, path: string, more: Partial<PanelPage> = {}): PanelPage => ({
  ...{ path, title: titleOf(path), group },
  ...more,
});

const feeStructure = named({
  alacarterates: inGroup('feeStructure', 'alacarterates', {
    description: () => import('./pages/a-la-carte-rates.js'),
  }),
  alacarteratesspecial: inGroup('feeStructure', 'alacarteratesspecial', {
    description: () => import('./pages/a-la-carte-special-rates.js'),
  }),
  creditCardAlternateRates: inGroup('feeStructure', 'creditCardAlternateRates', {
    description: () => import('./pages/credit-card-alternate-rates.js'),
  }),
  creditCardExtra: inGroup('feeStructure', 'creditCardExtra', {
    description: () => import('./pages/credit-card-extra.js'),
  }),
  escrow: inGroup('feeStructure', 'escrow', { description: () => import('./pages/escrow.js') }),
  flatFeeRates: inGroup('feeStructure', 'flatFeeRates', {
    description: () => import('./pages/flat-fee-rates.js'),
  }),
  flatFeeOverride: inGroup('feeStructure', 'flatFeeOverride', {
    description: () => import('./pages/flat-fee-override.js'),
  }),
  // the specification has neither the page `efileFees` nor the page `cardKeys`
  efileFees: inGroup('feeStructure', 'efileFees', { description: () => import('./pages/efile-fees.js') }),
  cardKeys: inGroup('feeStructure', 'cardKeys'),
});

const accountAdmin = named({
  accounts: inGroup('accountAdmin', 'accounts'),
  account: { path: 'accounts/:id', title: titleOf('account') },
  accountPageAccess: { path: 'accountPageAccess/:id/:name', title: titleOf('accountPageAccess') },
  accountReload: { path: 'accountReload/:id/:name', title: titleOf('accountReload') },
  accountTasks: { path: 'accountTasks/:id/:name', title: titleOf('accountTasks') },
  // the specification has no page `corrections`
  corrections: inGroup('accountAdmin', 'corrections'),
  // the specification has neither the page `landLinkPostings` nor the page `cashier`
  landLinkPostings: inGroup('accountAdmin', 'landLinkPostings'),
  cashier: inGroup('accountAdmin', 'cashier', { description: () => import('./pages/cashier.js') }),
  billingSchedule: inGroup('accountAdmin', 'billingSchedule', {
    description: () => import('./pages/billing-schedule.js'),
  }),
});

const userAdmin = named({
  userAccess: inGroup('userAdmin', 'userAccess', { description: () => import('./pages/user-access.js') }),
  userLockout: inGroup('userAdmin', 'userLockout', {
    description: () => import('./pages/user-lockout.js'),
  }),
  userLockout2: inGroup('userAdmin', 'userLockout2'),
  // the specification has no page `staffSignIn`
  staffSignIn: inGroup('userAdmin', 'staffSignIn', {
    description: () => import('./pages/staff-sign-in.js'),
  }),
  userPurgeNow: inGroup('userAdmin', 'userPurgeNow'),
  userPurgeSchedule: inGroup('userAdmin', 'userPurgeSchedule', {
    description: () => import('./pages/user-purge-schedule.js'),
  }),
  auditLogPurgeSchedule: inGroup('userAdmin', 'auditLogPurgeSchedule', {
    description: () => import('./pages/audit-log-purge-schedule.js'),
  }),
});

const webPages = named({
  common: inGroup('webPages', 'common', { description: () => import('./pages/common.js') }),
  homeLatestNews: inGroup('webPages', 'homeLatestNews', {
    description: () => import('./pages/home-latest-news.js'),
  }),
  homeExternalLinks: inGroup('webPages', 'homeExternalLinks', {
    description: () => import('./pages/home-external-links.js'),
  }),
  homeNotableDates: inGroup('webPages', 'homeNotableDates', {
    description: () => import('./pages/home-notable-dates.js'),
  }),
  homeSelections: inGroup('webPages', 'homeSelections', {
    description: () => import('./pages/home-selections.js'),
  }),
  loginPageLinks: inGroup('webPages', 'loginPageLinks', {
    description: () => import('./pages/login-page-links.js'),
  }),
  loginPageLatestNews: inGroup('webPages', 'loginPageLatestNews', {
    description: () => import('./pages/login-page-latest-news.js'),
  }),
  loginPageSlides: inGroup('webPages', 'loginPageSlides', {
    description: () => import('./pages/login-page-slides.js'),
  }),
  // the specification has no page `loginPagePictures`
  loginPagePictures: inGroup('webPages', 'loginPagePictures', {
    description: () => import('./pages/login-page-pictures.js'),
  }),
  loginPageRegistration: inGroup('webPages', 'loginPageRegistration', {
    description: () => import('./pages/login-page-registration.js'),
  }),
  search: inGroup('webPages', 'search', { description: () => import('./pages/search.js') }),
  search2: inGroup('webPages', 'search2', { description: () => import('./pages/search2.js') }),
  reports: inGroup('webPages', 'reports', { description: () => import('./pages/reports.js') }),
});

/**
 * The pages of the group Technical (C0-18). COUNTY users do not see this group; they find two of its pages in the group
 * Web Pages (DECISIONS.md#panel-10).
 */
const technical = named({
  efile: inGroup('technical', 'efile', {
    groupForCounty: 'webPages',
    description: () => import('./pages/efile.js'),
  }),
  landSharkOneAccountsUsers: inGroup('technical', 'LandSharkOneAccountsUsers', { only: 'TRIMIN' }),
  landSharkOneAuditLog: inGroup('technical', 'LandSharkOneAuditLog', { only: 'TRIMIN' }),
  languages: inGroup('technical', 'languages', {
    groupForCounty: 'webPages',
    description: () => import('./pages/languages.js'),
  }),
  performanceMonitoring: inGroup('technical', 'performanceMonitoring', { only: 'TRIMIN' }),
  reloadConfiguration: inGroup('technical', 'reloadConfiguration', { only: 'TRIMIN' }),
  // the specification has none of the pages `index`, `payments` and `imageImport`
  index: inGroup('technical', 'index', {
    only: 'TRIMIN',
    description: () => import('./pages/county-index.js'),
  }),
  payments: inGroup('technical', 'payments', {
    only: 'TRIMIN',
    description: () => import('./pages/payments.js'),
  }),
  imageImport: inGroup('technical', 'imageImport', {
    only: 'TRIMIN',
    description: () => import('./pages/image-import.js'),
  }),
});

/**
 * Every page of the control panel (C0-09 to C0-15). Routes, side menu, titles, guards and the search over all settings
 * are derived from this table.
 */
export const panelPages = {
  start: { path: 'start', title: titleOf('start') } as PanelPage,
  ...feeStructure,
  ...accountAdmin,
  ...userAdmin,
  ...webPages,
  ...technical,
};
export type PanelPageName = keyof typeof panelPages;

export const panelPageList = (Object.keys(panelPages) as PanelPageName[]).map((name) => ({
  name,
  ...panelPages[name],
}));
export type NamedPanelPage = (typeof panelPageList)[number];

/** Where the link of a page leads. */
export const addressOf = ({ path }: Pick<PanelPage, 'path'>): string => `/controlPanel/${path}`;

/** Pages without a link of their own, each with the page from which users reach it. */
const within: Partial<Record<PanelPageName, PanelPageName>> = {
  account: 'accounts',
  accountPageAccess: 'accounts',
  accountReload: 'accounts',
  accountTasks: 'accounts',
};
/** The page whose link in the side menu is marked as current while the page `name` is shown. */
export const menuPageOf = (name: PanelPageName): PanelPageName => within[name] ?? name;

/** For each section whose name differs from the name of its page: the name of the page. */
const sectionPages: Readonly<Record<string, PanelPageName>> = {
  aLaCarte: 'alacarterates',
  aLaCarteSpecialRates: 'alacarteratesspecial',
  flatFee: 'flatFeeRates',
  notableDates: 'homeNotableDates',
  sitePictures: 'loginPagePictures',
};
export const panelPageOf = (section: string): NamedPanelPage | undefined =>
  panelPageList.find(({ name }) => name === (sectionPages[section] ?? section));

/** The page that /controlPanel opens (C0-08). */
const firstPage: PanelPageName = 'homeNotableDates';

export interface PanelPlace {
  page: NamedPanelPage;
  /** The values of the path's parameters. */
  params: Readonly<Record<string, string>>;
}

/**
 * The page at a path below /controlPanel; upper and lower case do not matter (C0-07).
 * @param below the encoded path, in which a slash in a name is %2F, so that the name stays one part
 */
export function panelPageAt(below: string): PanelPlace | undefined {
  const parts = below.split('/').filter((part) => part !== '');
  const address = parts.length === 0 ? [panelPages[firstPage].path] : parts;
  for (const page of panelPageList) {
    const params = paramsAt(page.path.split('/'), address);
    if (params) return { page, params };
  }
  return undefined;
}

function paramsAt(path: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (path.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, name] of path.entries()) {
    const part = parts[at] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = decoded(part).trim();
    else if (name.toLowerCase() !== part.toLowerCase()) return undefined;
  }
  return params;
}

/** A part that cannot be decoded stays unchanged. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** True if the reader may see the page: some pages are only for TRIMIN users. */
export const isPanelPageFor = ({ only }: Pick<PanelPage, 'only'>, role: Role | undefined): boolean =>
  role !== undefined && isStaff(role) && (only === undefined || only === role);

/** The group whose menu lists the page for a role. */
export const groupFor = (page: PanelPage, role: Role): PanelGroup | undefined => {
  if (!isPanelPageFor(page, role)) return undefined;
  return role === 'COUNTY' ? (page.groupForCounty ?? page.group) : page.group;
};

/** The side menu of a role: the pages by group, without empty groups. */
export const panelMenu = (role: Role): { group: PanelGroup; pages: NamedPanelPage[] }[] =>
  panelGroups
    .map((group) => ({
      group,
      pages: panelPageList.filter((page) => groupFor(page, role) === group),
    }))
    .filter(({ pages }) => pages.length > 0);
