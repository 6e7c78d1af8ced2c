// Allows one launcher at a time per data folder. The lock is a socket, so the system releases it however its holder
// dies.
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.mjs';

/**
 * Takes the lock of `dataDir` for as long as this process lives.
 * @param {{ pid: number, port: number, imports?: boolean }} holder what another launcher is told about this one;
 * `imports` is true for an import that has started the servers by itself
 * @throws {Problem} when another launcher has the lock
 */
export async function lockDataDir(dataDir, holder) {
  const address = lockAddress(dataDir);
  const server = createServer((socket) => socket.end(JSON.stringify(holder)));
  for (let attempt = 1; ; attempt++) {
    const code = await listen(server, address);
    if (code === undefined) break;
    if (code !== 'EADDRINUSE') throw new Problem(`The lock of ${dataDir} cannot be taken: ${code}`);
    const other = await askHolder(address);
    if (other) {
      throw new Problem(
        `${dataDir} is in use by another start (process ${other.pid}, http://localhost:${other.port}). ` +
          'Stop that one, or set DATA_DIR and PORT to others for this one.',
      );
    }
    if (attempt === 5) throw new Problem(`${dataDir} is in use by another start that does not answer.`);
    if (!address.startsWith('\0')) rmSync(address, { force: true });
  }
  server.unref();
  return () => server.close();
}

const LOOK_MS = 250;

/**
 * True if a product runs on `dataDir`. First waits until no import holds the lock: an import that has started the
 * servers stops them at its end, even if another import uses them.
 * @param {string} dataDir
 * @param {() => void} onWait called if an import holds the lock
 * @returns {Promise<boolean>}
 */
export async function isProductRunning(dataDir, onWait) {
  for (let told = false; ; told = true) {
    const holder = await askHolder(lockAddress(dataDir));
    if (!holder?.imports) return holder !== undefined;
    if (!told) onWait();
    await sleep(LOOK_MS);
  }
}

/** True while a launcher holds the lock of `dataDir`. */
export const isDataDirInUse = async (dataDir) => (await askHolder(lockAddress(dataDir))) !== undefined;

/**
 * The address of the lock. On Linux the socket needs no file. On other systems its file stays after the holder dies,
 * and `lockDataDir` removes it.
 */
function lockAddress(dataDir) {
  const name = `portal-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24)}`;
  return process.platform === 'linux' ? `\0${name}` : path.join(tmpdir(), `${name}.lock`);
}

function listen(server, address) {
  return new Promise((resolve) => {
    const onError = (error) => resolve(error.code);
    server.once('error', onError);
    server.listen(address, () => {
      server.off('error', onError);
      resolve(undefined);
    });
  });
}

function askHolder(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    let text = '';
    socket.setTimeout(3000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => (text += chunk));
    socket.once('error', () => resolve(undefined));
    socket.once('end', () => resolve(text === '' ? undefined : JSON.parse(text)));
  });
}
