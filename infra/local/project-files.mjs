import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './node-version.mjs';

/** Lists the files of the checkout, tracked or new, that git does not ignore. The paths are relative to the root. */
export const projectFiles = () =>
  execFileSync('git', ['-C', projectRoot, 'ls-files', '-coz', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(projectRoot, file)));
