import { describe, expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import { checkMail, type Mail } from '@portal/infra/mail';
import { languages } from '@portal/proto/roles';
import { writeLetter, type LetterContent, type Letterhead } from '../src/letters/letter.text.js';
import { lifeOf } from '../src/tickets/ticket.rules.js';

const catalogue = new Catalogue();
const head: Letterhead = {
  county: 'Lake County',
  app: 'Land Record Portal',
  contact: 'Recording Desk, (218) 555-0100',
  origin: 'https://records.lake.example',
  sender: 'no-reply@lake.example',
};
const reset: LetterContent = {
  to: 'carol@example.test',
  about: 'reset',
  name: 'Carol',
  params: { username: 'carol.stone' },
  path: '/LandShark/passwordReset/T',
  lifeMs: 3_600_000,
};
const write = (content: Partial<LetterContent> = {}, over: Partial<Letterhead> = {}): Mail =>
  writeLetter({ ...reset, ...content }, { ...head, ...over }, 'ENGLISH', (key, params) =>
    catalogue.text('ENGLISH', key, params),
  );

describe('an e-mail', () => {
  test('has the same content as text and as HTML, and names the county as its sender', () => {
    const { from, subject, text, html = '' } = write();
    expect(from).toBe('"Lake County Land Record Portal" <no-reply@lake.example>');
    expect(subject).toBe('Create a new password, Lake County');
    for (const part of [text, html]) {
      expect(part).toContain('Hello Carol,');
      expect(part).toContain('carol.stone');
      expect(part).toContain('https://records.lake.example/LandShark/passwordReset/T');
      expect(part).toContain('You can use this link once. It expires in 1 hour.');
      expect(part).toContain('If this was not you, you can ignore this e-mail');
      expect(part).toContain('Questions? Recording Desk, (218) 555-0100');
    }
  });

  test('has no scripts, loads nothing, and can be understood without colors', () => {
    const { html = '' } = write();
    expect(html).not.toMatch(/<script|<img|<link|<style|url\(|src=/);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<meta name="viewport"');
  });

  test('S26 contains what people typed only as text, never as HTML or in a header', () => {
    const nasty = '<b onload="x">&"\u0000';
    const mail = write({ name: nasty, params: { username: nasty } }, { county: 'Lake"\r\nBcc: x@evil.test' });
    expect(mail.html).not.toContain('<b onload');
    expect(mail.html).toContain('&#60;b onload=');
    expect(mail.from).not.toMatch(/[\r\n]/);
    expect(() => checkMail({ ...mail, subject: 'ok' })).not.toThrow();
  });

  test.each([
    [90, '90 minutes'],
    [60, '1 hour'],
    [1, '1 minute'],
    [240, '4 hours'],
  ])('says how long its link works: %s minutes', (minutes, text) => {
    expect(write({ lifeMs: minutes * 60_000 }).text).toContain(`in ${text}.`);
  });

  test('of any kind has no placeholder left', () => {
    const kinds = [
      ...(['registration', 'nameTaken', 'username', 'reset', 'notActive'] as const),
      ...(['newEmail', 'passwordChanged', 'emailChanged'] as const),
    ];
    for (const about of kinds) {
      const { text, html } = writeLetter(
        { to: 'a@example.test', about, name: '', params: { username: 'u', count: 1 } },
        head,
        languages[0],
        (key, params) => catalogue.text('ENGLISH', key, params),
      );
      expect(text).not.toMatch(/\{\{/);
      expect(html).toContain('lang="bn"');
    }
  });
});

test('S16 a link for a new password works for an hour at most, and a registration link works as long as the county sets', () => {
  const rule = { forgotPasswordLink: true, selfRegistration: true, showPrices: true, emaileExpireIn: 4 };
  expect(lifeOf('REGISTRATION', rule)).toBe(4 * 3_600_000);
  expect(lifeOf('PASSWORD', rule)).toBe(3_600_000);
});
