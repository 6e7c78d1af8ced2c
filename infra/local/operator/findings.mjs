// The findings of `doctor` and `verify`: one line for each check.

/**
 * @typedef {{ about: string, ok: boolean, text: string, todo?: string }} Finding `todo` tells the operator what to do
 */

/** @returns {Finding} */
export const good = (about, text) => ({ about, ok: true, text });

/**
 * @param {string} about
 * @param {string} text
 * @param {string} [todo]
 * @returns {Finding}
 */
export const bad = (about, text, todo) => ({ about, ok: false, text, ...(todo ? { todo } : {}) });

/**
 * Runs a check. An exception becomes a finding, so that one dead server does not hide the rest.
 * @param {string} about
 * @param {() => Promise<Finding[]>} check
 * @param {(error: Error) => string | undefined | Promise<string | undefined>} [todo] tells what to do when the check
 * itself fails
 * @returns {Promise<Finding[]>}
 */
export async function found(about, check, todo) {
  try {
    return await check();
  } catch (error) {
    return [bad(about, reasonOf(error), await todo?.(error))];
  }
}

/**
 * The reason of an error. If all addresses of a server refuse the connection, Node's error has no message of its own.
 */
const reasonOf = (error) =>
  error.message || error.errors?.map(({ message }) => message).join('; ') || error.code || String(error);

/**
 * @param {Finding[]} findings
 * @param {{ json: boolean }} how
 * @returns {string[]} lines for the terminal, faults last
 */
export function reportOf(findings, { json }) {
  if (json) return [JSON.stringify({ ok: findings.every(({ ok }) => ok), findings }, undefined, 2)];
  /** @param {Finding} finding */
  const line = ({ ok, about, text, todo }) =>
    `${ok ? 'ok   ' : 'WRONG'} ${about}: ${text}${todo ? `\n      ${todo}` : ''}`;
  const wrong = findings.filter(({ ok }) => !ok);
  return [
    ...findings.filter(({ ok }) => ok).map(line),
    ...wrong.map(line),
    wrong.length === 0 ? 'Everything is well.' : `${wrong.length} of ${findings.length} are wrong.`,
  ];
}
