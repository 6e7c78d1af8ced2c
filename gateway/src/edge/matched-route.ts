import type { FastifyRequest } from 'fastify';

/** The first part of the path of every route of the API. */
export const apiPath = '/LandShark/api/';

/** Matches API paths without a route, so that no unknown path of the API returns a page (S40). */
export const unknownApiPath = `${apiPath}*`;

/** Matches every path that nothing else matches. */
export const anyPath = '/*';

/**
 * True if the request belongs to the API. The matched route decides this and never the raw URL, because a URL can be
 * written in many ways (S13, S34, S36). A request that only `anyPath` matches counts as part of the API.
 */
export const isOfApi = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url === undefined || url === anyPath || `${url}/`.startsWith(apiPath);
