import { expect, test } from '@jest/globals';
import { RecentTimes, registry } from '@portal/infra/metrics';
import fastify from 'fastify';
import { measureAnswers } from '../src/edge/measure-answers.js';

test('answers are counted by route, lane and class of status, never by text that a visitor types', async () => {
  const server = fastify();
  measureAnswers(server, new RecentTimes());
  server.post('/LandShark/api/search/searchByName', () => ({ ok: true }));
  server.get('/LandShark/api/imaging/download/:imageStateGuid', (_request, reply) =>
    reply.status(503).send('busy'),
  );
  server.get('/LandShark/page', () => 'a page');
  await server.inject({ method: 'POST', url: '/LandShark/api/search/searchByName' });
  await server.inject('/LandShark/api/imaging/download/SMITH?from=JONES');
  await server.inject({ method: 'PUT', url: '/LandShark/api/no-such-route/SMITH' });
  await server.inject('/LandShark/page');
  const text = await registry.metrics();
  expect(text).toContain(
    'http_requests_total{method="POST",route="/LandShark/api/search/searchByName",lane="search",status="2xx"} 1',
  );
  expect(text).toContain(
    'http_requests_total{method="GET",route="/LandShark/api/imaging/download/:imageStateGuid",lane="purchase",status="5xx"} 1',
  );
  expect(text).toContain('http_requests_total{method="none",route="none",lane="other",status="4xx"} 1');
  expect(text).toMatch(
    /http_request_duration_seconds_bucket\{le="0.3",route="[^"]*searchByName",lane="search",outcome="ok"\} 1/,
  );
  expect(text).toMatch(
    /http_request_duration_seconds_bucket\{le="0.3",route="[^"]*:imageStateGuid",lane="purchase",outcome="failed"\} 1/,
  );
  expect(text).not.toMatch(/SMITH|JONES|LandShark\/page/);
  await server.close();
});
