import {
  importSilentMs,
  type ImageRun,
  type ImportRun,
  type ListedImport,
  type PageImages,
} from '@portal/proto/http/monitoring';

/**
 * Combines an import of documents with the import of its page images, which another process reads afterwards.
 * @param runs the imports of page images that have begun
 */
export function listedImport(
  { run, ...listed }: ImportRun,
  runs: ReadonlyMap<string, ImageRun>,
  now: Date,
): ListedImport {
  if (run === null) return { ...listed, pageImages: null };
  const found = runs.get(run);
  if (!found) return { ...listed, pageImages: notBegun(listed, now) };
  const { run: _run, ...pageImages } = found;
  return { ...listed, pageImages };
}

/**
 * Returns the state of page images whose import has not begun. Their import may still begin while the documents are
 * read, and shortly afterwards.
 */
function notBegun({ state, images, endedAt }: Omit<ImportRun, 'run'>, now: Date): PageImages | null {
  if ((images ?? 0) === 0 || (state !== 'RUNNING' && state !== 'DONE')) return null;
  const isLate = endedAt !== null && now.getTime() - Date.parse(endedAt) > importSilentMs;
  return { state: isLate ? 'INTERRUPTED' : 'WAITING', pages: 0, done: 0, refused: 0, failure: '' };
}
