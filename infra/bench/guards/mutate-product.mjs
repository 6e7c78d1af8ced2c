// A product that starts without one of its guards loads this module. It replaces statements of the product while the
// product's modules load.
import { loadMutated } from '../load-mutated.mjs';
import { guardNamed } from './table.mjs';

const without = new URL(import.meta.url).searchParams.get('without') ?? '';
const edits = guardNamed(without).edits.map((edit) => ({
  ...edit,
  file: edit.file.replace('/src/', '/dist/').replace(/\.ts$/, '.js'),
}));

loadMutated(edits);
