import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { openLog } from '@portal/infra/log';
import type { ProcessEntry } from '@portal/infra/threads';

const log = openLog('imaging');

/**
 * Shell commands that run before Node: limits on memory and CPU seconds, no core dumps, and an empty network namespace
 * where the system allows it. `exec` keeps the process id, so that a kill reaches Node itself.
 */
const limited = `ulimit -d "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; ulimit -c 0 2>/dev/null; shift 2
if unshare -rn true 2>/dev/null; then exec unshare -rn "$@"; fi
exec "$@"`;

/**
 * Starts a program that decodes untrusted files: without credentials, without rights to write files or start processes,
 * with limits on memory and CPU (imaging/DESIGN.md#hostile-input). It communicates through its pipes. If it
 * cannot be started, its pipes close as if it had died, and the error is logged.
 */
export function startLimited(
  { file, flags }: ProcessEntry,
  { memoryMb, cpuSeconds, shell = '/bin/sh' }: { memoryMb: number; cpuSeconds: number; shell?: string },
): ChildProcessByStdio<Writable, Readable, null> {
  const node = [
    process.execPath,
    `--max-old-space-size=${Math.round(memoryMb / 2)}`,
    '--permission',
    '--allow-addons',
    '--allow-fs-read=*',
    '--disable-warning=SecurityWarning',
    ...flags,
    file,
  ];
  const args = ['-c', limited, 'sh', String(memoryMb * 1024), String(cpuSeconds), ...node];
  const child = spawn(shell, args, { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
  child.on('error', (error) => log.error({ err: error }, 'a limited process could not be started'));
  // A dying process closes its pipe. The reader of its answers notices this, so a failed write is ignored.
  child.stdin.on('error', () => undefined);
  child.unref();
  return child;
}
