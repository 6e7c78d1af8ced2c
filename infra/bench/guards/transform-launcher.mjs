// Removes one guard from the code of modules that the launcher runs directly.
import { createHash } from 'node:crypto';
import { mutated } from '../mutated-modules.mjs';
import { guardNamed } from './table.mjs';

const { edits } = guardNamed(process.env.GUARDS_WITHOUT);

export default {
  process: (source, file) => ({ code: mutated(file, source, edits) }),
  // jest caches transformed files; without this key a later guard would get the code of an earlier one
  getCacheKey: (source, file) =>
    createHash('sha256')
      .update(`${file}\n${mutated(file, source, edits)}`)
      .digest('hex'),
};
