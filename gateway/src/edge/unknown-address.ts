import type { Catalogue } from '@portal/infra/catalogue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anyPath, apiPath } from './matched-route.js';
import { escapeHtml, readTemplate } from './web-page.js';

/** The path `/LandShark` and everything below it, in upper or lower case. */
const otherwiseWritten = /^\/landshark(?=[/?#]|$)/i;

/** True if a browser opens the URL, so that a person would see the answer. */
const isOpened = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;

/**
 * Answers URLs outside the portal (S40): a browser gets a page that leads to the portal, or is redirected if only the
 * case of `/LandShark` is wrong. All other clients get the API's answer.
 */
export function answerUnknown(server: FastifyInstance, catalogue: Pick<Catalogue, 'text'>): void {
  server.get(anyPath, async (request, reply): Promise<FastifyReply> => {
    if (!isOpened(request)) {
      reply.callNotFound();
      return reply;
    }
    if (otherwiseWritten.test(request.url))
      return reply.redirect(request.url.replace(otherwiseWritten, '/LandShark'));
    return reply
      .status(404)
      .type('text/html; charset=utf-8')
      .send(await pageOf(catalogue));
  });
  server.get(apiPath.slice(0, -1), (_request, reply) => reply.callNotFound());
}

/** Matches the `link` elements for the icon and the style sheets in the built `index.html`. */
const looks = /<link rel="(?:icon|stylesheet)"[^>]*>/g;

/** A page that looks like the portal's own page for unknown URLs, in English, because no user's language is known. */
async function pageOf(catalogue: Pick<Catalogue, 'text'>): Promise<string> {
  const [title, text, home] = ['title', 'text', 'home'].map((name) =>
    escapeHtml(catalogue.text('ENGLISH', `shell:notFound.${name}`)),
  );
  const links = (await readTemplate('index.html')).match(looks) ?? [];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    ${links.join('\n    ')}
  </head>
  <body>
    <main class="main">
      <div class="content content--form stack">
        <div class="page-head">
          <div class="page-head__text">
            <h1>${title}</h1>
            <p>${text}</p>
          </div>
        </div>
        <p><a class="btn" href="/LandShark/home">${home}</a></p>
      </div>
    </main>
  </body>
</html>
`;
}
