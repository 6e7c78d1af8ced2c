// Loaded into the service processes of a run with `--without`; replaces statements while their modules load.
import { loadMutated } from '../load-mutated.mjs';
import { mutations } from './mutations.mjs';

loadMutated(mutations[process.env.FAULTS_WITHOUT]?.edits ?? []);
