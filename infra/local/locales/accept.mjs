import { faultsOf } from '@portal/infra/catalogue';

/**
 * Checks a translator's rows and returns the texts that can be imported. An empty translation leaves the text
 * unchanged.
 *
 * @param expected every text that the language should have
 * @param given `{where, key, english?, text, state}`
 * @returns the texts, and a sentence for each problem
 */
export function acceptedTexts(expected, given) {
  const byKey = new Map(expected.map((one) => [one.key, one]));
  const seen = new Set();
  const problems = [];
  const texts = [];
  for (const row of given) {
    const wrong = problemsOf(row, byKey.get(row.key), seen);
    seen.add(row.key);
    problems.push(...wrong.map((what) => `${row.where}: ${what}`));
    if (wrong.length === 0 && row.text !== '') texts.push({ key: row.key, text: row.text, state: row.state });
  }
  return { texts, problems };
}

function problemsOf({ key, english, text, state }, expected, seen) {
  if (!expected) return [unknownKey(key)];
  if (seen.has(key)) return [`the key ${key} comes twice`];
  if (text === '') return [];
  return [
    ...(state === 'draft' || state === 'final'
      ? []
      : [`${key}: the state is "${state}", not draft or final`]),
    ...(english === undefined || english === expected.english
      ? []
      : [
          `${key}: the English text has changed since this sheet was exported, it is now "${expected.english}"`,
        ]),
    ...faultsOf(text, expected).map((fault) => `${key}: the translation ${fault}`),
  ];
}

const unknownKey = (key) =>
  /_(zero|one|two|few|many|other)$/.test(key)
    ? `there is no text ${key}, or the language does not count in this form`
    : `there is no text ${key}`;
