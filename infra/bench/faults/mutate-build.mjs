// Loaded into the service processes of a run with `--without`: replaces statements while their modules are loaded.
import { loadMutated } from '../load-mutated.mjs';
import { mutations } from './mutations.mjs';

loadMutated(mutations[process.env.FAULTS_WITHOUT]?.edits ?? []);
