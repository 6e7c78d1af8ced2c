import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { SmtpMailer } from '@portal/infra/mail';

describe('the mailer', () => {
  const received: { to: string[]; raw: string }[] = [];
  let server: SMTPServer;
  let mailer: SmtpMailer;
  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, session, done) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
        stream.on('end', () => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    mailer = new SmtpMailer(`smtp://127.0.0.1:${port}`, 'Portal <no-reply@portal.example>');
  });
  afterAll(async () => {
    mailer.close();
    await new Promise<void>((resolve) => server.close(resolve));
  });

  test('sends text and HTML to one recipient, with the configured sender', async () => {
    await mailer.send({ to: 'jane@example.com', subject: 'Håfa adai', text: 'Plain', html: '<p>Rich</p>' });
    const mail = await new PostalMime().parse(received.at(-1)?.raw ?? '');
    expect(received.at(-1)?.to).toEqual(['jane@example.com']);
    expect(mail).toMatchObject({
      subject: 'Håfa adai',
      from: { name: 'Portal', address: 'no-reply@portal.example' },
    });
    expect([mail.text?.trim(), mail.html?.trim()]).toEqual(['Plain', '<p>Rich</p>']);
  });

  test('sends an e-mail from the sender that the e-mail names, if it names one', async () => {
    await mailer.send({
      to: 'jane@example.com',
      subject: 'x',
      text: 'x',
      from: 'Lake County <office@lake.example>',
    });
    expect(received.at(-1)?.raw).toContain('office@lake.example');
  });

  test('sends each attempt of an e-mail with the same Message-ID', async () => {
    const mail = { to: 'jane@example.com', subject: 'x', text: 'x', id: '8d2f' };
    for (let tries = 0; tries < 2; tries += 1) await mailer.send(mail);
    const ids = received.slice(-2).map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
    expect(ids).toEqual(['<8d2f@portal.example>', '<8d2f@portal.example>']);
  });

  test.each([
    ['a second recipient', { to: 'jane@example.com, eve@example.com' }],
    ['a header after the recipient', { to: 'jane@example.com\r\nBcc: eve@example.com' }],
    ['a name around the recipient', { to: 'Jane <jane@example.com>' }],
    ['a header in the subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['a bare line feed in the subject', { subject: 'Hello\nBcc: eve@example.com' }],
    ['a header in the sender', { from: 'office@lake.example\r\nBcc: eve@example.com' }],
  ])('refuses %s', async (_, over) => {
    const before = received.length;
    await expect(
      mailer.send({ to: 'jane@example.com', subject: 'x', text: 'x', ...over }),
    ).rejects.toMatchObject({
      name: 'MailRefused',
    });
    expect(received).toHaveLength(before);
  });

  test('throws when the mail server does not answer', async () => {
    const away = new SmtpMailer('smtp://127.0.0.1:1', 'no-reply@portal.example');
    await expect(away.send({ to: 'jane@example.com', subject: 'x', text: 'x' })).rejects.toThrow();
  });
});
