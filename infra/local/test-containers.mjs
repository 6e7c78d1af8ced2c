// PostgreSQL and Redis of the tests as containers, from the images of docker-compose.yml (`npm test -- --containers`).
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot } from './node-version.mjs';
import { Problem } from './problem.mjs';

const exec = promisify(execFile);
const START_MS = 60_000;
const LOOK_MS = 200;

const servers = {
  postgres: {
    port: 5432,
    isReady: ['pg_isready', '-q', '-h', '127.0.0.1', '-d', 'portal'],
    // two lanes of tests share this server
    options: ['--shm-size', '512m', '--env', 'POSTGRES_CONNECTIONS=800'],
    variable: 'TEST_DATABASE_ADMIN_URL',
    url: (password, port) => `postgres://postgres:${password}@127.0.0.1:${port}/portal`,
  },
  redis: {
    port: 6379,
    isReady: ['sh', '/usr/local/bin/redis.sh', 'health'],
    options: [],
    variable: 'TEST_REDIS_URL',
    url: (password, port) => `redis://:${password}@127.0.0.1:${port}`,
  },
};

/**
 * Builds the images, starts both servers and names them in this process's environment, where the tests of services and
 * infra find them. Tests that stop or configure a server still start one of their own.
 * @param {{ add: (what: string, stop: () => Promise<void>) => void }} shutdown receives what this function returns
 * @param {(line: string) => void} say
 * @returns {Promise<() => Promise<void>>} removes the containers
 * @throws {Problem} if there is no container engine, or a server does not start
 */
export async function startContainers(shutdown, say) {
  await exec('docker', ['info']).catch(() => {
    throw new Problem(
      '--containers needs Docker, or Podman with its command "docker". Without --containers, the tests start servers without containers.',
    );
  });
  const password = randomBytes(16).toString('hex');
  const secrets = mkdtempSync(path.join(tmpdir(), 'portal-secrets-'));
  // the servers run under other user ids than this process, and must be able to read the password
  chmodSync(secrets, 0o755);
  writeFileSync(path.join(secrets, 'password'), password, { mode: 0o644 });
  const started = [];
  const remove = async () => {
    for (const id of started.splice(0)) await exec('docker', ['rm', '--force', '--volumes', id]);
    rmSync(secrets, { recursive: true, force: true });
  };
  shutdown.add('containers of the tests', remove);
  try {
    for (const [name, server] of Object.entries(servers)) {
      say(`Building and starting ${name} in a container`);
      const image = await build(name);
      const id = await start(image, secrets, server.options, server.port);
      started.push(id);
      const port = await portOf(id, server.port);
      await untilReady(id, name, server.isReady);
      process.env[server.variable] = server.url(password, port);
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}

async function build(name) {
  const image = `land-records-portal/${name}:test`;
  const args = ['build', '--target', name, '--tag', image, path.join(projectRoot, 'deploy/servers')];
  const built = exec('docker', args, { maxBuffer: 64e6 });
  await built.catch((error) => {
    const reason = String(error.stderr).trim().split('\n').slice(-5).join('\n');
    throw new Problem(`The image of ${name} was not built:\n${reason}`);
  });
  return image;
}

async function start(image, secrets, options, port) {
  const mounts = ['--volume', `${secrets}:/run/secrets:ro`];
  const all = ['run', '--detach', '--publish', `127.0.0.1::${port}`, ...mounts, ...options, image];
  const { stdout } = await exec('docker', all);
  return stdout.trim();
}

/** @returns {Promise<string>} the port of this machine at which the container's port answers */
async function portOf(id, port) {
  const { stdout } = await exec('docker', ['port', id, `${port}/tcp`]);
  // docker prints a line for each address of this machine, such as 127.0.0.1:32768
  return stdout.trim().split('\n')[0].split(':').at(-1) ?? '';
}

async function untilReady(id, name, command) {
  for (const until = Date.now() + START_MS; ; await sleep(LOOK_MS)) {
    const ready = await exec('docker', ['exec', id, ...command]).then(
      () => true,
      () => false,
    );
    if (ready) return;
    if (Date.now() < until) continue;
    const { stdout, stderr } = await exec('docker', ['logs', '--tail', '10', id]);
    throw new Problem(`${name} did not start in its container:\n${stdout}${stderr}`);
  }
}
