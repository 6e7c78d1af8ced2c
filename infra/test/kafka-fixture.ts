import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasOpenssl, makeCertificates } from './certificates-fixture.js';

const run = promisify(execFile);

/**
 * Returns the environment in which the broker gets a second listener, for TLS. The first folder in its PATH contains a
 * script `java`, which adds Kafka settings and calls the real `java`. Without openssl, returns the present environment.
 */
export async function javaWithTls(folder: string, port: number, tlsPort: number): Promise<NodeJS.ProcessEnv> {
  if (!hasOpenssl) return process.env;
  makeCertificates(folder);
  const files = ['server.key', 'server.crt'].map((file) => readFile(join(folder, file), 'utf8'));
  await writeFile(join(folder, 'server.pem'), (await Promise.all(files)).join(''));
  const listeners = `PLAINTEXT://127.0.0.1:${port},SSL://127.0.0.1:${tlsPort}`;
  const settings = [
    `listeners=${listeners},CONTROLLER://127.0.0.1:${port + 1}`,
    `advertised.listeners=${listeners}`,
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SSL:SSL,CONTROLLER:PLAINTEXT',
    'ssl.keystore.type=PEM',
    `ssl.keystore.location=${join(folder, 'server.pem')}`,
  ];
  const { stdout: java } = await run('sh', ['-c', 'command -v java']);
  const call = `exec ${java.trim()} "$@"`;
  const more = settings.map((setting) => `--override ${setting}`).join(' ');
  await writeFile(
    join(folder, 'java'),
    `#!/bin/sh\ncase "$*" in *' kafka.Kafka '*) ${call} ${more} ;; *) ${call} ;; esac\n`,
    { mode: 0o755 },
  );
  return { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
}
