import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePortRange } from '../local/ports.mjs';

export const root = resolve(import.meta.dirname, '../..');

/** A folder that PostgreSQL can enter even when root runs the tests and PostgreSQL runs as another Unix user. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-launcher-'));
  chmodSync(folder, 0o755);
  return folder;
}

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
}

function processTable(): Entry[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid: Number(pid), parent: Number(parent), state }];
    } catch {
      return [];
    }
  });
}

/** All processes that `pid` started, directly or indirectly. Works only on Linux, like the tests of the launcher. */
export function descendants(pid: number): number[] {
  const table = processTable();
  const below = (parent: number): number[] =>
    table.filter((entry) => entry.parent === parent).flatMap((entry) => [entry.pid, ...below(entry.pid)]);
  return below(pid);
}

const alive = (pids: readonly number[]): number[] => {
  const running = new Set(processTable().flatMap(({ pid, state }) => (state === 'Z' ? [] : [pid])));
  return pids.filter((pid) => running.has(pid));
};

/** The processes of `pids` that still run after `ms`. Returns early when all have ended. */
export async function survivors(pids: readonly number[], ms = 20_000): Promise<number[]> {
  for (const until = Date.now() + ms; alive(pids).length > 0 && Date.now() < until;) await sleep(50);
  return alive(pids);
}

export const commandOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');

/** One run of the launcher with its own data folder and ports, without the demo counties. */
export class Launch {
  output = '';
  readonly ended: Promise<number | null>;

  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
  ) {
    const keep = (chunk: Buffer): void => void (this.output += chunk.toString());
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    this.ended = new Promise((settle) => child.once('exit', settle));
  }

  static async begin(
    dataDir: string,
    o: { args?: string[]; port?: number; env?: NodeJS.ProcessEnv } = {},
  ): Promise<Launch> {
    const port = o.port ?? (await freePortRange(3));
    const env = { ...process.env, ...o.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0' };
    const args = [join(root, 'infra/local/start.mjs'), ...(o.args ?? [])];
    return new Launch(
      spawn(process.execPath, args, { env, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }),
      port,
    );
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /**
   * Waits until the launcher prints that the product is ready.
   * @returns the start-up time in seconds, as the launcher prints it
   */
  async ready(): Promise<number> {
    for (;;) {
      const seconds = /^Ready in ([\d.]+) s/m.exec(this.output)?.[1];
      if (seconds) return Number(seconds);
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`it ended:\n${this.output}`);
      await sleep(50);
    }
  }

  async answers(path = '/'): Promise<number> {
    return (await fetch(`http://127.0.0.1:${this.port}${path}`)).status;
  }
}

/** Compiles the sources once, so that no test waits for the compilation. */
export function buildOnce(): void {
  const run = spawnSync(process.execPath, [join(root, 'infra/local/build.mjs')], {
    cwd: root,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
}
