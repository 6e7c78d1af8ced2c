import type { FastifyRequest } from 'fastify';

/** The first part of the path of every route of the API. */
export const apiPath = '/LandShark/api/';

/** Where the API has no route: a match of its own, so that no unknown path of the API is taken for a page (S40). */
export const unknownApiPath = `${apiPath}*`;

/**
 * Whether a request belongs to the API: by the route that the router found, never by the address as it was sent, which
 * can be written in many ways (S13, S34, S36). What matches no route at all is treated as a part of it.
 */
export const isOfApi = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url === undefined || url.startsWith(apiPath);
