import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { boundariesRule } from './infra/local/lint/boundaries.mjs';

const typescript = ['**/*.ts', '**/*.tsx'];
const serverSources = ['gateway/src/**', 'services/*/src/**', 'infra/src/**', 'proto/src/**'];
const portal = { rules: { boundaries: boundariesRule(import.meta.dirname) } };

/** Only infra's config reads the environment (infra/DESIGN.md#rules-that-boot-and-tests-enforce). */
const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only infra/src/config reads the environment; take the value from Config.',
};
/** A class that depends on more than six others has too many tasks. */
const longConstructor = {
  selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>6]',
  message: 'Give a constructor at most six parameters: split the class.',
};

/** All of zod except `zod/mini` and its core. */
const fullZod = {
  paths: ['zod', 'zod/v3', 'zod/v4', 'zod/v4/classic'].map((name) => ({
    name,
    message:
      'Import zod/mini (types: zod/v4/core). The first schema of the full zod sets English messages for every schema of the process; the gateway takes such a message for the key of a text, finds none, and answers a refusal with 500.',
  })),
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.cache/',
      '.data/',
      '.nx/',
      'test-results/',
      'coverage/',
      '**/gen/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: typescript,
    extends: [tseslint.configs.recommended],
    languageOptions: {
      // without types, the rule about type imports must know that Nest reads the types of parameters at run time
      parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true },
    },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Nest and TypeORM take classes and constructors as plain functions.
      '@typescript-eslint/no-unsafe-function-type': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
    plugins: { portal },
    rules: {
      'portal/boundaries': 'error',
      'max-lines': ['error', 400],
      'no-restricted-imports': ['error', fullZod],
    },
  },
  {
    files: serverSources,
    rules: { 'no-console': 'error', 'no-restricted-syntax': ['error', environment, longConstructor] },
  },
  {
    files: ['infra/src/config/**', 'infra/src/testing/**'],
    rules: { 'no-restricted-syntax': ['error', longConstructor] },
  },
  { files: ['web/src/**'], rules: { 'no-console': 'error' } },
  {
    files: ['web/src/**/*.tsx'],
    extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat['recommended-latest']],
  },
);
