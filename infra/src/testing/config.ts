import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, type Config } from '../config/index.js';
import { testAdminUrl, testRedisUrl } from './database.js';

const testSealingKey = generateKeyPairSync('x25519')
  .privateKey.export({ type: 'pkcs8', format: 'der' })
  .toString('base64');

/** A whole configuration for a test: its own Redis namespace and folders, the test cluster's servers. */
export function testConfig(over: Partial<Config> = {}): Config {
  const own = `test-${randomBytes(6).toString('hex')}`;
  const config = readConfig({
    PORT: '0',
    SERVICE_PORT: '0',
    OBJECTS_DIR: join(tmpdir(), own, 'objects'),
    DATABASE_ADMIN_URL: testAdminUrl(),
    DATABASE_POOL: '4',
    REDIS_URL: testRedisUrl(),
    REDIS_NAMESPACE: own,
    RPC_SECRET: 'a secret that only tests use',
    SEALING_KEY: testSealingKey,
    SMTP_URL: 'smtp://127.0.0.1:1',
    CARD_PROVIDER: 'sandbox',
    PAYMENT_ORIGIN: 'http://pay.localhost:1',
    LOG_LEVEL: 'error',
  });
  return { ...config, ...over };
}
