// Loaded into the service processes of a run with `--without`: replaces one statement while the module is loaded.
import { registerHooks } from 'node:module';
import { mutations } from './mutations.mjs';

const mutation = mutations[process.env.FAULTS_WITHOUT];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!mutation || !url.endsWith(mutation.file)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(mutation.from))
      throw new Error(`${mutation.file} has no "${mutation.from}" to take out`);
    return { ...loaded, source: source.replace(mutation.from, mutation.to) };
  },
});
