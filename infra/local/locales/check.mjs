import { languageTerms } from '@portal/proto/catalogues';

/** Languages that must be complete; the other five use English texts until a county supplies its own. */
export const wholeLanguages = [
  'BENGALI',
  'CHINESE',
  'JAPANESE',
  'KOREAN',
  'RUSSIAN',
  'TAGALOG',
  'THAI',
  'TURKISH',
];

/** Returns lines for the terminal about each language, and whether all languages are in order. */
export function checkLanguages(catalogues, chosen) {
  const names = chosen.length > 0 ? chosen : Object.keys(languageTerms).filter((name) => name !== 'ENGLISH');
  const checks = names.map((language) => checkOf(catalogues, language));
  return { lines: checks.flatMap(({ lines }) => lines), good: checks.every(({ good }) => good) };
}

function checkOf(catalogues, language) {
  const { missing, unknown, faults, count } = catalogues.check(language);
  const drafts = catalogues
    .rows(language)
    .filter(({ text, state }) => text !== '' && state === 'draft').length;
  const isWhole = wholeLanguages.includes(language);
  const faulty = [
    ...(isWhole ? missing.map(({ key }) => `missing ${key}`) : []),
    ...unknown.map((key) => `unknown ${key}`),
    ...faults.map(({ key, what }) => `${key} ${what}`),
  ];
  const name = `${languageTerms[language].catalogue} ${language}`;
  return {
    lines: [
      `${name}: ${count - missing.length} of ${count} texts, ${drafts} of them drafts, the rest English`,
      ...faulty.map((line) => `  ${line}`),
    ],
    good: faulty.length === 0,
  };
}
