import { parseArgs } from 'node:util';
import { ConfigError, readVariable } from '@portal/infra/config';
import { openLog } from '@portal/infra/log';
import { SmtpMailer } from '@portal/infra/mail';
import { builtSite } from './built-site.js';
import { checkPages } from './page-check.js';

const usage = `usage: npm run check-pages -- <address of a county> … [--mail <who is told>]
PAYMENT_ORIGIN is that of the portal; with --mail, SMTP_URL and MAIL_FROM too.`;

const log = openLog('page-check');

/**
 * `npm run check-pages`: exits with 0 if every given county site serves what this checkout builds, with 1 if one
 * differs, and with 2 if it was called incorrectly. Each site gets a line in the log; a difference is logged as an
 * error and mailed.
 */
async function main(): Promise<number> {
  const call = readCall();
  const paymentOrigin = readVariable('PAYMENT_ORIGIN');
  if (!call || !paymentOrigin) return complain(usage);
  const site = await builtSite(paymentOrigin);
  let changed = 0;
  for (const origin of call.origins) {
    const differences = await checkPages(origin, site);
    if (differences.length === 0) {
      log.info({ origin, pages: site.pages.length, files: site.files.size }, 'pages are as they were built');
      continue;
    }
    changed += 1;
    log.error({ origin, count: differences.length, differences }, 'pages are not as they were built');
    if (call.mail !== undefined) await tell(call.mail, origin, differences);
  }
  return changed > 0 ? 1 : 0;
}

/** Mails the differences. If the e-mail cannot be sent, the log and the exit code still report everything. */
async function tell(to: string, origin: string, differences: readonly string[]): Promise<void> {
  const mailer = new SmtpMailer(readVariable('SMTP_URL') ?? '', readVariable('MAIL_FROM') ?? '');
  const subject = `Pages that take card payments are not as they were built: ${new URL(origin).host}`;
  const text = [
    `${origin} does not serve what was built. Nobody should pay by card there until it is known why.`,
    ...differences.map((difference) => `- ${difference}`),
  ].join('\n\n');
  try {
    await mailer.send({ to, subject, text });
  } catch (error) {
    log.error({ err: error, origin }, 'nobody could be told by mail');
  } finally {
    mailer.close();
  }
}

function readCall(): { origins: string[]; mail?: string } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { mail: { type: 'string' } },
    });
    const origins = positionals.map((address) => new URL(address).origin);
    if (origins.length === 0 || origins.includes('null')) return undefined;
    return { origins, ...(values.mail !== undefined && { mail: values.mail }) };
  } catch {
    return undefined;
  }
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`);
  return 2;
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof ConfigError)) throw error;
  return complain(`${error.message}\n${usage}`);
});
