import { stripVTControlCharacters } from 'node:util';

const LONGEST = 1500;

/**
 * Says why a test failed, for the end of a run: the message and the first lines of its stack, without colors.
 * @param {string} title of the test
 * @param {string | undefined} message of the error
 * @returns {string} at most about 1,500 characters
 */
export function causeOf(title, message = '') {
  return `${title}\n${stripVTControlCharacters(message).slice(0, LONGEST)}`;
}
