// Loaded into a product that is started without one of its guards: replaces statements while modules are loaded.
import { loadMutated } from '../load-mutated.mjs';
import { guardNamed } from './table.mjs';

const edits = guardNamed(process.env.GUARDS_WITHOUT).edits.map((edit) => ({
  ...edit,
  file: edit.file.replace('/src/', '/dist/').replace(/\.ts$/, '.js'),
}));

loadMutated(edits);
