import type { Role } from '@portal/proto/roles';

/** Menus in which a page can have a link. */
export type MenuGroup = 'main';

export interface Page {
  /** The path below the portal's base URL, with parameters and `*` as in routes. Upper and lower case do not matter. */
  path: string;
  /** Who may open the page: everyone, all signed-in users, or these roles. Other users see which roles may open it. */
  for: 'everybody' | 'signedIn' | readonly Role[];
  /**
   * Key of the page's name, for the browser's title and for the note that says who may open the page. Pages without a
   * key set their own title.
   */
  title?: string;
  /** The page's link. Users who may open the page see it, in the order of this table. */
  menu?: {
    group: MenuGroup;
    /** Key of the link's text. */
    text: string;
    icon: string;
    /** The URL path that the link leads to, if it is not the page's own path. */
    to?: string;
    /** Paths of related pages. On those pages, this page's link is also marked as current. */
    also?: readonly string[];
    /** The county setting that must be on for the link to be shown. */
    offeredBy?: 'efile';
  };
  /** True if the page itself asks a visitor to log in. Otherwise the login page opens and leads back to the page. */
  asksHere?: true;
  /** True when the page has its own layout, with a side menu beside its content. */
  ownLayout?: true;
  /** True if the page has loaders or child pages, so that its route is written in `router.tsx`. */
  ownRoute?: true;
}

const accountRoles: readonly Role[] = ['TRIMIN', 'COUNTY', 'ACCOUNT'];
const staffRoles: readonly Role[] = ['TRIMIN', 'COUNTY'];
const payingRoles: readonly Role[] = ['ACCOUNT', 'USER', 'GUEST'];

/**
 * Every page of the portal. Routes, menus, titles and guards are derived from this table, and a test opens each page as
 * every role. Adding a page that has neither `ownRoute` nor a module in `page-modules.ts` is a compile error.
 */
export const pages = {
  login: { path: 'login', for: 'everybody', ownRoute: true },
  home: {
    path: 'home',
    for: 'everybody',
    menu: { group: 'main', text: 'shell:nav.home', icon: 'home' },
    ownRoute: true,
  },
  search: {
    path: 'search',
    for: 'signedIn',
    menu: { group: 'main', text: 'shell:nav.search', icon: 'search' },
    ownRoute: true,
  },
  register: { path: 'register', for: 'everybody' },
  completeRegistration: { path: 'CompleteRegistration/:ticket', for: 'everybody' },
  forgotUsername: { path: 'forgotUsername', for: 'everybody' },
  forgotPassword: { path: 'forgotPassword', for: 'everybody' },
  passwordReset: { path: 'passwordReset/:ticket', for: 'everybody' },
  confirmEmail: { path: 'confirmEmail/:ticket', for: 'everybody' },
  proved: { path: 'proved', for: 'everybody' },
  external: { path: 'external/*', for: 'everybody' },
  externalParcel: { path: 'externalsearch/parcelid/:id', for: 'signedIn' },
  externalDocument: { path: 'externalsearch/documentnumber/:id', for: 'signedIn' },
  efile: {
    path: 'efile',
    for: ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER'],
    title: 'access:efile.title',
    asksHere: true,
    menu: {
      group: 'main',
      text: 'shell:nav.efile',
      icon: 'document',
      offeredBy: 'efile',
      also: ['efileQueue', 'submissions'],
    },
  },
  efileQueue: { path: 'efileQueue/*', for: staffRoles, title: 'access:efileQueue.title' },
  efileCorrection: {
    path: 'efile/correct/:id',
    for: ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER'],
    title: 'access:efileCorrection.title',
  },
  submissions: {
    path: 'submissions',
    for: ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER'],
    title: 'access:submissions.title',
  },
  submission: {
    path: 'submissions/:id',
    for: ['TRIMIN', 'COUNTY', 'ACCOUNT', 'USER'],
    title: 'access:submission.title',
  },
  purchases: {
    path: 'purchases',
    for: payingRoles,
    title: 'access:purchases.title',
    menu: { group: 'main', text: 'shell:nav.purchases', icon: 'tag' },
  },
  reports: {
    path: 'reports/*',
    for: accountRoles,
    title: 'access:reports.title',
    menu: { group: 'main', text: 'shell:nav.reports', icon: 'report' },
    ownLayout: true,
  },
  cardReconciliation: {
    path: 'reports/cardReconciliation',
    for: staffRoles,
    title: 'access:cardReconciliation.title',
    ownLayout: true,
  },
  userManager: {
    path: 'userManager/*',
    for: accountRoles,
    title: 'access:userManager.title',
    menu: { group: 'main', text: 'shell:nav.userManager', icon: 'users' },
  },
  cashier: { path: 'accounts/:id/cashier', for: staffRoles, title: 'access:cashier.title' },
  corrections: { path: 'cashier/corrections', for: staffRoles, title: 'access:corrections.title' },
  monitoring: { path: 'monitoring', for: ['TRIMIN'], title: 'access:monitoring.title' },
  controlPanel: {
    path: 'controlPanel/*',
    for: staffRoles,
    title: 'access:controlPanel.title',
    menu: {
      group: 'main',
      text: 'shell:nav.controlPanel',
      icon: 'sliders',
      to: '/controlPanel/start',
      also: ['accounts', 'cashier', 'monitoring'],
    },
    ownLayout: true,
  },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;
type Pages = typeof pages;
/** Pages whose route is derived from the table alone. */
export type LazyPage = { [N in PageName]: Pages[N] extends { ownRoute: true } ? never : N }[PageName];
/** Pages that only some roles may open. */
export type LimitedPage = { [N in PageName]: Pages[N] extends { title: string } ? N : never }[PageName];

export const pageOf = (name: PageName): Page => pages[name];

/** Every page with its name, in the order of the table. */
export const pageList = (Object.keys(pages) as PageName[]).map((name) => ({ name, ...pageOf(name) }));

/** True if a role may open the page; no role means a visitor. */
export const isFor = ({ for: audience }: Pick<Page, 'for'>, role: Role | undefined): boolean =>
  audience === 'everybody' || (role !== undefined && (audience === 'signedIn' || audience.includes(role)));

/** True if a visitor who opens the page gets the login page instead. */
export const isGuarded = ({ for: audience, asksHere }: Page): boolean =>
  audience !== 'everybody' && !asksHere;
