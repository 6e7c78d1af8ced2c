import type { Catalogue } from '@portal/infra/catalogue';
import type { Outline } from './outline.js';

/** The names of pages, by the first part of their URL below /LandShark/, in lower case. */
const names: Readonly<Record<string, string>> = {
  '': 'sign-in:title',
  login: 'sign-in:title',
  home: 'home:title',
  register: 'registration:title',
  completeregistration: 'registration:title',
  forgotusername: 'recovery:username.title',
  forgotpassword: 'recovery:password.title',
  passwordreset: 'recovery:reset.title',
  confirmemail: 'recovery:email.title',
  search: 'shell:nav.search',
  efile: 'access:efile.title',
  efilequeue: 'access:efileQueue.title',
  submissions: 'access:submissions.title',
  purchases: 'access:purchases.title',
  reports: 'access:reports.title',
  usermanager: 'access:userManager.title',
  accounts: 'accounts:title',
  cashier: 'access:cashier.title',
  monitoring: 'access:monitoring.title',
  controlpanel: 'access:controlPanel.title',
};

/**
 * The title that the browser shows until the page has loaded and sets its own title: the page's name, then the name of
 * the county. For a search form, the name of the page is the heading of the form. For an unknown URL, the title is only
 * the name of the county. The title is in English, because the user is not known yet.
 */
export const titleOf = (
  url: string,
  { shell, heading }: Pick<Outline, 'shell' | 'heading'>,
  { countyName, appTitle }: { readonly countyName: string; readonly appTitle: string },
  catalogue: Pick<Catalogue, 'text'>,
): string => {
  const [, , first = ''] = new URL(url, 'http://portal').pathname.split('/');
  const key = Object.hasOwn(names, first.toLowerCase()) ? names[first.toLowerCase()] : undefined;
  const name = shell === 'search' ? heading : key && catalogue.text('ENGLISH', key);
  return [name, [countyName, appTitle].filter(Boolean).join(' ')].filter(Boolean).join(' - ');
};
