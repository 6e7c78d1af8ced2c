import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** The output folder of the web build. */
export const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const earlyLoadsFile = z.record(z.string(), z.array(z.string()));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Reads a built page from the disk each time, so that a new build takes effect. */
export const readTemplate = (file: string): Promise<string> => readFile(`${webFolder}${file}`, 'utf8');

/** Reads a built page and replaces its `{{names}}`. */
export const readPage = async (file: string, values: Readonly<Record<string, string>>): Promise<string> => {
  const template = await readTemplate(file);
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
};

/** Chooses the built page that a URL shows. */
export const pageNameOf = (url: string): string => {
  const [, , first = '', second] = new URL(url, 'http://portal').pathname.split('/');
  if (first === 'search') return second === 'SearchResults' ? 'results' : 'search';
  return { '': 'login', login: 'login', home: 'home' }[first] ?? 'page';
};

/**
 * The `Link` headers for the page at a URL: they name the files that the browser should preload
 * (web/build/early-loads.ts). The page of a search form has headers of its own, which include the files of the form.
 */
export const earlyLoads = async (url: string): Promise<string[]> => {
  const text = await readFile(`${webFolder}.vite/early-loads.json`, 'utf8');
  const loads = earlyLoadsFile.parse(JSON.parse(text));
  const page = pageNameOf(url);
  const form = page === 'search' && new URL(url, 'http://portal').pathname.split('/')[3];
  return (form && loads[`search/${form}`]) || (loads[page] ?? []);
};
