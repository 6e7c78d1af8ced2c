import fastifyStatic from '@fastify/static';
import type { Config } from '@portal/infra/config';
import type { CountySections } from '@portal/infra/county-config';
import type { StartUpConfiguration } from '@portal/proto/http/start-up';
import type { FastifyInstance } from 'fastify';
import { visitOf } from '../session/visit.js';
import { readPage, webFolder } from './web-page.js';

/**
 * The single-page application under /LandShark/ (A1-04): hashed files are kept for ever, the page itself is asked for
 * each time. An unknown path of the API is no page (S40). The page carries the county's name and title, so that something true shows before any script runs.
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
    globIgnore: ['assets/**', '*.html', '.vite/**'],
    index: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  server.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS));
  server.get('/', async (_request, reply) => reply.redirect('/LandShark/'));
  const page = pageOf(sections);
  for (const path of ['/LandShark', '/LandShark/', '/LandShark/*']) {
    server.get(path, async (request, reply) => {
      if (request.url.startsWith('/LandShark/api/')) return reply.callNotFound();
      const text = await page(visitOf(request).county.id);
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(text);
    });
  }
};

/** Search engines may list the portal; whoever wants the records as a whole asks the county (S36). */
const ROBOTS = `# For the records as a whole please ask the office of the county.
User-agent: *
Disallow: /LandShark/api/
`;

const startUp = (config: Config): StartUpConfiguration => ({
  countyDirectory: '/LandShark/img/',
  routerBaseName: '/LandShark',
  serverAddress: '/LandShark/api/',
  paymentPageAddress: `${config.paymentOrigin}/payment/payment`,
  paymentScriptAddress: `${config.paymentOrigin}/script.js`,
});

/** The page carries `{{county}}`, `{{countyName}}` and `{{appTitle}}`. */
const pageOf =
  (sections: CountySections) =>
  async (county: string): Promise<string> => {
    const { countyName, appTitle } = await sections.get(county, 'common');
    return readPage('index.html', { county, countyName, appTitle });
  };
