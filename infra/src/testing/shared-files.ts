import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, test } from '@jest/globals';

/** Folder with the project's real inputs; tests run at the root of the project. */
const sharedDir = (): string => resolve(process.env['SHARED_DIR'] || '../shared');

/** Absolute path of a real input such as 'data/scans/x.tif'; undefined when this machine does not have it. */
export function sharedFile(path: string): string | undefined {
  const file = resolve(sharedDir(), path);
  return existsSync(file) ? file : undefined;
}

/**
 * Tests that need real inputs. If an input is missing, one test takes their place: it is skipped and names the input.
 * In CI, where the inputs are required, it fails.
 * @param paths files or folders below SHARED_DIR; the tests get their absolute paths in this order
 */
export function describeWithShared<const P extends readonly string[]>(
  title: string,
  paths: P,
  tests: (...files: { [I in keyof P]: string }) => void,
): void {
  const missing = paths.filter((path) => sharedFile(path) === undefined);
  const files = paths.map((path) => resolve(sharedDir(), path)) as { [I in keyof P]: string };
  describe(title, () => {
    if (missing.length === 0) {
      tests(...files);
      return;
    }
    const message = `${missing.join(', ')} not found in ${sharedDir()} (SHARED_DIR)`;
    if (process.env['CI'] === 'true') {
      test(`has its real inputs: ${message}`, () => {
        throw new Error(message);
      });
    } else {
      test.skip(`skipped: ${message}`, () => undefined);
    }
  });
}
