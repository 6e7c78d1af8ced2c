import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'minio';
import type { Config } from '../config/index.js';

const settings = {
  accessKey: 'devaccess',
  secretKey: 'devsecret12345',
  region: 'us-east-1',
  bucket: 'objects',
};

/** A running S3 server with an empty bucket. */
export interface S3Server {
  readonly endpoint: string;
  readonly storage: Extract<Config['storage'], { kind: 's3' }>;
  close(): Promise<void>;
}

/** @param program the path of `tools/s3-server` (see `describeWithShared`) */
export async function startS3(program: string): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 's3-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  execFileSync(program, ['start', folder, String(port)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const client = new Client({ endPoint: '127.0.0.1', port, useSSL: false, ...settings });
  await client.makeBucket(settings.bucket);
  return {
    endpoint,
    storage: { kind: 's3', endpoint, ...settings },
    close: async () => {
      execFileSync(program, ['stop', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
