// Compiles sources for the tests without one guard; no file on disk is changed.
import swcJest from '@swc/jest';
import { mutated } from '../mutated-modules.mjs';
import { guardNamed } from './table.mjs';

const { edits } = guardNamed(process.env.GUARDS_WITHOUT);

export default {
  createTransformer(options) {
    const swc = swcJest.createTransformer(options);
    return {
      ...swc,
      process: (source, file, o) => swc.process(mutated(file, source, edits), file, o),
      processAsync: (source, file, o) => swc.processAsync(mutated(file, source, edits), file, o),
      getCacheKey: (source, file, o) => swc.getCacheKey(mutated(file, source, edits), file, o),
    };
  },
};
