import type { CountySections } from '@portal/infra/county-config';
import type { ObjectStore } from '@portal/infra/storage';
import type { SectionValue } from '@portal/proto/config/sections';
import { slideNames } from '@portal/proto/http/login-page';
import { isSitePictureName, sitePictureKey } from '@portal/proto/site-pictures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitOf } from '../session/visit.js';

/** The formats of the portal's own pictures, in the order in which they are tried. */
const kinds = {
  svg: 'image/svg+xml',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const;

/** The caching header of a slide: browsers ask for it again after five minutes. */
const aWhile = 'public, max-age=300';
/** The caching header of a file whose name is derived from its bytes, because such a file never changes. */
const forEver = 'public, max-age=31536000, immutable';

/** The file names of the slides in their order: the county's uploads, or the portal's own pictures. */
export const slideFilesOf = ({ slides }: SectionValue<'sitePictures'>): string[] =>
  slideNames.map((name, at) => slides[at] || name);

/**
 * The county's own pictures from the object store: `GET /LandShark/img/one` (A2-04), and uploaded files by name. They
 * are on the login page, so they are public; the host name determines the county.
 */
export const serveCountyFiles = (
  server: FastifyInstance,
  store: ObjectStore,
  sections: CountySections,
): void => {
  server.get<{ Params: { name: string } }>('/LandShark/img/:name', async (request, reply) => {
    const county = visitOf(request).county.id;
    const { name } = request.params;
    const place = slideNames.findIndex((slide) => slide === name);
    const file = place < 0 ? name : (slideFilesOf(await sections.get(county, 'sitePictures'))[place] ?? name);
    const found = isSitePictureName(file)
      ? await findFile(store, sitePictureKey(county, file), kinds.webp)
      : place >= 0 && (await findOfPlace(store, `${county}/site/slides/${file}`));
    if (!found) return reply.status(404).type('text/plain').send('Not found.\n');
    return send(store, { ...found, lasting: place < 0 ? forEver : aWhile }, request, reply);
  });
};

interface FoundPicture {
  readonly key: string;
  readonly type: string;
  readonly etag: string;
  readonly size: number;
}

const findFile = async (store: ObjectStore, key: string, type: string): Promise<FoundPicture | undefined> => {
  const found = await store.find(key);
  return found && { key, type, etag: `"${found.etag}"`, size: found.size };
};

const findOfPlace = async (store: ObjectStore, place: string): Promise<FoundPicture | undefined> => {
  for (const [ending, type] of Object.entries(kinds)) {
    const found = await findFile(store, `${place}.${ending}`, type);
    if (found) return found;
  }
  return undefined;
};

const policy = [
  ...["default-src 'none'", "style-src 'unsafe-inline'", 'sandbox'],
  ...["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"],
].join('; ');

const send = async (
  store: ObjectStore,
  { key, type, etag, size, lasting }: FoundPicture & { lasting: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  void reply.header('cache-control', lasting).header('etag', etag);
  // An SVG that is opened directly is a document of its own. The policy allows the styles in it, but no scripts.
  void reply.header('content-security-policy', policy);
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  const { stream } = await store.open(key);
  return reply.type(type).header('content-length', size).send(stream);
};
