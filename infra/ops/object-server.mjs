// An S3 server of a drill's own. The program is the one that the tests of the store use.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'minio';
import { freePort } from '../local/ports.mjs';

const run = promisify(execFile);
const keys = { accessKey: 'devaccess', secretKey: 'devsecret12345' };
const [BUCKET, REGION] = ['drill', 'us-east-1'];

/**
 * Starts an empty server with one bucket.
 * @param {string} folder keeps its data
 * @returns {Promise<{ environment: Record<string, string>, kill: () => Promise<void>, start: () => Promise<void>,
 * stop: () => Promise<void> }>}
 */
export async function startObjectServer(folder) {
  const program = path.resolve(process.env.SHARED_DIR ?? '../shared', 'tools/s3-server');
  if (!existsSync(program)) throw new Error(`There is no S3 server at ${program} (SHARED_DIR)`);
  const port = await freePort();
  const ask = async (...args) => void (await run(program, args));
  const start = () => ask('start', folder, String(port));
  await start();
  const client = new Client({ endPoint: '127.0.0.1', port, useSSL: false, region: REGION, ...keys });
  await client.makeBucket(BUCKET, REGION);
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ACCESS_KEY: keys.accessKey,
      S3_SECRET_KEY: keys.secretKey,
    },
    start,
    kill: () => ask('kill', folder),
    stop: () => ask('stop', folder),
  };
}
