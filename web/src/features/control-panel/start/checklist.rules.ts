import type { SectionValue } from '@portal/proto/config/sections';
import type { SearchType } from '@portal/proto/http/search-types';

/** The input of the checklist: sections of the county, and the results of imports. */
export interface Setup {
  common: Pick<SectionValue<'common'>, 'countyName' | 'contactPhone' | 'contactEmail'>;
  homeSelections: Pick<SectionValue<'homeSelections'>, 'disclaimer'>;
  loginPageLinks: SectionValue<'loginPageLinks'>;
  loginPageLatestNews: SectionValue<'loginPageLatestNews'>;
  search: Pick<SectionValue<'search'>, 'enabled' | 'defaultSearch'>;
  /** The newest version of each section; 0 = never saved. */
  versions: { aLaCarte: number; search: number; creditCardExtra: number };
  takesCards: boolean;
  /** Number of document types in the index. They come with an import, so 0 means that nothing was imported. */
  documentTypes: number;
  hasCardKeys: boolean;
  /** True when the county has sold something. */
  hasSold: boolean;
}

export type ItemState = 'DONE' | 'MISSING';

export interface ChecklistItem {
  name: 'contact' | 'texts' | 'prices' | 'searches' | 'cards' | 'import' | 'sale';
  state: ItemState;
  /** Key of the text that says whether the item is done. */
  text: string;
  params?: Readonly<Record<string, string | number>>;
  /**
   * The page on which staff completes the item: the key of the page's name, and the page's URL, with a field as the
   * fragment if there is one. Undefined when the item is not completed on a page.
   */
  page?: { title: string; to: string };
}

const at = (page: string, path: string, field: string) => ({
  title: `panel-shell:page.${page}`,
  to: `/controlPanel/${path}#${field}`,
});

const item = (
  name: ChecklistItem['name'],
  isDone: boolean,
  more: Pick<ChecklistItem, 'params' | 'page'>,
): ChecklistItem => ({
  ...{ name, state: isDone ? 'DONE' : 'MISSING' },
  text: `panel-shell:check.${name}${isDone ? 'Done' : 'Missing'}`,
  ...more,
});

/** The items that a county needs before its first sale, in the order of setup. */
export const checklistOf = (setup: Setup): ChecklistItem[] => [
  contact(setup.common),
  texts(setup),
  item('prices', setup.versions.aLaCarte > 0, {
    page: at('alacarterates', 'alacarterates', 'imageDocument'),
  }),
  searches(setup),
  cards(setup),
  item('import', setup.documentTypes > 0, { params: { count: setup.documentTypes } }),
  item('sale', setup.hasSold, { page: { title: 'panel-shell:page.accounts', to: '/controlPanel/accounts' } }),
];

function contact({ countyName, contactPhone, contactEmail }: Setup['common']): ChecklistItem {
  const missing = Object.entries({ countyName, contactPhone, contactEmail }).find(
    ([, value]) => value === '',
  );
  return item('contact', missing === undefined, {
    page: at('common', 'common', missing?.[0] ?? 'contactPhone'),
  });
}

function texts({ homeSelections, loginPageLinks, loginPageLatestNews }: Setup): ChecklistItem {
  const hasNews = loginPageLatestNews.paragraphs.some(({ heading }) => heading !== '');
  const hasDisclaimer = loginPageLinks.paragraphs.some(
    ({ heading }) => heading.trim().toLowerCase() === 'disclaimer',
  );
  if (homeSelections.disclaimer && !hasDisclaimer)
    return {
      ...{ name: 'texts', state: 'MISSING', text: 'panel-shell:check.disclaimerMissing' },
      page: at('loginPageLinks', 'loginPageLinks', 'paragraphs.0.heading'),
    };
  return item('texts', hasNews, {
    page: at('loginPageLatestNews', 'loginPageLatestNews', 'paragraphs.0.heading'),
  });
}

function searches({ search: { enabled, defaultSearch }, versions }: Setup): ChecklistItem {
  const isDone = versions.search > 0 && enabled.includes(defaultSearch as SearchType);
  return item('searches', isDone, {
    params: { count: enabled.length },
    page: at('search', 'search', 'defaultSearch'),
  });
}

/**
 * The item about card payments. It asks first for the cost of these payments, then for the keys of the card merchant.
 * About the keys, the browser learns only whether they are stored.
 */
function cards({ takesCards, versions, hasCardKeys }: Setup): ChecklistItem {
  const page = at('creditCardExtra', 'creditCardExtra', 'maxAmount');
  if (!takesCards) return { name: 'cards', state: 'DONE', text: 'panel-shell:check.cardsOff', page };
  if (versions.creditCardExtra === 0) return item('cards', false, { page });
  const keys = { title: 'panel-shell:page.cardKeys', to: '/controlPanel/cardKeys' };
  if (hasCardKeys) return item('cards', true, { page: keys });
  return { name: 'cards', state: 'MISSING', text: 'panel-shell:check.cardKeysMissing', page: keys };
}
