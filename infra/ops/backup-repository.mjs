// A repository of pgBackRest in a separate S3 server, with the configuration of deploy/backup.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { projectRoot } from '../local/node-version.mjs';
import { portOf } from '../local/ports.mjs';
import { Problem } from '../local/problem.mjs';
import { startObjectServer } from './object-server.mjs';

const exec = promisify(execFile);
const STANZA = '--stanza=portal';

/** The configuration that deploy/README.md installs. */
export const configuration = path.join(projectRoot, 'deploy/backup');

export function requireBackrest() {
  if (spawnSync('pgbackrest', ['version']).status !== 0)
    throw new Problem(
      'There is no pgBackRest: apt-get install --no-install-recommends pgbackrest postgresql',
    );
}

export class BackupRepository {
  /**
   * @param {import('./drill.mjs').Stage} stage
   * @param {import('./debian-postgres.mjs').DebianPostgres} server the server that is backed up
   */
  static async open(stage, server) {
    const store = await startObjectServer(path.join(stage.folder, 'backups'));
    stage.atEnd(() => store.stop());
    const front = await startTlsFront(
      path.join(stage.folder, 'tls'),
      Number(new URL(store.environment.S3_ENDPOINT).port),
    );
    stage.atEnd(() => front.close());
    return new BackupRepository(stage.folder, server, { ...front, ...store.environment });
  }

  constructor(folder, server, store) {
    // the Unix user of the server may not be allowed to read the checkout
    this.configuration = path.join(folder, 'backup');
    cpSync(configuration, this.configuration, { recursive: true });
    mkdirSync(path.join(this.configuration, 'conf.d'));
    writeFileSync(path.join(this.configuration, 'conf.d/places.conf'), places(server, store));
    this.account = server.account;
    this.environment = {
      PGBACKREST_CONFIG: path.join(this.configuration, 'pgbackrest.conf'),
      PGBACKREST_CONFIG_INCLUDE_PATH: path.join(this.configuration, 'conf.d'),
      PGBACKREST_LOCK_PATH: path.join(server.socketDir, 'locks'),
    };
  }

  /** Runs pgBackRest as the Unix user of the server. @returns {Promise<string>} its output */
  async run(...args) {
    const env = { PATH: process.env.PATH, ...this.environment };
    return (await exec('pgbackrest', [STANZA, ...args], { ...this.account, cwd: '/', env })).stdout;
  }

  /**
   * @param {'full' | 'diff' | 'incr'} type
   * @returns {Promise<{ ms: number, database: number, stored: number }>} the duration, the size of the database, and
   * the size of this backup in the repository; sizes are in bytes
   */
  async backUp(type) {
    const began = performance.now();
    await this.run('backup', `--type=${type}`);
    const ms = performance.now() - began;
    const [{ backup }] = JSON.parse(await this.run('info', '--output=json'));
    const { type: made, info } = backup.at(-1);
    if (made !== type) throw new Error(`pgBackRest made a backup of type ${made} and not ${type}.`);
    return { ms, database: info.size, stored: info.repository.delta };
  }
}

/** The configuration that an operator adds: where the server and the repository are, and the keys of the repository. */
const places = ({ dataDir, port, socketDir }, store) => `[global]
repo1-s3-bucket=${store.S3_BUCKET}
repo1-s3-endpoint=localhost
repo1-s3-region=${store.S3_REGION}
repo1-s3-key=${store.S3_ACCESS_KEY}
repo1-s3-key-secret=${store.S3_SECRET_KEY}
repo1-storage-port=${store.port}
repo1-storage-ca-file=${store.certificate}
repo1-cipher-pass=${randomBytes(16).toString('hex')}
[portal]
pg1-path=${dataDir}
pg1-port=${port}
pg1-socket-path=${socketDir}
`;

/** Puts a TLS proxy in front of a server of this machine, because pgBackRest connects to S3 only over TLS. */
async function startTlsFront(folder, behind) {
  mkdirSync(folder);
  const [key, certificate] = ['server.key', 'server.crt'].map((name) => path.join(folder, name));
  const about = ['-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const pair = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const args = ['req', '-x509', ...pair, '-keyout', key, '-out', certificate, ...about];
  execFileSync('openssl', args, { stdio: 'pipe' });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (socket) => {
    const inner = connect(behind, '127.0.0.1');
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ])
      one.on('error', () => other.destroy()).pipe(other);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return { certificate, port: portOf(server), close: () => server.close() };
}
