// Loses all data under load and restores it to a given second. This is the common part of the drills that restore.
import { cpSync, rmSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { Redis } from 'ioredis';
import { lostPurchases } from './day.mjs';
import { seconds } from './drill.mjs';

/**
 * How many answers the drill waits for before the restored point in time (a random number between the first two), and
 * how many after it.
 */
const [BEFORE, MOST_BEFORE, AFTER] = [200, 400, 200];

/**
 * @param {import('./drill.mjs').Stage} stage with people at work
 * @param {object} backup
 * @param {() => Promise<void>} backup.complete settles when the archive has everything that was written so far
 * @param {() => Promise<void>} backup.lose destroys the database
 * @param {(moment: Date) => Promise<void>} backup.restore settles when the database is back at its address and accepts
 * writes
 * @returns {Promise<{ rows: string[][], broken: string[] }>}
 */
export async function loseAndRestore(stage, backup) {
  const { answers } = stage.day;
  await stage.answered(randomInt(BEFORE, MOST_BEFORE));
  const moment = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  await stage.answered(AFTER);
  await backup.complete();
  await stage.day.end();
  // the copy of the store must not be older than the restored point in time; in production this holds because the store
  // keeps old versions or is copied after the database
  const copy = path.join(stage.folder, 'objects-copy');
  cpSync(stage.environment.OBJECTS_DIR, copy, { recursive: true });
  stage.say(`the database and the object store are lost and restored to ${moment.toISOString()}`);
  const times = await restoreAll(stage, backup, { moment, copy });
  const after = await lookAfter(stage, answers, moment);
  return {
    rows: [
      ['requests before the loss, of them failed', `${answers.requests}, ${answers.failed.length}`],
      ['purchases confirmed before that second, lost', `${after.told}, ${after.lost.length}`],
      ['purchases after that second, which are lost', String(after.gone)],
      ['time until the database takes writes', times.database],
      ['time to service', times.service],
      ['requests after the restore, of them failed', `${after.requests}, ${after.failed}`],
    ],
    broken: after.broken,
  };
}

/**
 * Destroys the database and the object store, restores the database to the given time and the object store from its
 * copy, and empties Redis.
 */
async function restoreAll(stage, backup, { moment, copy }) {
  const { environment, servers, fleet } = stage;
  await backup.lose();
  await fleet.stop();
  rmSync(environment.OBJECTS_DIR, { recursive: true });
  const began = performance.now();
  await backup.restore(moment);
  const database = seconds(performance.now() - began);
  cpSync(copy, environment.OBJECTS_DIR, { recursive: true });
  await emptied(servers.redisUrl);
  await stage.migrate();
  await stage.startFleet();
  return { database, service: seconds(performance.now() - began) };
}

async function emptied(redisUrl) {
  const redis = new Redis(redisUrl);
  await redis.flushall();
  redis.disconnect();
}

/** Checks that the restored product has every purchase from before the given time, breaks no rule, and sells again. */
async function lookAfter(stage, before, moment) {
  const { told, lost } = await lostPurchases(stage.ask, before, moment.getTime());
  const paid = before.purchases.filter(({ outcome }) => outcome === 'PAID').length;
  const first = await stage.violations();
  stage.work({ seed: 'after' });
  await stage.answered(100);
  const { requests, failed, purchases } = await stage.day.end();
  const sold = purchases.some(({ outcome }) => outcome === 'PAID');
  return {
    ...{ told, lost, requests },
    gone: paid - told,
    failed: failed.length,
    broken: [
      ...(told === 0 ? ['nothing was bought before the moment: the drill shows nothing'] : []),
      ...lost.map((guid) => `${guid} was paid before ${moment.toISOString()} and is lost`),
      ...first.map((text) => `restored: ${text}`),
      ...failed.map(({ path: asked, status }) => `after the restore ${asked} got ${status}`),
      ...(sold ? [] : ['nothing could be bought after the restore']),
    ],
  };
}
