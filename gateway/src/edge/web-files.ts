import fastifyStatic from '@fastify/static';
import type { Catalogue } from '@portal/infra/catalogue';
import type { Config } from '@portal/infra/config';
import type { CountySections } from '@portal/infra/county-config';
import { slideNames } from '@portal/proto/http/login-page';
import type { StartUpConfiguration } from '@portal/proto/http/start-up';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitOf } from '../session/visit.js';
import { slideFilesOf } from './county-files.js';
import { unknownApiPath } from './matched-route.js';
import { outlineOf } from './outline.js';
import { titleOf } from './page-title.js';
import { UNREADABLE_PAGE } from './readable-address.js';
import { answerUnknown } from './unknown-address.js';
import { earlyLoads, pageNameOf, readPage, webFolder } from './web-page.js';

/**
 * The single-page application below /LandShark/ (A1-04). Browsers cache files that have a hash in their name for a
 * year, and revalidate the page each time. An unknown path of the API does not return the page (S40). The page
 * contains the county's name and title, so that real content shows before any script runs.
 */
export const serveWeb = async (
  server: FastifyInstance,
  config: Config,
  sections: CountySections,
  catalogue: Catalogue,
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
  const page = pageOf(sections, catalogue);
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { text, links } = await page(visitOf(request).county.id, request.url);
    void reply.header('cache-control', 'no-cache').header('link', links);
    return reply.type('text/html; charset=utf-8').send(text);
  };
  for (const path of ['/LandShark', '/LandShark/', '/LandShark/*']) server.get(path, send);
  server.get(UNREADABLE_PAGE, (request, reply) => send(request, reply.status(404)));
  // The browser itself, not a script, opens URLs below `external` (A1-21), so NOT_FOUND is answered with a page instead
  // of JSON.
  server.get<{ Params: { '*': string } }>(unknownApiPath, (request, reply) =>
    /^external(\/|$)/.test(request.params['*']) ? send(request, reply.status(404)) : reply.callNotFound(),
  );
  answerUnknown(server, catalogue);
};

/** The path below which the county's pictures are served. */
export const COUNTY_FILES = '/LandShark/img/';

/**
 * The content of robots.txt. Search engines may list the portal's pages, and whoever wants all records is told to ask
 * the county for them (S36).
 */
const ROBOTS = `# For the records as a whole please ask the office of the county.
User-agent: *
Disallow: /LandShark/api/
`;

/** The client's start-up configuration (config.json). */
export const startUp = ({ paymentOrigin }: Pick<Config, 'paymentOrigin'>): StartUpConfiguration => ({
  countyDirectory: COUNTY_FILES,
  routerBaseName: '/LandShark',
  serverAddress: '/LandShark/api/',
  paymentPageAddress: `${paymentOrigin}/payment/payment`,
  paymentScriptAddress: `${paymentOrigin}/script.js`,
});

/** Returns the page with the county's name and title and an outline, and the files that the browser should preload. */
const pageOf =
  (sections: CountySections, catalogue: Catalogue) =>
  async (county: string, url: string): Promise<{ text: string; links: string[] }> => {
    const { countyName, appTitle } = await sections.get(county, 'common');
    const name = pageNameOf(url);
    const outline = await outlineOf(url, county, { sections, catalogue });
    const title = titleOf(url, outline, { countyName, appTitle }, catalogue);
    const [text, links, slide] = await Promise.all([
      readPage('index.html', { county, countyName, appTitle, title, ...outline }),
      earlyLoads(url),
      name === 'login' ? firstSlide(sections, county) : [],
    ]);
    return { text, links: [...links, ...slide] };
  };

/**
 * Returns the `Link` header for the first slide, the largest picture of the login page; empty if the page shows no
 * slides. The server knows the URL of the slide long before the scripts request the slide.
 */
const firstSlide = async (sections: CountySections, county: string): Promise<string[]> => {
  const { loginSlides } = await sections.get(county, 'homeSelections');
  const { numberOfSlides } = await sections.get(county, 'loginPageSlides');
  if (!loginSlides || numberOfSlides === 0) return [];
  const [file = slideNames[0]] = slideFilesOf(await sections.get(county, 'sitePictures'));
  return [`<${COUNTY_FILES}${encodeURI(file)}>; rel=preload; as=image; fetchpriority=high`];
};
