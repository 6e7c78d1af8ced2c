import type { FastifyRequest } from 'fastify';

/**
 * A name or an IP address, with or without a port. Without this form, a header such as `lake.example:80@evil.example`
 * would pass: the name of the host ends at the first colon, but a URL made from the whole header leads elsewhere.
 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * True if the request names exactly one host, and a URL can contain this host. URLs for the card page and for the
 * sign-in at the identity provider are made from the host. If there are two Host headers, two servers might each use a
 * different one (RFC 9112 3.2).
 */
export const namesOneHost = ({
  host,
  raw,
}: Pick<FastifyRequest, 'host'> & { readonly raw: Pick<FastifyRequest['raw'], 'rawHeaders'> }): boolean =>
  hostHeaders(raw.rawHeaders) === 1 && HOST.test(host) && URL.canParse(`http://${host}`);

const hostHeaders = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
