import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Catalogue, draftLanguages, LanguageOffer, readLanguage } from '@portal/infra/catalogue';
import { languages } from '@portal/proto/roles';
import { openCatalogues } from '../local/locales/catalogues.mjs';
import { checkLanguages, wholeLanguages } from '../local/locales/check.mjs';
import { localesFromCommandLine } from '../local/locales/command.mjs';

describe('the catalogs', () => {
  test.each(wholeLanguages)('have every text of %s, with the placeholders of English', (language) => {
    expect(checkLanguages(openCatalogues(), [language]).lines.slice(1)).toEqual([]);
  });

  test('A12-01 offer English and the translated languages that the county allows', () => {
    const offer = new LanguageOffer();
    const of = (languages: boolean, draftLanguages: boolean) => offer.of({ languages, draftLanguages });
    expect(of(false, true)).toEqual(['ENGLISH']);
    expect([...of(true, true)].sort()).toEqual(
      [...offer.drafts.filter((each) => readLanguage(each).size > 0), 'ENGLISH'].sort(),
    );
    for (const none of ['CAROLINIAN', 'CHAMORRO', 'CHUUKESE', 'PALAUAN', 'POHNPEIAN'] as const)
      expect(of(true, true)).not.toContain(none);
    expect(of(true, true)).toContain('RUSSIAN');
    expect(of(true, false)).not.toContain('RUSSIAN');
    expect(offer.offered('RUSSIAN', { languages: true, draftLanguages: false })).toBe('ENGLISH');
    expect(offer.offered('RUSSIAN', { languages: true, draftLanguages: true })).toBe('RUSSIAN');
  });

  test('A12-01 have every text in each of the fourteen languages, translated or in English', () => {
    const catalogue = new Catalogue();
    const keys = [...readLanguage('ENGLISH').keys()].map((key) => key.replace(/_(one|other)$/, ''));
    const values = { count: 2, message: 'Closed.', user: 'Jane', book: 'Book' };
    const silent = languages.flatMap((language) =>
      keys.filter((key) => catalogue.text(language, key, values) === ''),
    );
    expect(languages).toHaveLength(14);
    expect(keys.length).toBeGreaterThan(700);
    expect(silent).toEqual([]);
  });

  test.each(['CAROLINIAN', 'CHAMORRO', 'CHUUKESE', 'PALAUAN', 'POHNPEIAN'] as const)(
    'mark %s as a draft while any of its texts is English',
    (language) => {
      expect(draftLanguages()).toContain(language);
      expect(new Catalogue().text(language, 'errors:busy')).toBe(
        new Catalogue().text('ENGLISH', 'errors:busy'),
      );
    },
  );
});

describe('npm run locales', () => {
  let root: string;
  let folder: URL;
  const write = (file: string, content: string): string => {
    writeFileSync(join(root, file), content);
    return join(root, file);
  };
  const run = (...args: [command: string, ...rest: string[]]): { code: number; said: string } => {
    const lines: string[] = [];
    const code = localesFromCommandLine(args, { say: (line: string) => lines.push(line), folder });
    return { code, said: lines.join('\n') };
  };
  const sheet = (...rows: string[]): string =>
    write('back.csv', `\uFEFFkey,English,translation,state\r\n${rows.join('\r\n')}\r\n`);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'locales-'));
    folder = pathToFileURL(`${root}/`);
    mkdirSync(join(root, 'en'));
    const english = {
      hello: 'Hello {{name}},',
      menu: { open: 'Open', pages_one: '{{count}} page', pages_other: '{{count}} pages' },
    };
    write('en/some.json', JSON.stringify(english));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('exports a sheet with a line for each text and plural form, and imports it unchanged', () => {
    expect(run('export', 'russian', join(root, 'ru.csv')).code).toBe(0);
    const lines = readFileSync(join(root, 'ru.csv'), 'utf8').split('\r\n');
    expect(lines[0]).toBe('\uFEFF"key","English","translation","state"');
    expect(lines[1]).toBe('"some:hello","Hello {{name}},","",""');
    expect(lines.slice(3, 7).map((line) => line.split(',')[0])).toEqual(
      ['one', 'few', 'many', 'other'].map((form) => `"some:menu.pages_${form}"`),
    );
    expect(run('import', 'ru', join(root, 'ru.csv')).code).toBe(0);
  });

  test('imports translations with their states and plural forms, and uses them', () => {
    const file = sheet(
      'some:hello,"Hello {{name}},","Здравствуйте, {{name}}!",final',
      'some:menu.pages_few,{{count}} pages,{{count}} страницы,',
    );
    expect(run('import', 'ru', file)).toMatchObject({ code: 0 });
    const catalogue = new Catalogue(folder);
    expect(catalogue.text('RUSSIAN', 'some:hello', { name: 'A' })).toBe('Здравствуйте, A!');
    expect(catalogue.text('RUSSIAN', 'some:menu.pages', { count: 3 })).toBe('3 страницы');
    expect(catalogue.text('RUSSIAN', 'some:menu.pages', { count: 5 })).toBe('5 pages');
    expect(catalogue.text('RUSSIAN', 'some:menu.open')).toBe('Open');
    run('export', 'ru', join(root, 'ru.csv'));
    expect(readFileSync(join(root, 'ru.csv'), 'utf8')).toMatch(/"some:hello".*"final"/);
  });

  test.each([
    ['some:nothing,Nothing,Ничего,draft', 'there is no text some:nothing'],
    ['some:menu.pages_two,{{count}} pages,{{count}},draft', 'or the language does not count in this form'],
    ['some:hello,"Hello {{name}},",Здравствуйте,draft', 'the translation lacks {{name}}'],
    ['some:menu.open,Open,Открыть,done', 'the state is "done", not draft or final'],
    ['some:menu.open,Opened,Открыть,draft', 'has changed since this sheet was exported, it is now "Open"'],
  ])('refuses line %s, and imports nothing from that sheet', (line, why) => {
    const answer = run(
      'import',
      'ru',
      sheet('some:menu.pages_many,{{count}} pages,{{count}} страниц,draft', line),
    );
    expect(answer.code).toBe(1);
    expect(answer.said).toContain('line 3: ');
    expect(answer.said).toContain(why);
    expect(answer.said).toContain('Nothing was imported');
    expect(JSON.parse(run('missing', 'ru').said)).toMatchObject({
      'some:menu.pages_many': '{{count}} pages',
    });
  });

  test('refuses a sheet without the required columns', () => {
    expect(run('import', 'ru', write('x.csv', 'a,b\n1,2\n')).said).toContain(
      'its first line must name the columns',
    );
  });

  test('exports missing texts as JSON, and imports them as JSON', () => {
    const missing = JSON.parse(run('missing', 'japanese').said) as Record<string, string>;
    expect(missing).toEqual({
      'some:hello': 'Hello {{name}},',
      'some:menu.open': 'Open',
      'some:menu.pages_other': '{{count}} pages',
    });
    const file = write('ja.json', JSON.stringify({ ...missing, 'some:menu.open': '開く' }));
    expect(run('import', 'ja', file).code).toBe(0);
    expect(JSON.parse(run('missing', 'ja').said)).toEqual({});
    expect(new Catalogue(folder).text('JAPANESE', 'some:menu.open')).toBe('開く');
  });

  test('checks for missing texts, unknown texts and texts with wrong placeholders', () => {
    mkdirSync(join(root, 'th'));
    write('th/some.json', JSON.stringify({ hello: 'Hello', old: 'Old' }));
    const { code, said } = run('check', 'thai');
    expect(code).toBe(1);
    expect(said).toContain('th THAI: 1 of 3 texts, 1 of them drafts');
    expect(said).toContain('missing some:menu.open');
    expect(said).toContain('unknown some:old');
    expect(said).toContain('some:hello lacks {{name}}');
    expect(run('check', 'palauan').code).toBe(0);
  });

  test('treats a language as a draft until every text is final, and again when an English text changes', () => {
    const file = sheet(
      'some:hello,"Hello {{name}},","{{name}}, こんにちは",final',
      'some:menu.open,Open,開く,final',
      'some:menu.pages_other,{{count}} pages,{{count}} ページ,draft',
    );
    run('import', 'ja', file);
    expect(draftLanguages(folder)).toContain('JAPANESE');
    run('import', 'ja', sheet('some:menu.pages_other,{{count}} pages,{{count}} ページ,final'));
    expect(draftLanguages(folder)).not.toContain('JAPANESE');
    write('en/some.json', JSON.stringify({ hello: 'Good morning {{name}},', menu: { open: 'Open' } }));
    expect(draftLanguages(folder)).toContain('JAPANESE');
  });
});
