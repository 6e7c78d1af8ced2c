// Loaded into the service processes of a run with `--without`: replaces statements while their modules are loaded.
import { registerHooks } from 'node:module';
import { mutations } from './mutations.mjs';

const edits = mutations[process.env.FAULTS_WITHOUT]?.edits ?? [];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const own = edits.filter(({ file }) => url.endsWith(file));
    if (own.length === 0) return loaded;
    let source = String(loaded.source);
    for (const { file, from, to } of own) {
      if (!source.includes(from)) throw new Error(`${file} has no "${from}" to take out`);
      source = source.replaceAll(from, to);
    }
    return { ...loaded, source };
  },
});
