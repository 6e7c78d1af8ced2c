import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './node-version.mjs';
import { Problem } from './problem.mjs';

const web = path.join(projectRoot, 'web');
const STAMP = path.join(web, 'dist/.sources');
const INPUTS = ['web/src', 'web/public', 'web/build', 'proto/src', 'proto/locales'];
const INPUT_FILES = [
  ...['web/index.html', 'web/card-communicator.html'],
  ...['web/package.json', 'web/vite.config.ts', 'package-lock.json'],
];

/** True if an earlier build left pages, even outdated ones. */
export const hasBuiltPages = () => existsSync(STAMP);

/** Builds the pages when one of their sources changed since the last build. Resolves to a message for the terminal. */
export async function buildWeb() {
  const hash = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return 'up to date';
  await runVite();
  writeFileSync(STAMP, hash);
  return 'built';
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of [...INPUTS.flatMap(filesBelow), ...INPUT_FILES].sort()) {
    const place = path.join(projectRoot, file);
    if (existsSync(place)) hash.update(`${file}\0`).update(readFileSync(place)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  const place = path.join(projectRoot, folder);
  if (!existsSync(place)) return [];
  const entries = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)));
}

async function runVite() {
  const vite = path.join(projectRoot, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (status !== 0) throw new Problem(`The web pages do not build:\n${output}`);
}
