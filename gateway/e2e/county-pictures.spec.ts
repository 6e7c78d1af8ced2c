import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HelperContent } from '@portal/proto/http/start-up';
import type { Slides } from '@portal/proto/http/login-page';
import type { KeptPicture } from '@portal/proto/site-pictures';
import sharp from 'sharp';
import { ask, contentOf, hosts, Visitor } from './portal.js';

interface Pictures {
  version: number;
  value: { logo: string; slides: string[] };
}
const section = 'controlPanel/countyConfig/sitePictures';
const open = (visitor: Visitor) => contentOf<Pictures>(visitor.get(section));
const show = async (visitor: Visitor, value: Partial<Pictures['value']>) =>
  visitor.post(section, { version: (await open(visitor)).version, value });
const upload = (visitor: Visitor, kind: string, file: Buffer, type = 'image/png') =>
  visitor.post(`controlPanel/countyPictures/${kind}`, file, { 'content-type': type });

const drawn = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

let staff: Visitor;
let slide: KeptPicture;
beforeAll(async () => {
  staff = await Visitor.signedIn('demo.county');
  slide = await contentOf<KeptPicture>(upload(staff, 'slide', await drawn(1200, 675, '#246')));
});
/** Restores the demo's pictures. */
afterAll(() => show(staff, { logo: '', slides: [] }));

const seen = async () =>
  (await contentOf<Slides>(new Visitor('lake').get('auth/loginPageSlides'))).slideFiles;

describe('an uploaded picture', () => {
  test('is served at a URL whose content never changes, so that browsers may cache it forever', async () => {
    const path = `/LandShark/img/${slide.name}`;
    const { status, headers, body } = await ask(hosts.lake, { path });
    expect([status, headers['content-type'], body.length]).toEqual([200, 'image/webp', slide.size]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await ask(hosts.saipan, { path })).status).toBe(404);
  });

  test('appears on the login page within a second after a clerk chooses it; the history names the clerk', async () => {
    const before = await seen();
    expect(before.slice(0, 2)).toEqual(['one', 'two']);
    expect((await show(staff, { slides: ['', slide.name] })).envelope.ok).toBe(true);
    const until = Date.now() + 1_000;
    let shown = before;
    while (shown[1] !== slide.name && Date.now() < until) shown = await seen();
    expect(shown.slice(0, 3)).toEqual(['one', slide.name, 'three']);
    const two = await ask(hosts.lake, { path: '/LandShark/img/two' });
    expect([two.headers['content-type'], two.headers['cache-control']]).toEqual([
      'image/webp',
      'public, max-age=300',
    ]);
    const { versions } = await contentOf<{ versions: { savedBy: string; value: object }[] }>(
      staff.get(`${section}/versions`),
    );
    expect(versions[0]).toMatchObject({ savedBy: 'demo.county', value: { slides: ['', slide.name] } });
  });

  test('becomes the logo in the start-up content when a clerk chooses it', async () => {
    const logo = await contentOf<KeptPicture>(upload(staff, 'logo', await drawn(96, 96, '#a40')));
    await show(staff, { logo: logo.name });
    const { namedContentResultList } = await contentOf<HelperContent>(
      new Visitor('lake').get('helperdata/landshark'),
    );
    const named = namedContentResultList.find(({ name }) => name === 'sitePictures');
    expect(named?.baseContent).toEqual({ logo: logo.name });
  });

  test('is refused with a message, and not stored, when its content is not of the announced type', async () => {
    const stored = (): string[] =>
      globSync('objects/lake/site/{pictures,uploads}/*', { cwd: String(process.env.PORTAL_DATA) }).sort();
    const before = stored();
    expect(before.map((file) => path.basename(file))).toContain(slide.name);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const text of [svg, 'GIF89a', '<!doctype html>']) {
      const refused = await upload(staff, 'slide', Buffer.from(text));
      expect(refused.status).toBe(422);
      expect(refused.envelope.message).toBe('Please choose a PNG, JPEG or WebP picture.');
    }
    expect(stored()).toEqual(before);
  });

  test('is refused when it is too small or too large, or neither a slide nor a logo', async () => {
    const small = await upload(staff, 'slide', await drawn(100, 50, '#000'));
    expect(small.envelope.message).toContain('at least 600 by 300 pixels');
    expect((await upload(staff, 'slide', Buffer.alloc(6 * 1024 * 1024))).status).toBe(413);
    expect((await upload(staff, 'poster', await drawn(800, 600, '#000'))).status).toBe(422);
  });

  test('can be chosen only by its own name, because a path could lead to another file', async () => {
    const before = await open(staff);
    for (const name of ['../../saipan/site/slides/one.svg', `../pictures/${slide.name}`])
      expect((await show(staff, { slides: [name] })).status).toBe(422);
    expect(await open(staff)).toEqual(before);
  });

  test('is accepted only from staff, and only by the route for pictures', async () => {
    const file = await drawn(800, 600, '#000');
    for (const username of ['demo.account', 'demo.escrow', 'guest.user'])
      expect((await upload(await Visitor.signedIn(username), 'slide', file)).status).toBe(404);
    expect((await upload(new Visitor('lake'), 'slide', file)).status).toBe(403);
    const elsewhere = await staff.post(section, file, { 'content-type': 'image/png' });
    expect(elsewhere.status).toBe(422);
  });
});
