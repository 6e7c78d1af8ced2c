// The service processes load this module if the fault tests (run.mjs) run with `--without`. It replaces statements of
// the product while the product's modules load.
import { loadMutated } from '../load-mutated.mjs';
import { mutations } from './mutations.mjs';

loadMutated(mutations[process.env.FAULTS_WITHOUT]?.edits ?? []);
