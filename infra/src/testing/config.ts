import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callers } from '@portal/proto/rpc/callers';
import { readConfig, type Config } from '../config/index.js';
import { testAdminUrl, testRedisUrl } from './database.js';

const privateText = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
const publicText = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');

const testSealingKey = privateText(generateKeyPairSync('x25519').privateKey);
/** All processes, and a service that exists only in the tests of this package. */
const names = [...callers, 'trial-visits'];
const pairs = names.map((name) => ({ name, ...generateKeyPairSync('x25519') }));

/** Private keys of the named processes, and the public keys of all processes, as in a deployment. */
export const testKeys = (...names: readonly string[]): { RPC_KEY: string; RPC_PUBLIC_KEYS: string } => ({
  RPC_KEY: pairs
    .filter(({ name }) => names.includes(name))
    .map(({ name, privateKey }) => `${name}=${privateText(privateKey)}`)
    .join(','),
  RPC_PUBLIC_KEYS: pairs.map(({ name, publicKey }) => `${name}=${publicText(publicKey)}`).join(','),
});

/**
 * Returns a complete configuration for a test. It has a Redis namespace and folders that no other test uses, the
 * servers of the test cluster, and the keys of every process.
 */
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
    ...testKeys(...names),
    SECOND_FACTOR_SECRET: 'a secret that only tests use',
    SEALING_KEY: testSealingKey,
    SMTP_URL: 'smtp://127.0.0.1:1',
    CARD_PROVIDER: 'sandbox',
    PAYMENT_ORIGIN: 'http://pay.localhost:1',
    LOG_LEVEL: 'error',
  });
  return { ...config, ...over };
}
