// Replaces the secrets of all processes under load: adds a second secret, then uses it, then drops the first one.
import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import pg from 'pg';
import { databaseSecretOf, hasDatabase } from '../../local/process-environment.mjs';
import { processNames as holders } from '../../local/process-keys.mjs';
import { redisUrlOf } from '../../local/redis-users.mjs';
import { cardSealingKeys, newSealingKey, sealingKeys } from '../../local/sealing-keys.mjs';
import { lostPurchases } from '../day.mjs';
import { drill, seconds } from '../drill.mjs';
import { processNames } from '../fleet.mjs';
import { reasonsOf, recordSteps, stepColumns, totals } from '../steps.mjs';

const AROUND = 60;
const [before, after] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
const [sealing, cards] = [0, 1].map(() => [newSealingKey(), newSealingKey()]);

/** The launcher's variables, from which the variables of all processes are derived. */
const variablesOf = (secrets, sealingList, cardList) => ({
  PROCESS_SECRET: secrets.join(','),
  DATABASE_SECRET: secrets.join(','),
  ...sealingKeys(sealingList.join(',')),
  ...cardSealingKeys(cardList.join(',')),
});
const atFirst = variablesOf([before], [sealing[0]], [cards[0]]);
/**
 * Card keys need no step of their own: the payments process, which opens card keys, is replaced before the gateway,
 * which seals them.
 */
const changes = {
  'a second secret is added': variablesOf([before, after], sealing, [cards[0]]),
  'it is used': variablesOf([after, before], sealing.toReversed(), cards.toReversed()),
  'the first one is dropped': variablesOf([after], [sealing[1]], [cards[1]]),
};

export const { about, run } = drill({
  about: 'the secrets of all processes, of the database and of Redis are replaced under load, without a stop',
  servers: async () => ({ more: atFirst }),
  play: async (stage) => {
    const answers = stage.work();
    await stage.answered(2 * AROUND);
    const { rows, step } = recordSteps(stage, answers);
    for (const [what, variables] of Object.entries(changes))
      await step(what, () => replace(stage, variables));
    await step('afterwards', () => stage.answered(AROUND).then(() => []));
    await stage.day.end();
    const { told, lost } = await lostPurchases(stage.ask, answers);
    const accepted = await oldSecretsAccepted(stage.environment);
    return {
      head: [...stepColumns, 'migrate', 'all processes replaced in'],
      rows: [...rows, ...totals(answers, { told, lost })],
      broken: [
        ...answers.failed.map((one) => `${one.path} got ${reasonsOf([one])}`),
        ...lost.map((guid) => `${guid} was paid and is lost`),
        ...accepted.map((name) => `${name} can still sign in with the first secret`),
        ...(await stage.violations()),
      ],
    };
  },
});

/**
 * Changes the passwords in the servers first, then replaces every process. The identity and payments processes are
 * replaced before the gateway, which seals secrets for them.
 */
async function replace(stage, variables) {
  const { environment, fleet, version } = stage;
  Object.assign(environment, variables);
  const began = performance.now();
  await stage.migrate();
  const migrated = performance.now();
  for (const name of processNames) await fleet.replace(name, version);
  await stage.answered(AROUND);
  return [seconds(migrated - began), seconds(performance.now() - migrated)];
}

/** The users of Redis and the roles of PostgreSQL that still accept the password of the first secret. */
async function oldSecretsAccepted(environment) {
  const old = { ...environment, ...atFirst };
  const { rolePassword, rolesOf } = await import('@portal/infra/db');
  const tried = holders.map(async (name) => {
    const opened = [[`${name} in Redis`, await opensRedis(redisUrlOf(old, name))]];
    if (hasDatabase(name)) {
      const url = new URL(environment.DATABASE_ADMIN_URL);
      url.username = rolesOf(name).app;
      url.password = rolePassword(databaseSecretOf(old, name), url.username);
      opened.push([`${name} in PostgreSQL`, await opensPostgres(url.href)]);
    }
    return opened.filter(([, isOpen]) => isOpen).map(([what]) => what);
  });
  return (await Promise.all(tried)).flat();
}

async function opensRedis(url) {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  const isOpen = await redis.connect().then(
    () => true,
    () => false,
  );
  redis.disconnect();
  return isOpen;
}

async function opensPostgres(connectionString) {
  const client = new pg.Client({ connectionString });
  const isOpen = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return isOpen;
}
