import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What the web build has made. */
export const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** A built page with its `{{names}}` filled in; read anew, so that a build shows. */
export const readPage = async (file: string, values: Readonly<Record<string, string>>): Promise<string> => {
  const template = await readFile(`${webFolder}${file}`, 'utf8');
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
};
