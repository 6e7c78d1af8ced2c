import { describe, expect, test } from '@jest/globals';
import type { NamedPanelPage } from '../src/features/control-panel/panel-pages.js';
import type { AnyPage } from '../src/features/control-panel/section-form/described-fields.js';
import {
  checklistOf,
  type ChecklistItem,
  type Setup,
} from '../src/features/control-panel/start/checklist.rules.js';
import {
  findSettings,
  settingOfPage,
  settingsOfPage,
  type Setting,
} from '../src/features/control-panel/start/settings-search.rules.js';
import type { Translate } from '../src/shared/i18n/translate.js';

const paragraph = (heading: string) => ({ heading, paragraphContent: '' });

describe('the setup checklist', () => {
  const empty: Setup = {
    common: { countyName: '', contactPhone: '', contactEmail: '' },
    homeSelections: { disclaimer: true },
    loginPageLinks: { paragraphs: [] },
    loginPageLatestNews: { paragraphs: [] },
    search: { enabled: ['searchByName', 'searchByDocumentNumber'], defaultSearch: 'searchByName' },
    versions: { aLaCarte: 0, search: 0, creditCardExtra: 0 },
    takesCards: true,
    documentTypes: 0,
    ...{ hasCardKeys: false, hasSold: false },
  };
  const common = { countyName: 'Lake', contactPhone: '(218) 555-0142', contactEmail: 'a@example.com' };
  const whole: Setup = {
    ...{ ...empty, common, hasCardKeys: true, hasSold: true, documentTypes: 1 },
    loginPageLinks: { paragraphs: [paragraph('Disclaimer')] },
    loginPageLatestNews: { paragraphs: [paragraph('Open')] },
    versions: { aLaCarte: 1, search: 1, creditCardExtra: 1 },
  };
  const itemOf = (name: ChecklistItem['name'], setup: Partial<Setup>) =>
    checklistOf({ ...whole, ...setup }).find((item) => item.name === name);
  const page = (name: string, path = name) => ({
    page: { title: `panel-shell:page.${name}`, to: `/controlPanel/${path}` },
  });
  const missing = (name: ChecklistItem['name'], text = `${name}Missing`) => ({
    ...{ name, state: 'MISSING', text: `panel-shell:check.${text}` },
  });
  const done = (name: ChecklistItem['name'], text = `${name}Done`) => ({
    ...{ name, state: 'DONE', text: `panel-shell:check.${text}` },
  });

  test('lists what an empty county lacks, in the order of setup, and each item leads to its field', () => {
    expect(checklistOf(empty)).toEqual([
      { ...missing('contact'), ...page('common', 'common#countyName') },
      {
        ...missing('texts', 'disclaimerMissing'),
        ...page('loginPageLinks', 'loginPageLinks#paragraphs.0.heading'),
      },
      { ...missing('prices'), ...page('alacarterates', 'alacarterates#imageDocument') },
      { ...missing('searches'), params: { count: 2 }, ...page('search', 'search#defaultSearch') },
      { ...missing('cards'), ...page('creditCardExtra', 'creditCardExtra#maxAmount') },
      { ...missing('import'), params: { count: 0 } },
      { ...missing('sale'), ...page('accounts') },
    ]);
  });

  test('shows every item as done if the county lacks nothing', () => {
    expect(checklistOf(whole)).toEqual([
      { ...done('contact'), ...page('common', 'common#contactPhone') },
      { ...done('texts'), ...page('loginPageLatestNews', 'loginPageLatestNews#paragraphs.0.heading') },
      { ...done('prices'), ...page('alacarterates', 'alacarterates#imageDocument') },
      { ...done('searches'), params: { count: 2 }, ...page('search', 'search#defaultSearch') },
      { ...done('cards'), ...page('cardKeys') },
      { ...done('import'), params: { count: 1 } },
      { ...done('sale'), ...page('accounts') },
    ]);
  });

  test.each(['countyName', 'contactPhone', 'contactEmail'] as const)(
    'asks for the contact if %s is empty, and leads to this field',
    (field) => {
      expect(itemOf('contact', { common: { ...common, [field]: '' } })).toEqual({
        ...{ ...missing('contact'), ...page('common', `common#${field}`) },
      });
    },
  );

  describe('in its item about public texts', () => {
    const toNews = page('loginPageLatestNews', 'loginPageLatestNews#paragraphs.0.heading');

    test('accepts news if one of the paragraphs has a heading', () => {
      const paragraphs = [paragraph(''), paragraph('Open')];
      expect(itemOf('texts', { loginPageLatestNews: { paragraphs } })).toEqual({
        ...{ ...done('texts'), ...toNews },
      });
    });

    test('asks for news if no paragraph has a heading', () => {
      expect(itemOf('texts', { loginPageLatestNews: { paragraphs: [paragraph('')] } })).toEqual({
        ...{ ...missing('texts'), ...toNews },
      });
    });

    test('finds the link Disclaimer among other links, in upper or lower case and with spaces around it', () => {
      const paragraphs = [paragraph('Fees'), paragraph(' DISCLAIMER ')];
      expect(itemOf('texts', { loginPageLinks: { paragraphs } })).toMatchObject(done('texts'));
    });

    test('does not accept a link whose name only contains the word Disclaimer', () => {
      const paragraphs = [paragraph('Disclaimer of fees')];
      expect(itemOf('texts', { loginPageLinks: { paragraphs } })).toMatchObject(
        missing('texts', 'disclaimerMissing'),
      );
    });

    test('needs no link if the home page shows no disclaimer', () => {
      const setup = { homeSelections: { disclaimer: false }, loginPageLinks: { paragraphs: [] } };
      expect(itemOf('texts', setup)).toMatchObject(done('texts'));
    });
  });

  test.each<[string, Partial<Setup>]>([
    [
      'the default search is disabled',
      { search: { enabled: ['searchByName'], defaultSearch: 'searchByDate' } },
    ],
    ['nobody has saved the searches', { versions: { ...whole.versions, search: 0 } }],
  ])('counts the choice of searches as missing if %s', (_what, setup) => {
    expect(itemOf('searches', setup)).toMatchObject(missing('searches'));
  });

  test.each<[string, Partial<Setup>, object]>([
    [
      'asks first for the cost of card payments, even if the keys are stored',
      { versions: { ...whole.versions, creditCardExtra: 0 } },
      { ...missing('cards'), ...page('creditCardExtra', 'creditCardExtra#maxAmount') },
    ],
    [
      'then asks for the keys of the card merchant',
      { hasCardKeys: false },
      { ...missing('cards', 'cardKeysMissing'), ...page('cardKeys') },
    ],
    [
      'asks for nothing if the county takes no cards',
      { takesCards: false, hasCardKeys: false, versions: { ...whole.versions, creditCardExtra: 0 } },
      { ...done('cards', 'cardsOff'), ...page('creditCardExtra', 'creditCardExtra#maxAmount') },
    ],
  ])('in its item about cards, %s', (_what, setup, item) => {
    expect(itemOf('cards', setup)).toEqual(item);
  });
});

describe('the entries of the search over all settings', () => {
  const texts: Record<string, string> = {
    ...{ title: 'Login - Registration', expires: 'Link expires', first: 'First Link' },
    ...{ help: 'Enter days.', effect: 'Ends the link in the mail.', names: 'Names' },
  };
  const t: Translate = (key) => texts[key] ?? key;
  const page: NamedPanelPage = {
    ...{ name: 'loginPageRegistration', path: 'login-page_Registration', title: 'title' },
  };
  const settingsOf = (fields: readonly object[]) =>
    settingsOfPage(t, page, 'Web Pages', { groups: [{ fields }] } as unknown as AnyPage);

  test('include one for each page, which is found by its name, its group and the words of its path', () => {
    expect(settingOfPage(t, page, 'Web Pages')).toEqual({
      ...{ label: 'Login - Registration', place: 'Web Pages', effect: '' },
      to: '/controlPanel/login-page_Registration',
      words: 'login - registration web pages login page registration',
    });
  });

  test('include one for each field, which is found by all texts about the field and by its name', () => {
    const control = { kind: 'text' };
    expect(
      settingsOf([
        { name: 'emaileExpireIn', label: 'expires', help: 'help', effect: 'effect', control },
        { name: 'links.first2Names', label: 'names', effect: 'effect', control },
      ]),
    ).toEqual([
      {
        ...{ label: 'Link expires', place: 'Web Pages, Login - Registration' },
        effect: 'Ends the link in the mail.',
        to: '/controlPanel/login-page_Registration#emaileExpireIn',
        words:
          'link expires login - registration web pages enter days. ends the link in the mail. emaile expire in emaileexpirein',
      },
      {
        ...{ label: 'Names', place: 'Web Pages, Login - Registration' },
        effect: 'Ends the link in the mail.',
        to: '/controlPanel/login-page_Registration#links.first2Names',
        words:
          'names login - registration web pages ends the link in the mail. links first2 names links.first2names',
      },
    ]);
  });

  test('link to a single checkbox if the field is one of the checkboxes of a list', () => {
    const control = { kind: 'member', value: 'ESCROW' };
    const [setting] = settingsOf([{ name: 'ways', label: 'first', control }]);
    expect(setting?.to).toBe('/controlPanel/login-page_Registration#ways-ESCROW');
  });

  test('have an empty `effect` if the field has no text besides its label', () => {
    const [setting] = settingsOf([{ name: 'ways', label: 'first', control: { kind: 'text' } }]);
    expect(setting?.effect).toBe('');
  });
});

describe('a query of the search over all settings', () => {
  const setting = (label: string, more = ''): Setting => ({
    ...{ label, place: '', effect: '', to: '', words: `${label} ${more}`.toLowerCase() },
  });
  const found = (typed: string, ...settings: Setting[]) =>
    findSettings(settings, typed).map(({ label }) => label);

  test.each(['', '  '])('finds nothing if nothing is typed (%j)', (typed) => {
    expect(found(typed, setting('Guest username'))).toEqual([]);
  });

  test('finds the settings that contain every word, in any order and in upper or lower case', () => {
    const settings = [setting('Guest username'), setting('Guest password'), setting('Username')];
    expect(found('  USER   guest ', ...settings)).toEqual(['Guest username']);
  });

  test('finds a setting by a word that is not in its label but in another of its texts', () => {
    expect(found('visitors', setting('Guest username', 'Signs in visitors'))).toEqual(['Guest username']);
  });

  test('shows labels that begin with the query before labels that contain its words, and other texts last', () => {
    const settings = [
      setting('Password', 'guest user'),
      setting('User who is a guest'),
      setting('Guest', 'user'),
      setting('Guest username'),
    ];
    expect(found('guest user', ...settings)).toEqual([
      ...['Guest username', 'User who is a guest', 'Password', 'Guest'],
    ]);
  });

  test('leaves settings that match equally well in their given order', () => {
    expect(found('user', setting('User B'), setting('User A'))).toEqual(['User B', 'User A']);
  });

  test('finds at most eight settings, the best ones', () => {
    const others = Array.from({ length: 8 }, (_other, at) => setting(`Other ${at}`, 'user'));
    expect(found('user', ...others, setting('User'))).toEqual([
      ...['User', ...others.slice(0, 7).map(({ label }) => label)],
    ]);
  });
});
