import { describe, expect, test } from '@jest/globals';
import type { CountySections } from '@portal/infra/county-config';
import type { RpcClient } from '@portal/infra/rpc';
import { sectionDefaults, type SectionName } from '@portal/proto/config/sections';
import type { HelperContentReader } from '../src/http/helper-content.js';
import { HomeContentReader } from '../src/http/home-content.js';
import type { ReadableSections } from '../src/http/login-page.js';
import type { Visit } from '../src/session/visit.js';

const visit = { county: { id: 'lake' } } as unknown as Visit;
const links = (...rows: [heading: string, paragraphContent: string][]) => ({
  paragraphs: rows.map(([heading, paragraphContent]) => ({ heading, paragraphContent })),
});

/** Returns the home page of a county with these sections; only the cards for links and disclaimer are shown. */
const home = (own: Partial<Record<SectionName, object>>, selections: object = {}) => {
  const selected = { disclaimer: true, links: true, notableDates: false, transactions: false, ...selections };
  const saved: Partial<Record<SectionName, object>> = { ...own, homeSelections: selected };
  const sections = {
    get: (_county: string, name: SectionName) =>
      Promise.resolve({ ...sectionDefaults(name), ...saved[name] }),
  } as unknown as ReadableSections;
  const reader = new HomeContentReader({} as CountySections, {} as HelperContentReader, {} as RpcClient);
  return reader.read(visit, sections);
};

const ofLogin = links(['Maps', 'https://a.example/maps'], ['Disclaimer', 'https://a.example/login']);
const ofHome = links(['disclaimer ', 'https://a.example/home'], ['Fees', 'https://a.example/fees']);

describe('the disclaimer', () => {
  test('A7-04 is the link with the name Disclaimer in Login - Links, even where the login page shows no links', async () => {
    expect((await home({ loginPageLinks: ofLogin })).disclaimer).toBe('https://a.example/login');
    const hidden = await home({ loginPageLinks: ofLogin }, { linksLoginPage: false });
    expect(hidden.disclaimer).toBe('https://a.example/login');
  });

  test('A7-04 is taken from “Home - More Links” only if “Login - Links” has none, and is not repeated in the links on the home page', async () => {
    const both = await home({ loginPageLinks: ofLogin, homeExternalLinks: ofHome });
    expect(both.disclaimer).toBe('https://a.example/login');
    expect(both.links.map(({ heading }) => heading)).toEqual(['Fees']);
    expect((await home({ homeExternalLinks: ofHome })).disclaimer).toBe('https://a.example/home');
  });

  test('is empty if the county has no disclaimer or hides it', async () => {
    expect((await home({})).disclaimer).toBe('');
    expect((await home({ loginPageLinks: ofLogin }, { disclaimer: false })).disclaimer).toBe('');
  });
});
