import type { Catalogue } from '@portal/infra/catalogue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anyPath, apiPath } from './matched-route.js';
import { escapeHtml } from './web-page.js';

/** Everything below `/LandShark`, however people write the word. */
const otherwiseWritten = /^\/landshark(?=[/?#]|$)/i;

/** True if a browser opens the URL, so that a person would see the answer. */
const isOpened = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;

/**
 * Answers URLs outside the portal (S40): a browser gets a page that leads to the portal, or is redirected if only the
 * case of `/LandShark` is wrong. All other clients get the API's answer.
 */
export function answerUnknown(server: FastifyInstance, catalogue: Pick<Catalogue, 'text'>): void {
  server.get(anyPath, (request, reply): FastifyReply | void => {
    if (!isOpened(request)) return reply.callNotFound();
    if (otherwiseWritten.test(request.url))
      return reply.redirect(request.url.replace(otherwiseWritten, '/LandShark'));
    return reply.status(404).type('text/html; charset=utf-8').send(pageOf(catalogue));
  });
  server.get(apiPath.slice(0, -1), (_request, reply) => reply.callNotFound());
}

/** In English, because nothing is known about the person. */
function pageOf(catalogue: Pick<Catalogue, 'text'>): string {
  const [title, text, home] = ['title', 'text', 'home'].map((name) =>
    escapeHtml(catalogue.text('ENGLISH', `shell:notFound.${name}`)),
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
  </head>
  <body>
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a href="/LandShark/home">${home}</a></p>
  </body>
</html>
`;
}
