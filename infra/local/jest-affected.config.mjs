import base from '../../jest.config.mjs';

/** Jest follows imports across packages only where they are paths: its dependency graph knows no export conditions. */
const sources = {
  '^@portal/proto/(.*)$': '<rootDir>/proto/src/$1',
  '^@portal/infra/(.*)$': '<rootDir>/infra/src/$1/index',
  '^@portal/gateway$': '<rootDir>/gateway/src/index',
  '^@portal/(?!proto|infra|gateway|web)([\\w-]+)$': '<rootDir>/services/$1/src/index',
};

/** For listing tests, never for running them. */
export default {
  ...base,
  projects: base.projects
    .filter(({ displayName }) => displayName !== 'product')
    .map((project) => ({ ...project, moduleNameMapper: { ...sources, ...project.moduleNameMapper } })),
};
