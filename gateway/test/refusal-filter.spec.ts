import { expect, test } from '@jest/globals';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Catalogue } from '@portal/infra/catalogue';
import { StoreAway } from '@portal/infra/storage';
import { RefusalFilter } from '../src/answers/refusal.filter.js';

const reasons: Record<string, Error> = {
  store: new StoreAway('fetch failed', new Error('ECONNREFUSED')),
  lost: new Error('Connection terminated unexpectedly'),
  late: Object.assign(new Error('canceling statement'), { code: '57014' }),
  defect: new TypeError('undefined is not a function'),
};

@Controller()
class Failing {
  @Get(':reason')
  fail(@Param('reason') reason: string): never {
    throw reasons[reason] ?? new Error(reason);
  }
}

@Module({ controllers: [Failing] })
class FailingModule {}

test.each([
  ['store', 503, '2'],
  ['lost', 503, '2'],
  ['late', 504, '2'],
  ['defect', 500, undefined],
])('a route that throws (%s) answers %i and states when to try again: %s', async (name, status, seconds) => {
  const app = await NestFactory.create<NestFastifyApplication>(FailingModule, new FastifyAdapter(), {
    logger: false,
  });
  app.useGlobalFilters(new RefusalFilter(new Catalogue()));
  await app.init();
  const answer = await app.inject(`/${name}`);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['retry-after']).toBe(seconds);
  expect(answer.json()).toMatchObject({ ok: false, content: null });
  expect(answer.body).not.toContain('fetch failed');
  await app.close();
});
