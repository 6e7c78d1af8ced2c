import { readFileSync } from 'node:fs';
import { slowTests } from './infra/local/jest-groups.mjs';
import { bundledPackages } from './infra/local/jest-packages.mjs';

const swcrc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
const assets = '\\.(svg|png|jpe?g|gif|webp|ico|woff2?)(\\?.*)?$';

/** The compiler settings of the build, but with inline source maps, because jest stores no separate file for a map. */
const swc = (jsc) => ['@swc/jest', { swcrc: false, sourceMaps: 'inline', module: { type: 'es6' }, jsc }];

/**
 * The bundled packages of the services, the gateway and their tests. Only packages with native libraries are loaded
 * separately.
 */
const serverPackages = await bundledPackages('server', 'node', [
  ...[
    '@nestjs/common',
    '@nestjs/common/constants.js',
    '@nestjs/core',
    '@nestjs/microservices',
    'reflect-metadata',
  ],
  ...['@nestjs/platform-fastify', 'fastify', '@fastify/cookie', '@fastify/static', 'helmet', 'rxjs'],
  ...['typeorm', 'pg', 'pg-copy-streams', 'ioredis', 'bullmq', 'rate-limiter-flexible', 'kafkajs', 'minio'],
  ...[
    'zod/mini',
    'zod/v4/core',
    '@bufbuild/protobuf',
    'prom-client',
    'pino',
    'temporal-polyfill',
    'fast-check',
  ],
  ...['nodemailer', 'smtp-server', 'postal-mime', '@cantoo/pdf-lib', 'fontkit', 'csv-parse/sync'],
  'write-excel-file/node',
]);

const webPackages = await bundledPackages('web', 'browser', [
  ...['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom'],
  ...['@reduxjs/toolkit', '@reduxjs/toolkit/query/react', 'react-redux', 'react-hook-form'],
  ...['zod/mini', '@testing-library/react', '@testing-library/user-event'],
]);

const shared = {
  rootDir: import.meta.dirname,
  cacheDirectory: '<rootDir>/.cache/jest',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // Sources import './x.js', as Node requires; before a build, the file there is './x.ts'.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: [
    '<rootDir>/[^/]+/dist/',
    '<rootDir>/services/[^/]+/dist/',
    '<rootDir>/\\.(cache|data|nx)/',
  ],
};

export default {
  // The browser tests use the second core at the same time. With two workers here, each test would take so much longer
  // that nothing would be gained and tests would miss their deadlines.
  maxWorkers: 1,
  // With a limit, jest runs tests in a worker process, and restarts it when modules of earlier files fill its memory.
  workerIdleMemoryLimit: '1500MB',
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'server',
      testMatch: ['<rootDir>/{infra,proto,gateway,services/*}/test/**/*.spec.ts'],
      testPathIgnorePatterns: process.env.MONEY_MUTANTS ? [] : [slowTests],
      testEnvironment: '<rootDir>/infra/local/jest-plain-environment.mjs',
      testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
      testRunner: '<rootDir>/infra/local/jest-groups.mjs',
      globalSetup: '<rootDir>/infra/local/jest-services.mjs',
      globalTeardown: '<rootDir>/infra/local/jest-services-end.mjs',
      moduleNameMapper: { ...serverPackages, ...shared.moduleNameMapper },
      transform: { '\\.ts$': swc(swcrc.jsc) },
    },
    {
      // HTTP through the gateway of a product that `npm test` has started (PORTAL_PORT).
      ...shared,
      displayName: 'product',
      testMatch: ['<rootDir>/{gateway,services/*}/e2e/**/*.spec.ts'],
      testEnvironment: '<rootDir>/infra/local/jest-plain-environment.mjs',
      testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
      testRunner: '<rootDir>/infra/local/jest-groups.mjs',
      moduleNameMapper: { ...serverPackages, ...shared.moduleNameMapper },
      transform: { '\\.ts$': swc(swcrc.jsc) },
    },
    {
      ...shared,
      displayName: 'web',
      testMatch: ['<rootDir>/web/test/**/*.spec.{ts,tsx}'],
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['source', 'browser'] },
      testRunner: '<rootDir>/infra/local/jest-groups.mjs',
      setupFiles: ['<rootDir>/web/test/platform.ts'],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/infra/local/jest-style-stub.mjs',
        [assets]: '<rootDir>/infra/local/jest-asset-stub.mjs',
        ...webPackages,
        ...shared.moduleNameMapper,
      },
      transform: {
        '\\.tsx?$': swc({
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        }),
      },
    },
  ],
};
