import { expect, test } from '@jest/globals';
import { askRaw, type RawReply } from './raw-requests.js';

const asked = { browser: 'text/html,application/xhtml+xml,*/*;q=0.8', program: 'application/json' };
const get = (target: string, by: keyof typeof asked, method = 'GET'): Promise<RawReply> =>
  askRaw({ method, target, headers: { accept: asked[by] } }, '127.7.9.1');
const typeOf = ({ headers }: RawReply): string => String(headers['content-type']).replace(/;.*/, '');

test.each([
  ...['/LandShark/api', '/LandShark/api/', '/LandShark/%61pi', '/LandShark/api?a=b', '/LandShark/api/none'],
  ...['/LandShark/api/none/', '/LandShark/api//none', '/LandShark/api/%6eone', '/LandShark/api/../none'],
  ...['/LandShark/api/%ff', '/LandShark/api/none;a', '/LandShark/assets/none.js'],
])('%s has no route: browsers and programs get 404 in the JSON envelope', async (target) => {
  for (const by of ['browser', 'program'] as const) {
    const reply = await get(target, by);
    expect([reply.status, typeOf(reply)]).toEqual([404, 'application/json']);
    expect(JSON.parse(reply.body)).toMatchObject({ ok: false, content: null });
  }
});

test.each(['/none', '/none/at/all', '/index.html', '//none', '/LandSharks/home', '/%4canding', '/none?a=b'])(
  '%s is outside the portal: a browser gets a 404 page with a link to the portal, a program gets 404 as JSON',
  async (target) => {
    const page = await get(target, 'browser');
    expect([page.status, typeOf(page)]).toEqual([404, 'text/html']);
    expect(page.body).toContain('<h1>This page does not exist</h1>');
    expect(page.body).toContain('<link rel="stylesheet"');
    expect(page.body).toContain('href="/LandShark/home"');
    const answer = await get(target, 'program');
    expect([answer.status, typeOf(answer)]).toEqual([404, 'application/json']);
    const change = await get(target, 'browser', 'POST');
    expect([change.status, typeOf(change)]).toEqual([404, 'application/json']);
  },
);

test.each([
  ['/landshark', '/LandShark'],
  ['/LANDSHARK/', '/LandShark/'],
  ['/landshark/home?a=b', '/LandShark/home?a=b'],
  ['/Landshark/passwordReset/x%2fy', '/LandShark/passwordReset/x%2fy'],
  ['/landshark//evil.example', '/LandShark//evil.example'],
])('%s redirects a browser to the portal, and answers a program with 404', async (target, location) => {
  const { status, headers } = await get(target, 'browser');
  expect([status, headers.location]).toEqual([302, location]);
  expect((await get(target, 'program')).status).toBe(404);
});

test.each(['/LandShark/none', '/LandShark/API/none', '/LandShark//api/none', '/LandShark/api%2fnone'])(
  '%s is in the portal and not in the API: everybody gets the web app, which knows what pages exist',
  async (target) => {
    for (const by of ['browser', 'program'] as const) {
      const reply = await get(target, by);
      expect([reply.status, typeOf(reply)]).toEqual([200, 'text/html']);
    }
  },
);
