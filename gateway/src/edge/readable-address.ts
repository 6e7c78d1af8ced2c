import type { IncomingHttpHeaders } from 'node:http';

/** A path that has no route. */
const NOWHERE = '/LandShark/api/unreadable';
/** A URL path without a page; the web application shows its message for unknown URLs there. */
export const UNREADABLE_PAGE = '/LandShark/unreadable';

/** `http://host/path`, the form that clients of a proxy send (RFC 9112 3.2.2). */
const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/i;

interface Asked {
  readonly url?: string | undefined;
  readonly headers?: Pick<IncomingHttpHeaders, 'host'>;
}

/**
 * The URL of a request as the router gets it, always a path. An absolute URL that names the request's own host is cut
 * to its path. Some URLs would be answered by the router itself, without hooks and envelope (S33, S34): those that
 * cannot be decoded (`%ff`), that name another host, or that are not a path. They are replaced by a path without a
 * route, or by UNREADABLE_PAGE if they begin like a URL of the portal's pages.
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
    return isOfPage(decoded) ? UNREADABLE_PAGE : NOWHERE;
  }
};

/** True if the path begins like a URL of the portal's pages; URLs of the API get the API's answer (S40). */
const isOfPage = (path: string): boolean => {
  const [, portal, first] = path.split('/').map(decodedOr);
  return portal === 'LandShark' && first !== undefined && first !== 'api';
};

const decodedOr = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const pathOf = (url: string, host: string | undefined): string | undefined => {
  const [, authority, rest = ''] = absoluteForm.exec(url) ?? [];
  if (authority === undefined || authority.toLowerCase() !== host?.toLowerCase()) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
};
