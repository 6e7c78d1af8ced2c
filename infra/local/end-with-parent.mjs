// Preloaded into each Node process that the launcher starts, as a second safeguard in addition to the reaper
// (processes.mjs). The standard input of the process is a pipe from the launcher. When the pipe closes, the launcher is
// gone, and the process stops as if by SIGTERM.
process.stdin.on('error', () => undefined);
process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
process.stdin.unref();
