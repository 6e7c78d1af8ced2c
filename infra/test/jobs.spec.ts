import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { Jobs, JobsModule, OnJob, type Wake } from '../src/jobs/index.js';
import { type RunningService, startServiceInProcess } from '../src/rpc/index.js';
import { eventually, testConfig } from '../src/testing/index.js';
import { PrivateRedis } from './private-redis.js';

const woken: { by: string; wake: Wake }[] = [];
let faults = 0;

@Injectable()
class Sweeper {
  @OnJob('sweep', { everyMs: 300 })
  async sweep(wake: Wake): Promise<void> {
    woken.push({ by: 'sweep', wake });
  }

  @OnJob('render')
  async render(wake: Wake): Promise<void> {
    woken.push({ by: 'render', wake });
    if (faults-- > 0) throw new Error('not yet');
  }
}

@Module({})
class JobFixtureModule {}
const fixture = (): DynamicModule => ({
  module: JobFixtureModule,
  imports: [JobsModule.forService('imaging')],
  providers: [Sweeper],
});

let redis: PrivateRedis;
let replicas: RunningService[];

beforeEach(async () => {
  redis = await PrivateRedis.start();
  const config = testConfig({ redisUrl: redis.url });
  const start = (): Promise<RunningService> =>
    startServiceInProcess('imaging', fixture(), { config, contracts: [] });
  replicas = [await start(), await start()];
  woken.length = 0;
  faults = 0;
});
afterEach(async () => {
  for (const replica of replicas) await replica.close();
  await redis.close();
});

const wokenBy = (job: string): Wake[] => woken.filter(({ by }) => by === job).map(({ wake }) => wake);

test('a wake-up reaches one replica and names the row to work on', async () => {
  await replicas[0]?.get(Jobs).wake('render', { county: 'lake', id: '7' });
  await eventually(() => expect(wokenBy('render')).toEqual([{ county: 'lake', id: '7' }]));
});

test('each replica reports the jobs of the service, and how many runs of each job failed for good', async () => {
  faults = Number.POSITIVE_INFINITY;
  await replicas[0]?.get(Jobs).wake('render');
  await eventually(async () => {
    for (const replica of replicas)
      expect(await replica.get(Jobs).signs()).toEqual([
        { job: 'render', waiting: 0, running: 0, failed: 1 },
        expect.objectContaining({ job: 'sweep', failed: 0 }),
      ]);
  }, 15_000);
}, 30_000);

test('a job that fails is tried again', async () => {
  faults = 1;
  await replicas[0]?.get(Jobs).wake('render');
  await eventually(() => expect(wokenBy('render')).toHaveLength(2));
});

test('a scheduled job continues after the queue has lost its next run', async () => {
  await eventually(() => expect(wokenBy('sweep').length).toBeGreaterThan(1));
  const client = new Redis(redis.url);
  const [schedule = ''] = await client.keys('*imaging.sweep:repeat');
  const queue = schedule.replace(/:repeat$/, '');
  // removes the schedule's next run and makes the schedule two minutes overdue, as if workers had died twice during a
  // run
  await eventually(async () => {
    woken.length = 0;
    const [id = ''] = await client.zrange(schedule, 0, 0);
    const lose = client.multi().del(`${queue}:delayed`, `${queue}:wait`, `${queue}:active`);
    await lose.zadd(schedule, Date.now() - 120_000, id).exec();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(wokenBy('sweep')).toEqual([]);
  }, 15_000);
  client.disconnect();
  await replicas[0]?.get(Jobs).keepSchedules();
  await eventually(() => expect(wokenBy('sweep').length).toBeGreaterThan(1), 15_000);
}, 60_000);

test('a schedule wakes one replica each time, even after Redis comes back empty', async () => {
  await eventually(() => expect(wokenBy('sweep').length).toBeGreaterThan(1));
  redis.kill();
  await replicas[0]?.get(Jobs).wake('render');
  expect(wokenBy('render')).toEqual([]);
  await redis.bringBack();
  woken.length = 0;
  await eventually(async () => {
    await replicas[0]?.get(Jobs).keepSchedules();
    expect(wokenBy('sweep').length).toBeGreaterThan(1);
  }, 15_000);
});
