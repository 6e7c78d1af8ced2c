// A separate S3 server for a drill. The tests of the object store use the same program.
import { Client } from 'minio';
import { freePort } from '../local/ports.mjs';
import { sharedTool } from './shared-tool.mjs';

const keys = { accessKey: 'devaccess', secretKey: 'devsecret12345' };
const [BUCKET, REGION] = ['drill', 'us-east-1'];

/**
 * Starts an empty server with one bucket.
 * @param {string} folder where the server keeps its data
 * @returns {Promise<{ environment: Record<string, string>, kill: () => Promise<unknown>, start: () => Promise<unknown>,
 * stop: () => Promise<unknown> }>}
 */
export async function startObjectServer(folder) {
  const port = await freePort();
  const ask = sharedTool('s3-server');
  const start = () => ask('start', folder, port);
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
