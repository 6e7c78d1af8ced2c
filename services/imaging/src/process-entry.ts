import { fileURLToPath } from 'node:url';

/** What a Node process or worker must be started with to run a module. */
export interface ProcessEntry {
  readonly file: string;
  readonly flags: readonly string[];
}

/** Sources import './x.js' while './x.ts' lies there; only tests run them without a build. */
const sourceImports = `import{registerHooks}from'node:module';registerHooks({resolve(s,c,n){try{return n(s,c)}catch(e){if(!/^\\.{1,2}\\/.*\\.js$/.test(s))throw e;return n(s.slice(0,-2)+'ts',c)}}})`;

/**
 * The module `name` (without ending) beside the caller: the built file, or its source when the caller itself runs from
 * source, with the flags that Node needs for that.
 * @param caller the caller's `import.meta.url`
 */
export function entryBeside(caller: string, name: string): ProcessEntry {
  const fromSource = caller.endsWith('.ts');
  const file = fileURLToPath(new URL(`./${name}.${fromSource ? 'ts' : 'js'}`, caller));
  const hook = `data:text/javascript,${encodeURIComponent(sourceImports)}`;
  const flags = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning', '--import', hook];
  return { file, flags: fromSource ? flags : [] };
}
