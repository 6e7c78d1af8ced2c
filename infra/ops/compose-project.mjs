// One installation of docker-compose.yml with its own secrets and volumes. Its images are built from the checkout.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../local/node-version.mjs';
import { Problem } from '../local/problem.mjs';

const exec = promisify(execFile);
const MOST_OUTPUT = 64e6;

/** The ways to call Compose: as a subcommand of Docker, or as a program of its own, for example for Podman. */
const programs = [['docker', 'compose'], ['docker-compose']];

async function findCompose() {
  for (const [command, ...args] of programs) {
    const found = await exec(command, [...args, 'version', '--short']).catch(() => undefined);
    if (found) return [command, ...args];
  }
  throw new Problem(
    'Docker with Compose is needed, or Podman behind its Docker API (DOCKER_HOST) with docker-compose.',
  );
}

/** An installation, and the commands that deploy/README.md gives for it. */
export class ComposeProject {
  constructor({ compose, folder, files, ports, say }) {
    Object.assign(this, { folder, ports, say });
    [this.command, ...this.args] = compose;
    this.base = [...this.args, ...files.flatMap((file) => ['-f', path.join(projectRoot, file)])];
    this.environment = {
      ...process.env,
      COMPOSE_PROJECT_NAME: path.basename(folder).toLowerCase(),
      PORT: String(ports),
      SANDBOX_PORT: String(ports + 1),
      MAIL_PAGE_PORT: String(ports + 2),
    };
  }

  /**
   * @param {{ folder: string, files: string[], ports: number, say: (line: string) => void }} o `folder` receives the
   * secrets; `ports` is the first of three consecutive ports, on which the portal listens
   */
  static async open(o) {
    return new ComposeProject({ ...o, compose: await findCompose() });
  }

  /** Builds every image from the checkout. */
  build() {
    return this.#run([...this.base, '--profile', 'setup', 'build'], projectRoot);
  }

  /** Runs a command of Compose in the project's folder, which contains the secrets. */
  run(...args) {
    return this.#run([...this.base, '--project-directory', this.folder, ...args], this.folder);
  }

  /** Runs a command and returns its output. */
  async read(...args) {
    const all = [...this.base, '--project-directory', this.folder, ...args];
    const { stdout } = await exec(this.command, all, { env: this.environment, maxBuffer: MOST_OUTPUT });
    return stdout;
  }

  /** @returns {Promise<{ service: string, state: string, health: string, image: string }[]>} */
  async containers() {
    const text = await this.read('ps', '--all', '--format', 'json');
    const rows = text.startsWith('[') ? JSON.parse(text) : text.trim().split('\n').map(JSON.parse);
    return rows.map(({ Service, State, Health, Image, ExitCode }) => ({
      ...{ service: Service, state: State, health: Health, image: Image, code: ExitCode },
    }));
  }

  /**
   * @returns {Promise<{ size: number, layers: string[] }>} the size of the image in bytes, and the checksums of its
   * layers
   */
  async image(name) {
    const { stdout } = await exec('docker', ['image', 'inspect', name], { env: this.environment });
    const [{ Size, RootFS }] = JSON.parse(stdout);
    return { size: Size, layers: RootFS.Layers };
  }

  async sql(statement) {
    const psql = ['psql', '-h', '/tmp', '-U', 'postgres', '-d', 'portal', '-Atc', statement];
    return (await this.read('exec', '-T', 'postgres', ...psql)).trim();
  }

  async #run(args, cwd) {
    this.say(`${this.command} ${args.slice(this.args.length).join(' ').replaceAll(`${projectRoot}/`, '')}`);
    const child = spawn(this.command, args, {
      ...{ cwd, env: this.environment },
      stdio: ['ignore', process.stderr, process.stderr],
    });
    const [code] = await once(child, 'exit');
    return code;
  }
}
