import { registerHooks } from 'node:module';
import { mutated } from './mutated-modules.mjs';

/**
 * From here on this process loads modules without what the edits take out.
 * @param {readonly import('./mutated-modules.mjs').Edit[]} edits
 */
export const loadMutated = (edits) =>
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      return edits.some(({ file }) => url.endsWith(file))
        ? { ...loaded, source: mutated(url, String(loaded.source), edits) }
        : loaded;
    },
  });
