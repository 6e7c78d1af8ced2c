import { describe, expect, test } from '@jest/globals';
import { expectedTexts, faultsOf, pluralForms, stateOf } from '../src/catalogue/translation.rules.js';

test('a language uses its own plural forms, and those of English if Intl does not know the language', () => {
  expect(pluralForms('RUSSIAN')).toEqual(['one', 'few', 'many', 'other']);
  expect(pluralForms('JAPANESE')).toEqual(['other']);
  expect(pluralForms('CHUUKESE')).toEqual(['one', 'other']);
});

describe('the placeholders of a translation', () => {
  const expected = (english: string) => {
    const [one] = expectedTexts(new Map([['a:b', english]]), 'TURKISH');
    if (!one) throw new Error('nothing is expected');
    return one;
  };

  test.each([
    ['Seite {{page}}', 'Page {{page}}', []],
    ['Seite', 'Page {{page}}', ['lacks {{page}}']],
    ['Seite {{page}} {{pages}}', 'Page {{page}}', ['has {{pages}}, which the English text has not']],
    [
      'Seite {{page}',
      'Page {{page}}',
      [
        'lacks {{page}}',
        'has {page}, which the English text has not',
        'has a brace that belongs to no placeholder',
      ],
    ],
    ['Adresse {parcelId}', 'Address {parcelId}', []],
    ['zwei\nZeilen', 'Two lines', ['has a line break or another control character']],
  ])('are checked: %j as a translation of %j', (text, english, faults) => {
    expect(faultsOf(text, expected(english))).toEqual(faults);
  });

  test('can be missing only in a plural form that is used for the number 1 alone', () => {
    const english = new Map([
      ['a:n_one', 'One page'],
      ['a:n_other', '{{count}} pages'],
    ]);
    const faultOf = (language: 'RUSSIAN' | 'TURKISH') =>
      expectedTexts(english, language)
        .filter(({ key }) => key === 'a:n_one')
        .flatMap((one) => faultsOf('one page', one));
    expect(faultOf('TURKISH')).toEqual([]);
    expect(faultOf('RUSSIAN')).toEqual(['lacks {{count}}']);
  });
});

describe('the texts that a language should have', () => {
  const english = new Map([
    ['a:title', 'Page {{page}} of {{pages}}, {{page}}'],
    ['a:n_one', '{{count}} page of {{name}}'],
    ['a:n_other', '{{count}} pages'],
    ['a:which_one', 'Which one?'],
  ]);

  test('include a text for each plural form, with its required and allowed placeholders', () => {
    expect(expectedTexts(english, 'RUSSIAN').filter(({ key }) => key.startsWith('a:n_'))).toEqual(
      [
        ['one', '{{count}} page of {{name}}'],
        ['few', '{{count}} pages'],
        ['many', '{{count}} pages'],
        ['other', '{{count}} pages'],
      ].map(([form, text]) => ({
        ...{ key: `a:n_${form}`, english: text, required: ['{{count}}'] },
        allowed: ['{{count}}', '{{name}}'],
      })),
    );
  });

  test('include only the plural form `other` in Japanese', () => {
    expect(expectedTexts(english, 'JAPANESE').map(({ key }) => key)).toEqual([
      ...['a:title', 'a:n_other', 'a:which_one'],
    ]);
  });

  test('name each placeholder once', () => {
    const [title] = expectedTexts(english, 'JAPANESE');
    expect(title).toEqual({
      ...{ key: 'a:title', english: 'Page {{page}} of {{pages}}, {{page}}' },
      ...{ required: ['{{page}}', '{{pages}}'], allowed: ['{{page}}', '{{pages}}'] },
    });
  });

  test('are treated as plural only if English has the form `other`', () => {
    const which = expectedTexts(english, 'RUSSIAN').filter(({ key }) => key.startsWith('a:which'));
    expect(which.map(({ key }) => key)).toEqual(['a:which_one']);
  });

  test('exclude the texts of the office, which stay English', () => {
    const some = new Map([
      ['panel:title', 'Control panel'],
      ['panels:title', 'Panels'],
      ['a:panel:b', 'Panel'],
    ]);
    expect(expectedTexts(some, 'RUSSIAN').map(({ key }) => key)).toEqual(['panels:title', 'a:panel:b']);
  });

  test('are based on the English plural form `other` where English has no form `one`', () => {
    const onlyMany = new Map([['a:n_other', '{{count}} pages']]);
    expect(expectedTexts(onlyMany, 'TURKISH').map(({ english: text }) => text)).toEqual([
      ...['{{count}} pages', '{{count}} pages'],
    ]);
  });
});

test('a language has only the plural forms that it uses', () => {
  expect(pluralForms('THAI')).toEqual(['other']);
  expect(pluralForms('BENGALI')).toEqual(['one', 'other']);
});

test('a control character or a stray brace in a translation is a fault', () => {
  const [text] = expectedTexts(new Map([['a:b', 'x']]), 'THAI');
  if (!text) throw new Error('nothing is expected');
  const fault = 'has a line break or another control character';
  for (const sign of ['\u0000', '\u001f', '\u007f']) expect(faultsOf(sign, text)).toEqual([fault]);
  for (const sign of [' ', '~', '\u0080']) expect(faultsOf(sign, text)).toEqual([]);
  expect(faultsOf('a {b c', text)).toEqual(['has a brace that belongs to no placeholder']);
});

test('the state of a language lists its missing, unknown and faulty texts', () => {
  const english = new Map([
    ['a:one', 'Page {{page}}'],
    ['a:two', 'Two {{n}}'],
  ]);
  const state = stateOf(
    english,
    new Map([
      ['a:one', 'Seite'],
      ['a:old', 'Alt'],
    ]),
    'TURKISH',
  );
  expect(state).toEqual({
    missing: [{ key: 'a:two', english: 'Two {{n}}', required: ['{{n}}'], allowed: ['{{n}}'] }],
    unknown: ['a:old'],
    faults: [{ key: 'a:one', what: 'lacks {{page}}' }],
    count: 2,
  });
});
