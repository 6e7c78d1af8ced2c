import { expect, test } from '@jest/globals';
import { ask, hosts } from './portal.js';

/** Files that the first page names: scripts, what they load at once, styles. */
const filesOfPage = async (): Promise<string[]> => {
  const { body } = await ask(hosts.lake, { path: '/LandShark/login' });
  return [...body.toString().matchAll(/"(\/LandShark\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path ?? '',
  );
};

const get = (path: string, encoding: string) =>
  ask(hosts.lake, { path, headers: { 'accept-encoding': encoding } });

test('scripts and styles are sent compressed, in the way that the browser knows, and kept for ever', async () => {
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
  // all that stands between a first visit and its first page
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(175_000);
});
