import type { Catalogue } from '@portal/infra/catalogue';
import type { CountySections } from '@portal/infra/county-config';
import { searchTypes } from '@portal/proto/http/search-types';
import { pageNameOf } from './web-page.js';

/**
 * The content that a page shows until its scripts have loaded (web/DESIGN.md#first-paint); index.html has placeholders
 * for this content.
 */
export interface Outline {
  /** Selects one of the outlines in index.html. */
  shell: 'login' | 'home' | 'search' | 'results' | 'page';
  heading: string;
  text: string;
  note: string;
}

interface OutlineSources {
  sections: Pick<CountySections, 'get'>;
  catalogue: Pick<Catalogue, 'text'>;
}

const wordless = { heading: '', text: '', note: '' };

/** Returns the outline of the page at a URL. It is in English, because the user is not known yet. */
export const outlineOf = async (url: string, county: string, sources: OutlineSources): Promise<Outline> => {
  const name = pageNameOf(url);
  if (name === 'login' || name === 'results') return { shell: name, ...wordless };
  if (name === 'home') return outlineOfHome(county, sources);
  return name === 'search' ? outlineOfForm(url, county, sources) : { shell: 'page', ...wordless };
};

const outlineOfHome = async (county: string, { sections, catalogue }: OutlineSources): Promise<Outline> => {
  const { countyName } = await sections.get(county, 'common');
  const heading = catalogue.text('ENGLISH', 'home:start', { county: countyName });
  return { ...wordless, shell: 'home', heading };
};

/**
 * Returns the heading of a search form with the county's note (B1-015). The URL path /search shows the default form.
 */
const outlineOfForm = async (
  url: string,
  county: string,
  { sections, catalogue }: OutlineSources,
): Promise<Outline> => {
  const { enabled, defaultSearch, countyNotes } = await sections.get(county, 'search');
  const named = new URL(url, 'http://portal').pathname.split('/')[3] ?? '';
  const type = searchTypes.find((each) => each === (named === '' ? defaultSearch : named));
  if (!type || !enabled.includes(type)) return { shell: 'page', ...wordless };
  const { bookLabel, torrensLabel } = await sections.get(county, 'common');
  const textOf = (part: string): string =>
    catalogue.text('ENGLISH', `search:${type}.${part}`, {
      book: bookLabel,
      torrens: torrensLabel,
    });
  return {
    shell: 'search',
    heading: textOf('heading'),
    text: textOf('intro'),
    note: countyNotes[type] ?? '',
  };
};
