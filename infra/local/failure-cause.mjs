import { stripVTControlCharacters } from 'node:util';

const LONGEST = 1500;

/**
 * Returns the text about a failed test for the end of a test run: the title, the error's message and the first lines of
 * the error's stack, without colors.
 * @param {string} title of the test
 * @param {string | undefined} message of the error
 * @returns {string} at most about 1,500 characters
 */
export function causeOf(title, message = '') {
  return `${title}\n${stripVTControlCharacters(message).slice(0, LONGEST)}`;
}
