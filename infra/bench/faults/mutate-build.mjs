// Loaded into the service processes of a run with `--without`: replaces statements while their modules are loaded.
import { registerHooks } from 'node:module';
import { mutated } from '../mutated-modules.mjs';
import { mutations } from './mutations.mjs';

const edits = mutations[process.env.FAULTS_WITHOUT]?.edits ?? [];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    return edits.some(({ file }) => url.endsWith(file))
      ? { ...loaded, source: mutated(url, String(loaded.source), edits) }
      : loaded;
  },
});
