// npm does not forward SIGTERM and cannot forward SIGKILL, so the launcher checks whether its parents are alive.
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/**
 * Calls `onGone` once when the parent of this process is gone, or when npm is gone and the parent is the shell that npm
 * started.
 */
export function watchParents(onGone) {
  const parent = process.ppid;
  const behindShell = isShell(parent) ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    const orphaned =
      process.ppid !== parent || (behindShell !== undefined && parentOf(parent) !== behindShell);
    if (!orphaned) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** True for the shell through which npm starts scripts (`sh -c`); an interactive shell has no -c and does not count. */
function isShell(pid) {
  try {
    const [program, option] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return /(^|\/)(ba|da|z)?sh$/.test(program) && option === '-c';
  } catch {
    return false;
  }
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
