// Preloaded into the Node processes that the launcher starts, as a second safeguard in addition to the reaper
// (processes.mjs). Their standard input is a pipe from the launcher. When the pipe closes, the launcher is gone, and
// this process stops as if by SIGTERM.
process.stdin.on('error', () => undefined);
process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
process.stdin.unref();
