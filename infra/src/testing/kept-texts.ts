import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { openConnection, whenReady, type Redis } from '../redis/index.js';

/** A text that a product stores, and its place: a column of a table, a key of Redis, a file. */
export interface KeptText {
  readonly place: string;
  readonly text: string;
}

interface Secrets {
  readonly database: string;
  readonly redis: string;
}

const secretsOf = (dataDir: string): Secrets =>
  JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as Secrets;

/**
 * Finds a number in every table of an embedded product, in texts and in bytes. Spaces and hyphens between its digits
 * are ignored.
 */
export async function rowsWith(dataDir: string, digits: string): Promise<KeptText[]> {
  return withProductDatabase(dataDir, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 1`,
    );
    if (tables.length === 0) throw new Error('the database has no tables');
    const found: KeptText[] = [];
    for (const { name } of tables) found.push(...(await rowsOf(client, name, digits)));
    return found;
  });
}

/** The URL with which the administrator reaches the database of an embedded product. */
export function productDatabaseUrl(dataDir: string): string {
  const [, , , port] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const password = encodeURIComponent(secretsOf(dataDir).database);
  return `postgres://postgres:${password}@127.0.0.1:${port}/portal`;
}

/** Works on the database of an embedded product as its administrator, who sees the rows of every county. */
export async function withProductDatabase<T>(
  dataDir: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: productDatabaseUrl(dataDir) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function rowsOf(client: pg.Client, table: string, digits: string): Promise<KeptText[]> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT text FROM (SELECT regexp_replace(row.*::text, '[ -]', '', 'g') AS text FROM ${table} AS row) AS rows
      WHERE text LIKE '%' || $1 || '%' OR text LIKE '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'`,
    [digits],
  );
  return rows.map(({ text }) => ({ place: table, text }));
}

async function openRedis(dataDir: string): Promise<Redis> {
  const port = readFileSync(path.join(dataDir, 'redis/port'), 'utf8');
  const redis = openConnection(`redis://:${secretsOf(dataDir).redis}@127.0.0.1:${port}`);
  await whenReady(redis);
  return redis;
}

/**
 * The messages that the product's Redis publishes from now until `stop`. These are replies to commands, which Redis
 * stores only if the caller has lost the connection.
 */
export async function publishedTexts(dataDir: string): Promise<{ heard: KeptText[]; stop: () => void }> {
  const redis = await openRedis(dataDir);
  const heard: KeptText[] = [];
  redis.on('pmessage', (_pattern: string, place: string, text: string) => heard.push({ place, text }));
  await redis.psubscribe('*');
  return { heard, stop: () => redis.disconnect() };
}

/** The content of every key of the product's Redis: streams of events and commands, limits, copies, sessions. */
export async function redisTexts(dataDir: string): Promise<KeptText[]> {
  const redis = await openRedis(dataDir);
  try {
    const texts: KeptText[] = [];
    for (let cursor = '0', more = true; more; more = cursor !== '0') {
      const [next, keys] = await redis.scan(cursor, 'COUNT', 1_000);
      cursor = next;
      for (const key of keys) texts.push({ place: key, text: `${key} ${await valueOf(redis, key)}` });
    }
    return texts;
  } finally {
    redis.disconnect();
  }
}

async function valueOf(redis: Redis, key: string): Promise<string> {
  const readers: Record<string, () => Promise<unknown>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, 0, -1),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, 0, -1),
    stream: () => redis.xrange(key, '-', '+'),
    none: () => Promise.resolve(''),
  };
  const reader = readers[await redis.type(key)];
  if (!reader) throw new Error(`${key} is of a type that nobody reads`);
  return JSON.stringify(await reader());
}

/** Files of a folder that changed after a given time; compressed files are decompressed. */
export function filesSince(folder: string, since: Date): KeptText[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  return files
    .filter((file) => statSync(file).mtime >= since)
    .map((file) => ({ place: path.relative(folder, file), text: textOf(readFileSync(file)) }));
}

const textOf = (bytes: Buffer): string =>
  (bytes.readUInt16BE(0) === 0x1f8b ? gunzipSync(bytes) : bytes).toString('latin1');
