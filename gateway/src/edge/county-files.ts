import type { ObjectStore } from '@portal/infra/storage';
import { slideNames } from '@portal/proto/http/login-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitOf } from '../session/visit.js';

/** Kinds of pictures that a county may show, in the order in which they are looked for. */
const kinds = {
  svg: 'image/svg+xml',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const;
const names: ReadonlySet<string> = new Set(slideNames);

/** A slide is looked at again after five minutes; who has it then only asks whether it is still the same. */
const MAX_AGE = 300;

/**
 * The county's own pictures, from its part of the object store (A2-04): `GET /LandShark/img/one`. They are on the login
 * page, so everybody may see them; which county's they are, the host name says.
 */
export const serveCountyFiles = (server: FastifyInstance, store: ObjectStore): void => {
  server.get<{ Params: { name: string } }>('/LandShark/img/:name', async (request, reply) => {
    const { name } = request.params;
    if (!names.has(name)) return reply.status(404).type('text/plain').send('Not found.\n');
    return sendSlide(store, `${visitOf(request).county.id}/site/slides/${name}`, request, reply);
  });
};

const policy = [
  ...["default-src 'none'", "style-src 'unsafe-inline'", 'sandbox'],
  ...["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"],
].join('; ');

const sendSlide = async (
  store: ObjectStore,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  for (const [ending, type] of Object.entries(kinds)) {
    const found = await store.find(`${key}.${ending}`);
    if (!found) continue;
    const etag = `"${found.etag}"`;
    void reply.header('cache-control', `public, max-age=${MAX_AGE}`).header('etag', etag);
    // a drawing brings its styles along; opened by itself it is a document that may do nothing
    void reply.header('content-security-policy', policy);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    const { stream } = await store.open(`${key}.${ending}`);
    return reply.type(type).header('content-length', found.size).send(stream);
  }
  return reply.status(404).type('text/plain').send('Not found.\n');
};
