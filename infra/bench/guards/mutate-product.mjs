// Loaded into a product that is started without one of its guards: replaces statements while modules are loaded.
import { registerHooks } from 'node:module';
import { mutated } from '../mutated-modules.mjs';
import { guardNamed } from './table.mjs';

const edits = guardNamed(process.env.GUARDS_WITHOUT).edits.map((edit) => ({
  ...edit,
  file: edit.file.replace('/src/', '/dist/').replace(/\.ts$/, '.js'),
}));

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    return edits.some(({ file }) => url.endsWith(file))
      ? { ...loaded, source: mutated(url, String(loaded.source), edits) }
      : loaded;
  },
});
