import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { Config } from '@portal/infra/config';
import type { CountySections } from '@portal/infra/county-config';
import type { StartUpConfiguration } from '@portal/proto/http/start-up';
import type { FastifyInstance } from 'fastify';
import { visitOf } from '../session/visit.js';

const webFolder = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/**
 * The single-page application under /LandShark/ (A1-04): hashed files are kept for ever, the page itself is asked for
 * each time. The page carries the county's name and title, so that something true shows before any script runs.
 */
export const serveWeb = async (
  server: FastifyInstance,
  config: Config,
  sections: CountySections,
): Promise<void> => {
  await server.register(fastifyStatic, {
    root: `${webFolder}assets`,
    prefix: '/LandShark/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  server.get('/LandShark/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(startUp(config)),
  );
  await server.register(fastifyStatic, {
    root: webFolder,
    prefix: '/LandShark/',
    decorateReply: false,
    wildcard: false,
    globIgnore: ['assets/**', 'index.html', '.vite/**'],
    index: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  server.get('/', async (_request, reply) => reply.redirect('/LandShark/'));
  const page = pageOf(sections);
  for (const path of ['/LandShark', '/LandShark/', '/LandShark/*']) {
    server.get(path, async (request, reply) => {
      const text = await page(visitOf(request).county.id);
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(text);
    });
  }
};

const startUp = (config: Config): StartUpConfiguration => ({
  countyDirectory: '/LandShark/img/',
  routerBaseName: '/LandShark',
  serverAddress: '/LandShark/api/',
  paymentPageAddress: `${config.paymentOrigin}/payment/payment`,
  paymentScriptAddress: `${config.paymentOrigin}/script.js`,
});

/** The built page with `{{county}}`, `{{countyName}}` and `{{appTitle}}` filled in; read anew, so that a build shows. */
const pageOf =
  (sections: CountySections) =>
  async (county: string): Promise<string> => {
    const [template, { countyName, appTitle }] = await Promise.all([
      readFile(`${webFolder}index.html`, 'utf8'),
      sections.get(county, 'common'),
    ]);
    const values: Record<string, string> = { county, countyName, appTitle };
    return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
  };
