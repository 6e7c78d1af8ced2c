import { stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefused } from './import-refused.js';

const isAbsent = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/**
 * Whether there is such a file.
 * @throws ImportRefused when something else has its name: whoever opens a pipe waits for ever
 */
export async function isThere(file: string): Promise<boolean> {
  try {
    if ((await stat(file)).isFile()) return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw new ImportRefused(`${path.basename(file)} cannot be read (${String(error)})`);
  }
  throw new ImportRefused(`${path.basename(file)} is no file`);
}

/** @throws ImportRefused when a report cannot be written there without waiting for a reader */
export async function refusePipe(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFIFO() || found?.isSocket()) {
    throw new ImportRefused(`${path.basename(file)} is no file; --rejects <file> puts the reports elsewhere`);
  }
}
