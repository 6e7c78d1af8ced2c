import base from '../../jest.config.mjs';

/**
 * Jest's dependency graph ignores export conditions, so it follows imports between packages only when they are mapped
 * to paths.
 */
const sources = {
  '^@portal/proto/(.*)$': '<rootDir>/proto/src/$1',
  '^@portal/infra/(.*)$': '<rootDir>/infra/src/$1/index',
  '^@portal/gateway$': '<rootDir>/gateway/src/index',
  '^@portal/(?!proto|infra|gateway|web)([\\w-]+)$': '<rootDir>/services/$1/src/index',
};

/** Jest's configuration for listing the tests that a change affects. It is never used to run tests. */
export default {
  ...base,
  projects: base.projects
    .filter(({ displayName }) => displayName !== 'product')
    .map((project) => ({ ...project, moduleNameMapper: { ...sources, ...project.moduleNameMapper } })),
};
