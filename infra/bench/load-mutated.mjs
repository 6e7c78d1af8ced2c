import { registerHooks } from 'node:module';
import { mutated } from './mutated-modules.mjs';

/**
 * From now on, this process loads modules with the edits applied.
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
