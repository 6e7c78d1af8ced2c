// Loaded into the service processes of a run with `--without`: replaces statements while their modules are loaded.
import { registerHooks } from 'node:module';
import { mutations } from './mutations.mjs';

const edits = mutations[process.env.FAULTS_WITHOUT]?.edits ?? [];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const edit = edits.find(({ file }) => url.endsWith(file));
    if (!edit) return loaded;
    const source = String(loaded.source);
    if (!source.includes(edit.from)) throw new Error(`${edit.file} has no "${edit.from}" to take out`);
    return { ...loaded, source: source.replace(edit.from, edit.to) };
  },
});
