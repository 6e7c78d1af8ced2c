// Stops the mail server under load, and then starts a slow one. Each e-mail waits and arrives once.
import { setTimeout as sleep } from 'node:timers/promises';
import { usual } from '../day.mjs';
import { drill, seconds } from '../drill.mjs';
import { MailServer } from '../mail-server.mjs';
import { recordSteps, stepColumns, totals } from '../steps.mjs';

const AROUND = 120;
/** A server that examines each e-mail may take this long to accept it. */
const SLOW_MS = 12_000;
/**
 * The time within which all waiting e-mails must be sent. An e-mail is tried again after one minute, after two more
 * minutes, and so on.
 */
const SENT_WITHIN_MS = 8 * 60_000;

export const { about, run } = drill({
  about: 'the mail server is gone under load and comes back slow; letters arrive later, once',
  servers: async (stage) => {
    stage.mail = new MailServer();
    await stage.mail.start();
    stage.atEnd(() => stage.mail.stop());
    return { more: { SMTP_URL: `smtp://127.0.0.1:${stage.mail.port}` } };
  },
  play: async (stage) => {
    const { mail } = stage;
    const answers = stage.work({ habits: [...usual, 'forget', 'forget'] });
    const { rows, step } = recordSteps(stage, answers);
    const look = (name, change = async () => undefined) =>
      step(name, async () => {
        await change();
        await stage.answered(AROUND);
        return [answers.letters, mail.letters];
      });
    await look('mail works');
    await look('the mail server is gone', () => mail.stop());
    await look(`it takes ${seconds(SLOW_MS)} to accept a letter`, () => {
      mail.acceptMs = SLOW_MS;
      return mail.start();
    });
    await stage.day.end();
    const [began, left] = [Date.now(), await untilSent(stage)];
    rows.push(
      [`all sent ${seconds(Date.now() - began)} later`, '', '', answers.letters, mail.letters].map(String),
    );
    return {
      head: [...stepColumns, 'letters promised', 'letters arrived'],
      rows: [...rows, ...totals(answers)],
      broken: [
        ...answers.failed.map(({ path, status }) => `${path} got ${status}`),
        ...(left > 0 ? [`${left} letters were not sent`] : []),
        ...(mail.letters === answers.letters
          ? []
          : [`${mail.letters} letters arrived, and ${answers.letters} were promised`]),
        ...(await stage.violations()),
      ],
    };
  },
});

/** @returns the number of e-mails that still wait at the end */
async function untilSent({ ask }) {
  for (const until = Date.now() + SENT_WITHIN_MS; ; await sleep(500)) {
    const [{ count }] = await ask('SELECT count(*)::int AS count FROM identity.letter');
    if (count === 0 || Date.now() > until) return count;
  }
}
