// Runs `county move` with the options from the command line.
import { parseArgs } from 'node:util';
import { Problem } from '../problem.mjs';
import { forgetCounty } from './forget.mjs';
import { installationAt, ownInstallation } from './installation.mjs';
import { moveCounty, undoAlone } from './move.mjs';
import { MOST_SECONDS, USAGE } from './move-usage.mjs';

/**
 * @param {string[]} args the arguments of the command line after `move`
 * @param {{ say: (line: string) => void, onStop: (stop: () => Promise<unknown>) => void }} o `onStop` gets a function
 * that stops the move and resolves when the move has ended
 * @returns {Promise<string[]>} lines for the operator
 */
export async function moveFromCommandLine(args, { say, onStop }) {
  const { county, values } = read(args);
  const from = values.from ? await installationAt(values.from) : await ownInstallation();
  if (values.forget) return forgetCounty({ county, from, files: values.files });
  const to = await installationAt(values.to);
  if (from.adminUrl === to.adminUrl) throw new Problem('--to names this installation.');
  if (values.abort) {
    const found = await undoAlone({ county, from, to });
    return [
      found
        ? `${county} goes on here. Nothing of the move is left.`
        : `${county} goes on here. ${values.to} had nothing of it. If the move went elsewhere, name that file with --to.`,
    ];
  }
  let stopping = false;
  const moving = moveCounty({
    ...{ county, from, to, say, origin: new URL(values.at).origin },
    sourceFromTarget: values['from-there'] ?? from.adminUrl,
    mostSeconds: values.seconds,
    losesSecrets: values['lose-secrets'],
    isStopping: () => stopping,
  });
  onStop(async () => {
    stopping = true;
    await moving.catch(() => undefined);
  });
  return moving;
}

/** @returns {{ county: string, values: Record<string, any> }} */
function read(args) {
  const { values, positionals } = parse(args);
  const [county, ...rest] = positionals;
  const seconds = Number(values['most-seconds'] ?? MOST_SECONDS);
  const isRight =
    county !== undefined &&
    rest.length === 0 &&
    (values.forget ? !values.to && !values.abort : Boolean(values.to) && !values.files) &&
    (values.forget || values.abort || URL.canParse(values.at ?? '')) &&
    seconds > 0;
  if (!isRight) throw new Problem(USAGE);
  return { county, values: { ...values, seconds } };
}

/** @returns {{ values: Record<string, any>, positionals: string[] }} */
function parse(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  const places = { to: text, at: text, from: text, 'from-there': text };
  const flags = { 'lose-secrets': flag, abort: flag, forget: flag, files: flag };
  const options = { ...places, ...flags, 'most-seconds': text };
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new Problem(`${error.message}\n${USAGE}`);
  }
}
