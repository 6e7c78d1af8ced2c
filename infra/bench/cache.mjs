import { chmodSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';

/**
 * A folder outside the repository that is kept between runs, for imported counties and drawn pages. PostgreSQL can
 * enter it even when root runs the bench and PostgreSQL runs as another Unix user.
 */
export function cacheFolder(...parts) {
  const base = path.join(tmpdir(), `portal-bench-${userInfo().username}`);
  const folder = path.join(base, ...parts);
  mkdirSync(folder, { recursive: true });
  chmodSync(base, 0o755);
  return folder;
}
