// What the launcher runs as it is, without one guard.
import { mutated } from '../mutated-modules.mjs';
import { guardNamed } from './table.mjs';

const { edits } = guardNamed(process.env.GUARDS_WITHOUT);

export default { process: (source, file) => ({ code: mutated(file, source, edits) }) };
