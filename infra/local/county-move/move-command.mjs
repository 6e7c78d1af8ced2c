// `county move`: the call and its options.
import { parseArgs } from 'node:util';
import { Problem } from '../problem.mjs';
import { forgetCounty } from './forget.mjs';
import { installationAt, ownInstallation } from './installation.mjs';
import { lockMove, MOST_SECONDS, moveCounty } from './move.mjs';
import { openSession } from './sessions.mjs';
import { undo } from './undo.mjs';

export const USAGE = `Usage: npm run county -- move <id> --to <place> --at <origin>
                [--from-there <postgres://…>] [--most-seconds <n>] [--lose-secrets] [--from <place>]
       npm run county -- move <id> --to <place> --abort
       npm run county -- move <id> --forget [--files]
  moves a county to another installation of the portal while people read on; for some seconds nobody can write.
  --to: the data folder of the other "npm start", or a file with the variables of its operator (NAME=value in each
        line: OPERATOR_SECRET, DATABASE_ADMIN_URL, REDIS_URL, S3_ENDPOINT …).
  --at: the origin at which this gateway reaches the other one, such as https://gateway.cell-2.example.
  --from-there: the address of this database for the other database server, if DATABASE_ADMIN_URL does not work there.
  --most-seconds: gives up if nobody can write for longer (${MOST_SECONDS}); the county then goes on here.
  --lose-secrets: moves although the other installation cannot open some values, such as second factors.
  --from: the installation to move from, if it is not the one of this environment.
  --abort: removes what a killed command has left; the county goes on here.
  --forget: removes the rows of a county that has moved. --files also removes its files: only if the other
        installation has an object store of its own.
  The same call continues a move that was interrupted after its switch. deploy/README.md says what must be ready.`;

/**
 * @param {string[]} args without `move`
 * @param {{ say: (line: string) => void, onStop: (stop: () => Promise<unknown>) => void }} o `onStop` gets what to wait
 * for when the command is told to stop
 * @returns {Promise<string[]>} lines for the operator
 */
export async function moveFromCommandLine(args, { say, onStop }) {
  const { county, values } = read(args);
  const from = values.from ? await installationAt(values.from) : await ownInstallation();
  if (values.forget) return forgetCounty({ county, from, files: values.files });
  const to = await installationAt(values.to);
  if (from.adminUrl === to.adminUrl) throw new Problem('--to names this installation.');
  if (values.abort) return abort({ county, from, to });
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

async function abort({ county, from, to }) {
  const session = await openSession(from.adminUrl);
  try {
    await lockMove(session, county);
    await undo({ county, from, to });
  } finally {
    await session.close();
  }
  return [`${county} goes on here. Nothing of the move is left.`];
}

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

function parse(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ to: text, at: text, from: text, 'from-there': text, 'most-seconds': text },
        ...{ 'lose-secrets': flag, abort: flag, forget: flag, files: flag },
      },
    });
  } catch (error) {
    throw new Problem(`${error.message}\n${USAGE}`);
  }
}
