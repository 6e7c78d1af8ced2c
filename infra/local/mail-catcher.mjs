// Stands in for a mail server: keeps every e-mail below the data folder and shows it on a page.
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listPage, mailPage, notFoundPage, summaryOf } from './mail-pages.mjs';
import { portOf } from './ports.mjs';

const KEPT = 200;
const LARGEST_BYTES = 20_000_000;
const NAME = /^\d{13}-\d{6}$/;

/**
 * Receives mail, by default on a free port of 127.0.0.1, and shows it on `pagePort`.
 * @returns {Promise<{ smtpPort: number, stop: () => void }>}
 */
export async function startMailCatcher(folder, pagePort, { host = '127.0.0.1', port = 0 } = {}) {
  mkdirSync(folder, { recursive: true });
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: LARGEST_BYTES,
    onData: (stream, _session, done) =>
      void buffer(stream).then((raw) => done(null, keep(folder, raw)), done),
  });
  // Without this listener, the error of a client that disconnects would end the launcher.
  smtp.on('error', () => undefined);
  smtp.listen(port, host);
  const page = createServer((request, response) => void answer(folder, request, response));
  page.listen(pagePort, host);
  await Promise.all([once(smtp.server, 'listening'), once(page, 'listening')]);
  const stop = () => {
    smtp.close();
    page.close();
    page.closeAllConnections();
  };
  return { smtpPort: portOf(smtp.server), stop };
}

let counter = 0;

function keep(folder, raw) {
  const name = `${String(Date.now()).padStart(13, '0')}-${String(counter++ % 1_000_000).padStart(6, '0')}`;
  writeFileSync(path.join(folder, `${name}.eml`), raw, { mode: 0o600 });
  for (const old of names(folder).slice(KEPT)) rmSync(path.join(folder, `${old}.eml`));
  return 'kept';
}

/** The names of the e-mails, newest first. */
const names = (folder) =>
  readdirSync(folder)
    .map((file) => file.replace(/\.eml$/, ''))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();

const read = async (folder, name) => ({
  name,
  ...(await PostalMime.parse(readFileSync(path.join(folder, `${name}.eml`)))),
});

async function answer(folder, request, response) {
  try {
    const [status, type, body] = await route(folder, new URL(request.url, 'http://mail').pathname);
    // The HTML of an e-mail may not run or load anything, and does not share the origin of this page.
    const policy =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-same-origin";
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
      'cache-control': 'no-store',
    });
    response.end(body);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
  }
}

/**
 * Answers a path: `/` is the list, `/mails.json` the same for tests, `/mail/<name>` one e-mail, `/mail/<name>/html` its
 * HTML part.
 */
async function route(folder, pathname) {
  if (pathname === '/live') return [200, 'text/plain', 'live'];
  if (pathname === '/' || pathname === '/mails.json') {
    const mails = await Promise.all(names(folder).map((name) => read(folder, name)));
    return pathname === '/'
      ? [200, 'text/html', listPage(mails)]
      : [200, 'application/json', JSON.stringify(mails.map(summaryOf))];
  }
  const [, kind, name, part] = pathname.split('/');
  if (kind !== 'mail' || !names(folder).includes(name)) return [404, 'text/html', notFoundPage()];
  const mail = await read(folder, name);
  return [200, 'text/html', part === 'html' ? (mail.html ?? '') : mailPage(mail)];
}
