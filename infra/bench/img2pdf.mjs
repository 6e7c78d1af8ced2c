import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './cache.mjs';

const VERSION = '0.6.1';
const script = fileURLToPath(new URL('img2pdf-warm.py', import.meta.url));

/**
 * The Python of a virtual environment with img2pdf, outside the repository. Installs it if necessary.
 * @returns {{ python: string } | { reason: string }} `reason`: why it cannot be installed
 */
export function prepareImg2pdf() {
  const folder = cacheFolder('python');
  const python = path.join(folder, 'bin/python');
  const works = () => existsSync(python) && spawnSync(python, ['-c', 'import img2pdf']).status === 0;
  if (works()) return { python };
  const steps = [
    ['python3', ['-m', 'venv', folder]],
    [python, ['-m', 'pip', 'install', '--quiet', `img2pdf==${VERSION}`]],
  ];
  for (const [command, args] of steps) {
    const run = spawnSync(command, args, { encoding: 'utf8' });
    if (run.status !== 0)
      return { reason: `${command} ${args.join(' ')}: ${run.error?.message ?? run.stderr.trim()}` };
  }
  return works() ? { python } : { reason: 'img2pdf was installed but cannot be imported' };
}

/**
 * Returns the processor time, in milliseconds, in which img2pdf writes the file's pages as a PDF, and the size of the
 * PDF in bytes. The time to load img2pdf does not count.
 */
export function img2pdfMs(python, file, rounds) {
  const run = spawnSync(python, [script, String(rounds), file], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`img2pdf: ${run.stderr}`);
  const [ms, bytes] = run.stdout.trim().split(' ').map(Number);
  return { ms, bytes };
}
