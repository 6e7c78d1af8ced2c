import { fileURLToPath } from 'node:url';
import base from '../../../jest.config.mjs';

const transformer = fileURLToPath(new URL('transform.mjs', import.meta.url));
const launcher = fileURLToPath(new URL('transform-launcher.mjs', import.meta.url));

/** The product's test projects. Their sources are compiled without the guard that GUARDS_WITHOUT names. */
export default {
  ...base,
  rootDir: fileURLToPath(new URL('../../..', import.meta.url)),
  projects: base.projects
    .filter(({ displayName }) => displayName !== 'product')
    .map((project) => ({
      ...project,
      transform: {
        ...Object.fromEntries(
          Object.entries(project.transform).map(([pattern, [, options]]) => [
            pattern,
            [transformer, options],
          ]),
        ),
        '/infra/local/[^/]+\\.mjs$': launcher,
      },
    })),
};
