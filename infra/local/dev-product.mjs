// The services of `npm run dev`, in a separate process that restarts when a source changes. PostgreSQL, Redis and the
// sandbox stay with the launcher, so a restart takes a second or two.
import { importDemoCounties } from './demo-counties.mjs';
import { migrateAll } from './migrations.mjs';
import { startInThisProcess } from './one-process.mjs';
import { reportAndExit } from './problem.mjs';
import { makeRedisUsers } from './redis-users.mjs';

const environment = /** @type {Record<string, string>} */ ({ ...process.env });
const say = (line) => process.stdout.write(`          ${line}\n`);

try {
  await migrateAll(environment);
  await makeRedisUsers(environment);
  const product = await startInThisProcess(environment);
  process.once('SIGTERM', () => void product.stop().finally(() => process.exit(0)));
  await importDemoCounties({ environment, dataDir: environment.DATA_DIR, say });
} catch (error) {
  reportAndExit(error);
}
