import { gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { helperNames } from '@portal/proto/http/start-up';
import { ask, hosts } from './portal.js';

/** Lists the files that the first page names: scripts with their imports, and styles. */
const filesOfPage = async (): Promise<string[]> => {
  const { body } = await ask(hosts.lake, { path: '/LandShark/login' });
  return [...body.toString().matchAll(/"(\/LandShark\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path ?? '',
  );
};

const get = (path: string, encoding: string) =>
  ask(hosts.lake, { path, headers: { 'accept-encoding': encoding } });

test('scripts and styles are sent compressed in a format that the browser accepts, and may be cached forever', async () => {
  const files = await filesOfPage();
  expect(files.length).toBeGreaterThan(2);
  const sizes: number[] = [];
  for (const path of files) {
    const plain = await get(path, 'identity');
    expect(plain.headers['cache-control']).toContain('immutable');
    expect(plain.headers.vary).toMatch(/accept-encoding/i);
    if (plain.body.length < 1_000) continue;
    const [small, zipped] = [await get(path, 'gzip, deflate, br'), await get(path, 'gzip')];
    expect([small.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(small.body.length).toBeLessThan(plain.body.length);
    sizes.push(small.body.length);
  }
  // the total size of the files that the browser loads before it shows the first page
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(175_000);
});

test.each(['login', 'home', 'search/searchByName', 'search/SearchResults', 'register'])(
  'every file that the page %s preloads exists',
  async (page) => {
    const { headers } = await ask(hosts.lake, { path: `/LandShark/${page}` });
    const named = [...String(headers.link).matchAll(/<([^>]+)>/g)].map(([, path]) => path ?? '');
    expect(named).toContain('/LandShark/config.json');
    expect(named).toEqual(
      expect.arrayContaining(helperNames.map((name) => `/LandShark/api/helperdata/${name}`)),
    );
    expect(named.some((path) => path.endsWith('.js'))).toBe(true);
    for (const path of named) {
      const { status } = await get(path, 'br');
      // the login status is refused, because the visitor has no session
      expect([path, status]).toEqual([path, path.endsWith('loginStatus') ? 403 : 200]);
    }
  },
);

test('the login page preloads its first slide; other pages preload no slide', async () => {
  const linksOf = async (page: string): Promise<string> =>
    String((await ask(hosts.lake, { path: `/LandShark/${page}` })).headers.link);
  expect(await linksOf('login')).toContain('</LandShark/img/one>; rel=preload; as=image');
  expect(await linksOf('home')).not.toContain('as=image');
});

test('pages and longer API answers are compressed with gzip if the browser accepts it', async () => {
  for (const path of ['/LandShark/home', '/LandShark/api/helperdata/landsharkcodedescription']) {
    const [plain, zipped] = [await get(path, 'identity'), await get(path, 'gzip, br')];
    expect([path, plain.headers['content-encoding']]).toEqual([path, undefined]);
    expect([path, zipped.headers['content-encoding']]).toEqual([path, 'gzip']);
    expect(zipped.headers.vary).toMatch(/accept-encoding/i);
    expect(gunzipSync(zipped.body).toString()).toBe(plain.body.toString());
    expect(zipped.body.length).toBeLessThan(plain.body.length / 2);
  }
});

test('pages and longer API answers are compressed with Zstandard if the browser accepts it', async () => {
  for (const path of ['/LandShark/home', '/LandShark/api/helperdata/landsharkcodedescription']) {
    const [plain, zipped] = [await get(path, 'identity'), await get(path, 'gzip, deflate, br, zstd')];
    expect([path, zipped.headers['content-encoding']]).toEqual([path, 'zstd']);
    expect(zipped.headers.vary).toMatch(/accept-encoding/i);
    expect(zstdDecompressSync(zipped.body).toString()).toBe(plain.body.toString());
    expect(zipped.body.length).toBeLessThan(plain.body.length / 2);
  }
});

test('short answers are not compressed, and a compressed request is refused', async () => {
  const short = await get('/LandShark/api/helperdata/landlink', 'gzip');
  expect(short.headers['content-encoding']).toBeUndefined();
  const { status } = await ask(hosts.lake, {
    path: '/LandShark/api/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync('{"username":"demo.escrow","password":"none of these"}'),
  });
  expect(status).toBe(422);
});

test('an unknown URL outside the API is answered with a page, not with JSON', async () => {
  const { status, headers, body } = await ask(hosts.lake, { path: '/LandShark/api/external/any/thing?x=1' });
  expect(status).toBe(404);
  expect(headers['content-type']).toContain('text/html');
  expect(body.toString()).toContain('Lake County');
});

test('a URL that cannot be decoded is answered with a page, or with the envelope if it is a URL of the API', async () => {
  for (const path of ['/LandShark/search/%E0%A4%A', '/LandShark/%ff?x=1']) {
    const { status, headers, body } = await ask(hosts.lake, { path, headers: { accept: 'text/html' } });
    expect([path, status]).toEqual([path, 404]);
    expect(headers['content-type']).toContain('text/html');
    expect(headers).toHaveProperty('content-security-policy');
    expect(body.toString()).toContain('Lake County');
  }
  const { status, body } = await ask(hosts.lake, { path: '/LandShark/api/%E0%A4%A' });
  expect(status).toBe(404);
  expect(JSON.parse(body.toString())).toMatchObject({
    ...{ ok: false, content: null, message: expect.stringContaining('was not found') },
  });
});
