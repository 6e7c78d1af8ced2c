// The files with secrets that a move does not copy: card keys and sign-in secrets of counties, by the county's id.
import { existsSync, readFileSync } from 'node:fs';

/**
 * Returns a sentence for each file that names the county here, unless the target's file names it too. The target's file
 * may not be visible here, because a deployment may show it only to the service that reads it; the sentence then says
 * so.
 * @param {Record<string, string | undefined>} here the variables of this installation
 * @param {Record<string, string | undefined>} there the variables of the target
 * @param {string} county
 * @returns {string[]}
 */
export const faultsOfSecretFiles = (here, there, county) =>
  ['CARD_CREDENTIALS_FILE', 'PROVIDER_SECRETS_FILE'].flatMap((name) => {
    if (entryIn(here[name], county) !== 'PRESENT') return [];
    const entry = entryIn(there[name], county);
    if (entry === 'PRESENT') return [];
    const target =
      entry === 'ABSENT' ? 'that of the target does not' : 'that of the target is not visible here';
    return [`${name} of this installation names ${county}, and ${target}.`];
  });

/**
 * Tells whether the JSON file has an entry for the county.
 * @returns {'PRESENT' | 'ABSENT' | 'UNSEEN'}
 */
function entryIn(file, county) {
  if (!file || !existsSync(file)) return 'UNSEEN';
  return Object.hasOwn(JSON.parse(readFileSync(file, 'utf8')), county) ? 'PRESENT' : 'ABSENT';
}
