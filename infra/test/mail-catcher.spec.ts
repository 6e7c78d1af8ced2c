import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import nodemailer from 'nodemailer';
import { startMailCatcher } from '../local/mail-catcher.mjs';
import { freePort } from '../local/ports.mjs';
import { temporaryFolder } from './launched-product.js';

const folder = temporaryFolder();
let page: string;
let catcher: Awaited<ReturnType<typeof startMailCatcher>>;

const read = async (path: string): Promise<string> => (await fetch(page + path)).text();

beforeAll(async () => {
  const port = await freePort();
  page = `http://127.0.0.1:${port}`;
  catcher = await startMailCatcher(folder, port);
});

afterAll(() => {
  catcher.stop();
  rmSync(folder, { recursive: true });
});

test('a sent mail is listed and readable, and its content cannot change the page', async () => {
  expect(await read('/')).toContain('No mail has been sent yet.');
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: catcher.smtpPort,
    ignoreTLS: true,
  });
  await transport.sendMail({
    from: 'county@example.org',
    to: 'Ann <ann@example.org>',
    subject: 'Reset <script>alert(1)</script>',
    text: 'Follow https://lake.example.org/reset?a=1&b=2. Not <b>bold</b>.',
    html: '<p>Follow</p><script>alert(2)</script>',
  });
  const list = await read('/');
  expect(list).toContain('Reset &#60;script&#62;alert(1)');
  expect(list).not.toContain('<script');
  const [, link = ''] = /href="(\/mail\/[^"]+)"/.exec(list) ?? [];
  const mail = await read(link);
  expect(mail).toContain('ann@example.org');
  expect(mail).toContain('<a href="https://lake.example.org/reset?a=1&#38;b=2">');
  expect(mail).toContain('&#60;b&#62;bold');
  expect(mail).not.toContain('<script');
  const html = await fetch(`${page}${link}/html`);
  expect(await html.text()).toContain('alert(2)');
  expect(html.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  const summaries: unknown = await (await fetch(`${page}/mails.json`)).json();
  expect(summaries).toMatchObject([{ to: 'ann@example.org', from: 'county@example.org' }]);
});

test('a URL that names no e-mail gets 404, and so does a URL that leads to a file outside the folder', async () => {
  for (const path of ['/mail/1', '/mail/..%2f..%2fetc%2fpasswd', '/other']) {
    expect((await fetch(page + path)).status).toBe(404);
  }
});
