import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefused } from './import-refused.js';

const isAbsent = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/**
 * True if the file exists.
 * @throws ImportRefused when it is not a regular file, because opening a pipe would wait forever
 */
export async function isThere(file: string): Promise<boolean> {
  try {
    if ((await stat(file)).isFile()) return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw new ImportRefused(`${path.basename(file)} cannot be read (${String(error)})`);
  }
  throw new ImportRefused(`${path.basename(file)} is not a file`);
}

/** @throws ImportRefused when the path is a pipe or socket, because writing a report to it would wait for a reader */
export async function refusePipe(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFIFO() || found?.isSocket()) {
    throw new ImportRefused(
      `${path.basename(file)} is not a file; --rejects <file> puts the reports elsewhere`,
    );
  }
}
