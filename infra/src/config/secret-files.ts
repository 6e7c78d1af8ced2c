import { readFileSync } from 'node:fs';
import { variables, type Variable, type VariableName } from './variables.js';

/** The variables whose value may come from a file that `<NAME>_FILE` names. */
export const fileVariables = (Object.keys(variables) as VariableName[]).filter(
  (name) => (variables[name] as Variable).inFile,
);

/** An environment, and the faults of the files that it names. */
export interface ReadEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** One line for each fault. A line contains names but no values. */
  readonly problems: readonly string[];
}

/**
 * Sets each variable `<NAME>` to the content of the file that `<NAME>_FILE` names, without the line break at its end. A
 * secret in a file is hidden from people who may list processes or containers, and Compose and Kubernetes provide
 * secrets as files.
 * @param names variables that may come from a file; an operator's command allows more than a service
 */
export function withSecretFiles(
  given: NodeJS.ProcessEnv,
  names: readonly string[] = fileVariables,
): ReadEnvironment {
  const env = { ...given };
  const problems = names.flatMap((name) => {
    const file = given[`${name}_FILE`];
    if (!file) return [];
    if (given[name]) return [`${name} and ${name}_FILE are both set: keep one of them`];
    const text = readText(file);
    if ('code' in text) return [`${name}_FILE names a file that cannot be read (${text.code})`];
    if (text.value === '') return [`${name}_FILE names an empty file`];
    env[name] = text.value;
    return [];
  });
  return { env, problems };
}

function readText(file: string): { readonly value: string } | { readonly code: string } {
  try {
    return { value: readFileSync(file, 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code ?? 'unknown' };
  }
}
