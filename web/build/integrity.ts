import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { earlyLoadsFile } from './early-loads.js';

/** Scripts and styles named in a tag or in a `Link` header. */
const tag = /<(?:script|link)\b[^>]*\s(?:src|href)="\/LandShark\/(assets\/[^"]+\.(?:js|css))"[^>]*>/g;
const header = /^<\/LandShark\/(assets\/[^>]+\.js)>/;

/**
 * Adds the hash of each script and style to the page (S18), so that a browser runs no other scripts and styles. Reads
 * the files from disk, because other plugins may have changed them.
 */
export const integrity = (): Plugin => ({
  name: 'portal-integrity',
  apply: 'build',
  enforce: 'post',
  async writeBundle({ dir = '' }, bundle) {
    const hashOf = async (file: string): Promise<string> =>
      `sha384-${createHash('sha384')
        .update(await readFile(path.join(dir, file)))
        .digest('base64')}`;
    const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css)$/.test(file));
    const hashes = new Map(await Promise.all(files.map(async (file) => [file, await hashOf(file)] as const)));
    const known = (file: string): string => {
      const hash = hashes.get(file);
      if (!hash) throw new Error(`a page names ${file}, which the build did not make`);
      return hash;
    };
    const rewrite = async (file: string, change: (text: string) => string): Promise<void> => {
      const place = path.join(dir, file);
      await writeFile(place, change(await readFile(place, 'utf8')));
    };
    for (const page of Object.keys(bundle).filter((file) => file.endsWith('.html')))
      await rewrite(page, (text) =>
        text.replace(tag, (whole, file: string) => whole.replace(/>$/, ` integrity="${known(file)}">`)),
      );
    await rewrite(earlyLoadsFile, (text) =>
      JSON.stringify(JSON.parse(text), (_name, link: unknown) => {
        const file = typeof link === 'string' && header.exec(link)?.[1];
        return file ? `${String(link)}; integrity="${known(file)}"` : link;
      }),
    );
  },
});
