// Starts child processes that must not outlive the launcher, however it ends.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A shell that only reads its standard input. When the launcher dies, even by SIGKILL, the pipe closes, `read` fails,
 * and the shell ends every process still on its list: it kills what still runs after 15 seconds. It has its own session,
 * so that neither Ctrl-C nor closing the terminal reaches it.
 */
const REAPER = `
trap '' INT TERM HUP
list=
while read -r verb pid signal; do
  rest=
  for entry in $list; do [ "\${entry%:*}" = "$pid" ] || rest="$rest $entry"; done
  list=$rest
  [ "$verb" = watch ] && list="$list $pid:$signal"
done
for entry in $list; do kill -s "\${entry#*:}" "\${entry%:*}" 2>/dev/null; done
wait=15
while [ $wait -gt 0 ]; do
  alive=
  for entry in $list; do kill -s 0 "\${entry%:*}" 2>/dev/null && alive=1; done
  [ -n "$alive" ] || exit 0
  sleep 1
  wait=$((wait - 1))
done
for entry in $list; do kill -s KILL "\${entry%:*}" 2>/dev/null; done
exit 0
`;

const END_WITH_PARENT = new URL('end-with-parent.mjs', import.meta.url).href;

let reaper;

function tellReaper(line) {
  if (!reaper) {
    const shell = spawn('/bin/sh', ['-c', REAPER], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
    });
    shell.unref();
    /** @type {import('node:net').Socket} */ (shell.stdin).unref();
    shell.stdin.on('error', () => {
      reaper = undefined;
    });
    reaper = shell.stdin;
  }
  reaper.write(`${line}\n`);
}

/** Makes `pid` receive `signal` (without the SIG) as soon as this process is gone. */
export function endWithThisProcess(pid, signal = 'TERM') {
  tellReaper(`watch ${pid} ${signal}`);
}

/** Removes `pid` from the list: the process has ended, and another program may get its number. */
function forgetProcess(pid) {
  tellReaper(`forget ${pid} -`);
}

/** Starts a child that ends with this process. It has its own session, so Ctrl-C reaches only this process. */
export function spawnOwned(command, args, options, endSignal) {
  const child = spawn(command, args, { ...options, detached: true });
  if (child.pid !== undefined) {
    endWithThisProcess(child.pid, endSignal);
    child.once('exit', () => forgetProcess(child.pid));
  }
  return child;
}

/**
 * Starts a Node script that ends with this process, even if the reaper is dead.
 * @param {{ env?: NodeJS.ProcessEnv, output: 'inherit' | 'pipe' }} how `output`: where its standard output and errors
 * go
 */
export function spawnOwnedNode(script, args, how) {
  const { env = process.env, output } = how;
  const all = ['--enable-source-maps', '--import', END_WITH_PARENT, script, ...args];
  const child = spawnOwned(process.execPath, all, { env, stdio: ['pipe', output, output] }, 'TERM');
  child.stdin?.on('error', () => undefined);
  return child;
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * True for a process that has ended but stays in the process table: in a container whose first process reaps no
 * children, an orphan stays there forever.
 */
function isZombie(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/** Sends the signals one after another until the process has ended. Waits at most `patienceMs` after each signal. */
export async function stopProcess(pid, signals, patienceMs = 8000) {
  for (const signal of signals) {
    if (!isAlive(pid)) break;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
    const until = Date.now() + patienceMs;
    while (isAlive(pid) && Date.now() < until) await sleep(20);
  }
  forgetProcess(pid);
}
