import { expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import { controllers } from '../src/app.module.js';
import { checkInventory, openApiOf, watchRoutes } from '../src/edge/inventory.js';
import { listRoutes } from '../src/session/access.check.js';

const prefix = 'LandShark/api';
const documented = openApiOf(listRoutes(controllers), { prefix, version: '1' });

/**
 * Returns a server with the documented routes.
 * @param but the URL of a documented route that the server lacks
 * @param more an additional route of the server
 */
const serving = (but?: string, more?: { method: 'GET' | 'POST'; url: string }) => {
  const server = fastify();
  const live = watchRoutes(server);
  for (const { method, path } of listRoutes(controllers)) {
    const url = `/${prefix}/${path}`;
    if (url !== but) server.route({ method, url, handler: () => '' });
  }
  server.get('/LandShark/config.json', () => '');
  if (more) server.route({ ...more, handler: () => '' });
  return live;
};

test('S40 the OpenAPI document lists every route of the API and who may call it', () => {
  const routes = listRoutes(controllers);
  const operations = Object.values(documented.paths).flatMap((methods) => Object.keys(methods));
  expect(operations).toHaveLength(routes.length);
  expect(documented.paths['/LandShark/api/imaging/download/{imageStateGuid}']?.get).toMatchObject({
    parameters: [{ name: 'imageStateGuid', in: 'path' }],
    security: [{ session: [] }],
    'x-roles': expect.arrayContaining(['USER', 'TRIMIN']),
  });
  expect(documented.paths['/LandShark/api/auth/login']?.post).toMatchObject({ security: [], 'x-roles': [] });
  const ids = Object.values(documented.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('S40 a server whose routes differ from the OpenAPI document does not start, and the error names the route', () => {
  expect(() => checkInventory(serving(), documented, prefix)).not.toThrow();
  const hidden = { method: 'POST', url: `/${prefix}/debug/everything` } as const;
  expect(() => checkInventory(serving(undefined, hidden), documented, prefix)).toThrow(
    'POST /LandShark/api/debug/everything',
  );
  expect(() => checkInventory(serving(`/${prefix}/home/all`), documented, prefix)).toThrow(
    'GET /LandShark/api/home/all',
  );
});
