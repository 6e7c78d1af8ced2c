import { chmodSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/**
 * A folder outside the repository that stays from run to run: counties that were imported, pages that were drawn.
 * PostgreSQL, which runs as another account when root measures, may enter it.
 */
export function cacheFolder(...parts) {
  const base = path.join(tmpdir(), `portal-bench-${userInfo().username}`);
  const folder = path.join(base, ...parts);
  mkdirSync(folder, { recursive: true });
  chmodSync(base, 0o755);
  return folder;
}
