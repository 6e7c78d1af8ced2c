import type { FastifyInstance } from 'fastify';
import type { Route } from '../session/access.check.js';
import { unknownApiPath } from './matched-route.js';

/** A method and a path below the server's root, with `:name` for parameters. */
interface LiveRoute {
  readonly method: string;
  readonly url: string;
}

const roles = (access: Route['access']): readonly string[] =>
  access && 'roles' in access ? access.roles : [];

const withBraces = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const parametersOf = (path: string): object[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
  }));

const operationOf = ({ method, path, access, stepUp }: Route): object => ({
  operationId: `${method.toLowerCase()}_${path.replace(/\W+/g, '_')}`,
  parameters: parametersOf(path),
  // only a public route has no roles, and anyone may call it
  security: roles(access).length > 0 ? [{ session: [] }] : [],
  'x-roles': roles(access),
  // the route requires a proof of identity from the last five minutes (S38)
  ...(stepUp === 'PROVE' && { 'x-step-up': true }),
  responses: { default: { description: 'The envelope: ok, message, lockout, content' } },
});

/**
 * The API as OpenAPI 3.1 (S40): every route that the controllers declare, with the roles that may call it.
 * @param o.prefix the prefix of all paths, without slashes around it
 */
export function openApiOf(routes: readonly Route[], o: { prefix: string; version: string }): OpenApi {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = `/${o.prefix}/${withBraces(route.path)}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Land records portal', version: o.version },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-portal' } },
    },
  };
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: object;
}

/** Collects the routes of a server as they are added. It must be called before the first route is added. */
export function watchRoutes(server: FastifyInstance): readonly LiveRoute[] {
  const live: LiveRoute[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) live.push({ method: each, url });
  });
  return live;
}

/**
 * Compares the served routes with the documented routes (S40).
 * @throws Error that names every route of the API that only one side has
 */
export function checkInventory(live: readonly LiveRoute[], { paths }: OpenApi, prefix: string): void {
  const documented = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  const answered = new Set(
    live
      // leaves out the HEAD routes that Fastify adds for every GET route
      .filter(
        ({ method, url }) => method !== 'HEAD' && url.startsWith(`/${prefix}/`) && url !== unknownApiPath,
      )
      .map(({ method, url }) => `${method} ${withBraces(url)}`),
  );
  const unknown = [
    ...[...answered].filter((route) => !documented.has(route)),
    ...[...documented].filter((route) => !answered.has(route)),
  ];
  if (unknown.length > 0)
    throw new Error(`routes that are live or documented, and not both: ${unknown.join(', ')}`);
}
