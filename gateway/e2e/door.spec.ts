import { describe, expect, test } from '@jest/globals';
import type { UserPage } from '@portal/proto/http/user-manager';
import { ask, contentOf, demoPassword, hosts, Visitor } from './portal.js';

const stamp = Date.now().toString(36);
const person = (name: string) => ({
  username: `${name}.${stamp}`,
  firstName: 'Dora',
  lastName: 'Lane',
  company: '',
  address: '12 Shore Road',
  city: 'Ely',
  state: 'MN',
  zip: '55731',
  email: `${name}.${stamp}@example.test`,
  phoneFormatType: 'STANDARD',
  phone: '(218) 555-0101',
  password: 'Tidy-Barn!1',
});

describe('registration', () => {
  test('A3-08 gives the same message for a taken username as for a free one', async () => {
    const visitor = new Visitor();
    const free = await visitor.post('auth/signUp', person('free'));
    const taken = await visitor.post('auth/signUp', { ...person('taken'), username: 'demo.escrow' });
    expect(free.status).toBe(200);
    expect(free.envelope).toEqual({
      ok: true,
      message: "We've emailed you a link.  Please follow the link to complete your registration.",
      lockout: false,
      content: {},
    });
    expect(taken.body).toEqual(free.body);
    expect(Object.keys(taken.headers)).toEqual(Object.keys(free.headers));
  });

  test('names each invalid field without repeating what was typed', async () => {
    const { status, envelope } = await new Visitor().post('auth/signUp', {
      ...person('bad'),
      zip: 'x',
      email: '',
    });
    expect(status).toBe(422);
    expect(envelope.fields).toEqual({ zip: 'Numbers only.', email: 'Required.' });
  });

  test('A3-35 S16 is not completed by a ticket that was never issued', async () => {
    const { status, envelope } = await new Visitor().post('auth/completeRegistration', {
      ticket: 'x'.repeat(43),
    });
    expect(status).toBe(200);
    expect(envelope).toMatchObject({ ok: false, content: null });
    expect(envelope.message).toContain('This link is no longer valid');
  });

  test('S13 cannot be started by another site, and neither can a recovery', async () => {
    for (const path of [
      'signUp',
      'forgotUsername',
      'forgotPassword',
      'resetPassword',
      'completeRegistration',
    ]) {
      const reply = await new Visitor().post(`auth/${path}`, {}, { 'sec-fetch-site': 'cross-site' });
      expect([path, reply.status]).toEqual([path, 403]);
    }
  });
});

describe('recovery', () => {
  test('A4-05 A4-12 S15 gives the same answer to known and unknown people', async () => {
    const visitor = new Visitor();
    const known = { username: 'demo.invoice', email: 'demo.invoice@lake.example' };
    const unknown = { username: 'nobody.here', email: 'nobody@example.test' };
    for (const path of ['auth/forgotUsername', 'auth/forgotPassword']) {
      const replies = [await visitor.post(path, known), await visitor.post(path, unknown)];
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(replies[0]?.envelope.message).toBe(
        'If the information matches our records, we have sent you an e-mail.',
      );
      expect(replies[1]?.body).toEqual(replies[0]?.body);
    }
  });

  test('A4-21 reports an invalid password before it checks the ticket', async () => {
    const { envelope } = await new Visitor().post('auth/resetPassword', { ticket: 'x', password: 'short' });
    expect(envelope.fields).toEqual({ password: '8 characters minimum.' });
  });
});

describe('the profile', () => {
  test('A6-03 A6-04 S10 can be read and saved, but saving it changes no role, account, status or username', async () => {
    const staff = await Visitor.signedIn('demo.county');
    const listed = async (filterText: string) =>
      (await contentOf<UserPage>(staff.post('userManager/users', { filterText }))).users[0];
    const [user, other] = [await listed('demo.flatfee'), await listed('demo.escrow')];
    expect(user).toMatchObject({ username: 'demo.flatfee', role: 'USER', status: 'A' });
    expect(other?.accountId).not.toBe(user?.accountId);
    const visitor = await Visitor.signedIn('demo.flatfee');
    const before = await contentOf<Record<string, string>>(visitor.get('currentUser/profile'));
    const more = { role: 'TRIMIN', accountId: other?.accountId, status: 'I' };
    const mine = { ...person('x'), email: before.email, ...more };
    const saved = await visitor.post('currentUser/profile', mine);
    expect(saved.envelope).toMatchObject({ ok: true, message: 'Profile updated.' });
    const after = await contentOf<Record<string, string>>(visitor.get('currentUser/profile'));
    expect(after).toMatchObject({ firstName: 'Dora', city: 'Ely', email: before.email });
    expect(await listed('demo.flatfee')).toEqual({ ...user, firstName: 'Dora', lastName: 'Lane' });
  });

  test('A6-25 S39 accepts no common password', async () => {
    const visitor = await Visitor.signedIn('demo.flatfee');
    const { status, envelope } = await visitor.post('currentUser/password', { password: 'Password1!' });
    expect(status).toBe(422);
    expect(envelope.fields).toEqual({ password: 'This password is easy to guess. Choose another one.' });
    expect((await visitor.logIn({ username: 'demo.flatfee', password: demoPassword })).status).toBe(200);
  });
});

describe('the login page', () => {
  test('A2-21 A2-22 A2-23 shows the content of its county', async () => {
    const [lake, saipan] = [new Visitor('lake'), new Visitor('saipan')];
    const links = await contentOf<{ paragraphs: { heading: string }[] }>(lake.get('auth/loginPageLinks'));
    expect(links.paragraphs).toHaveLength(10);
    expect(await contentOf(lake.get('auth/loginPageSlides'))).toMatchObject({ numberOfSlides: 3 });
    expect(await contentOf(saipan.get('auth/loginPageSlides'))).toMatchObject({ numberOfSlides: 1 });
    const news = await contentOf<{ paragraphs: { heading: string }[] }>(
      saipan.get('auth/loginPageLatestNews'),
    );
    expect(news.paragraphs[0]?.heading).toBe('Tract index for Rota is complete');
  });

  test("A2-04 shows the county's pictures as slides, and browsers request a slide again only when it has changed", async () => {
    const slide = await ask(hosts.lake, { path: '/LandShark/img/one' });
    expect([slide.status, slide.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(slide.headers['content-security-policy']).toContain('sandbox');
    const etag = String(slide.headers.etag);
    const again = await ask(hosts.lake, { path: '/LandShark/img/one', headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    for (const name of ['seven', 'one.svg', '..%2fone', 'logo'])
      expect([name, (await ask(hosts.lake, { path: `/LandShark/img/${name}` })).status]).toEqual([name, 404]);
    expect((await ask(hosts.saipan, { path: '/LandShark/img/two' })).status).toBe(404);
  });
});
