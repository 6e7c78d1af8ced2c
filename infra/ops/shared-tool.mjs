// Programs that start real servers on this machine, shared with the tests of the object store and of Kafka.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../local/node-version.mjs';
import { Problem } from '../local/problem.mjs';

const exec = promisify(execFile);

/**
 * @param {string} name of a program in the folder `tools` of SHARED_DIR
 * @param {NodeJS.ProcessEnv} [environment] of the program
 * @returns {(...args: (string | number)[]) => Promise<string>} a function that runs the program and resolves to its
 * output
 * @throws {Problem} when the program is missing. When the program fails, the Problem has the program's own message, for
 * example the packages that it needs.
 */
export function sharedTool(name, environment = process.env) {
  const program = path.resolve(projectRoot, process.env.SHARED_DIR ?? '../shared', 'tools', name);
  if (!existsSync(program)) throw new Problem(`There is no ${name} at ${program} (SHARED_DIR).`);
  return async (...args) => {
    try {
      return (await exec(program, args.map(String), { env: environment })).stdout;
    } catch (error) {
      throw new Problem(error.stderr?.trim() || error.message);
    }
  };
}
