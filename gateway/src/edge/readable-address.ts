import type { IncomingHttpHeaders } from 'node:http';

/** No route is there. */
const NOWHERE = '/LandShark/api/unreadable';

/** `http://host/path`, as a client of a proxy writes it (RFC 9112 3.2.2). */
const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/i;

interface Asked {
  readonly url?: string | undefined;
  readonly headers?: Pick<IncomingHttpHeaders, 'host'>;
}

/**
 * The address of a request for the router: always a path. An absolute address is cut down to its path when it names
 * the host of the request. What the router would answer itself, past the hooks and the envelope (S33, S34), leads to
 * where nothing is instead: an address that cannot be decoded (`%ff`), that names another host, or that is no path.
 */
export const readableAddress = ({ url = '/', headers }: Asked): string => {
  const path = url.startsWith('/') ? url : pathOf(url, headers?.host);
  if (path === undefined) return NOWHERE;
  const [decoded = ''] = path.split(/[?#]/, 1);
  if (!decoded.includes('%')) return path;
  try {
    decodeURIComponent(decoded);
    return path;
  } catch {
    return NOWHERE;
  }
};

const pathOf = (url: string, host: string | undefined): string | undefined => {
  const [, authority, rest = ''] = absoluteForm.exec(url) ?? [];
  if (authority === undefined || authority.toLowerCase() !== host?.toLowerCase()) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
};
