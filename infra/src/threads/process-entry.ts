import { fileURLToPath } from 'node:url';

/** The arguments with which a Node process or worker runs a module. */
export interface ProcessEntry {
  readonly file: string;
  readonly flags: readonly string[];
}

/** Lets Node run the TypeScript sources directly; only tests need it, because they run without a build. */
const sourceHooks = `
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
registerHooks({
  resolve(specifier, context, next) {
    const isSource = /^\\.{1,2}\\/.*\\.js$/.test(specifier) && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.slice(0, -2) + 'ts' : specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'), { mode: 'transform' });
    return { format: 'module', source, shortCircuit: true };
  },
});`;

/**
 * The module `name` (without ending) beside the caller: the built file, or the source with the necessary Node flags if
 * the caller itself runs from source.
 * @param caller the caller's `import.meta.url`
 */
export function entryBeside(caller: string, name: string): ProcessEntry {
  const fromSource = caller.endsWith('.ts');
  const file = fileURLToPath(new URL(`./${name}.${fromSource ? 'ts' : 'js'}`, caller));
  const hooks = `data:text/javascript,${encodeURIComponent(sourceHooks)}`;
  const flags = ['--disable-warning=ExperimentalWarning', '--import', hooks];
  return { file, flags: fromSource ? flags : [] };
}
