import { expect, test } from '@jest/globals';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Catalogue } from '@portal/infra/catalogue';
import { StoreAway } from '@portal/infra/storage';
import { refuse } from '../src/answers/refusal.js';
import { RefusalFilter } from '../src/answers/refusal.filter.js';

const reasons: Record<string, Error> = {
  store: new StoreAway('fetch failed', new Error('ECONNREFUSED')),
  lost: new Error('Connection terminated unexpectedly'),
  late: Object.assign(new Error('canceling statement'), { code: '57014' }),
  defect: new TypeError('undefined is not a function'),
};

@Controller('LandShark/api/auth/provider')
class Refusing {
  @Get(['signIn', 'prove'])
  refuse(): never {
    return refuse('VIEW_ONLY');
  }
}

@Controller()
class Failing {
  @Get(':reason')
  fail(@Param('reason') reason: string): never {
    throw reasons[reason] ?? new Error(reason);
  }
}

@Module({ controllers: [Refusing, Failing] })
class FailingModule {}

const open = async (): Promise<NestFastifyApplication> => {
  const app = await NestFactory.create<NestFastifyApplication>(FailingModule, new FastifyAdapter(), {
    logger: false,
  });
  app.useGlobalFilters(new RefusalFilter(new Catalogue()));
  await app.init();
  return app;
};

test.each([
  ['signIn', '/LandShark/login?problem=VIEW_ONLY'],
  ['prove', '/LandShark/proved?problem=VIEW_ONLY'],
])(
  "if the identity provider's %s is refused, a browser gets the page %s, and a program gets the envelope",
  async (route, page) => {
    const app = await open();
    const url = `/LandShark/api/auth/provider/${route}`;
    const opened = await app.inject({
      url,
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, page]);
    const called = await app.inject({ url, headers: { accept: '*/*' } });
    expect([called.statusCode, called.json()]).toMatchObject([403, { ok: false, status: 'VIEW' }]);
    await app.close();
  },
);

test('a failure of any other route is answered with the envelope, even in a browser', async () => {
  const app = await open();
  const answer = await app.inject({ url: '/defect', headers: { accept: 'text/html' } });
  expect(answer.json()).toMatchObject({ ok: false });
  await app.close();
});

test.each([
  ['store', 503, '2'],
  ['lost', 503, '2'],
  ['late', 504, '2'],
  ['defect', 500, undefined],
])('a route that throws (%s) answers %i and states when to try again: %s', async (name, status, seconds) => {
  const app = await open();
  const answer = await app.inject(`/${name}`);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['retry-after']).toBe(seconds);
  expect(answer.json()).toMatchObject({ ok: false, content: null });
  expect(answer.body).not.toContain('fetch failed');
  await app.close();
});
