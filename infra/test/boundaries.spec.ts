import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as small from 'zod/mini';
import { whyForbidden } from '../local/lint/boundaries.mjs';
import { readProjects } from '../local/lint/projects.mjs';

const root = resolve(import.meta.dirname, '../..');
const projects = readProjects(root);
const services = projects.filter(({ type }) => type === 'service');
const byName = (file: string, target: string) => whyForbidden(projects, file, target, true);
const byPath = (file: string, target: string) => whyForbidden(projects, file, target, false);

/** The linter's messages for `code` as the content of `file`, with the project's own settings. */
function lint(file: string, code: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'lint-'));
  const settings = ['package.json', '.oxlintrc.json', 'infra/local/lint'];
  for (const part of [...settings, ...projects.map(({ folder }) => `${folder}/package.json`)])
    cpSync(resolve(root, part), join(copy, part), { recursive: true });
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), code);
  const oxlint = resolve(root, 'node_modules/oxlint/bin/oxlint');
  const run = spawnSync(process.execPath, [oxlint, '--format=json', file], { cwd: copy, encoding: 'utf8' });
  const { diagnostics }: { diagnostics: { code: string; message: string; help?: string }[] } = JSON.parse(
    run.stdout,
  );
  return diagnostics.map(({ code, message, help }) => `${code}: ${message} ${help ?? ''}`.trim()).join('\n');
}

test('every project of the workspace has a type, a scope and a platform', () => {
  expect(projects.map(({ folder }) => folder)).toEqual(
    expect.arrayContaining(['gateway', 'infra', 'proto', 'web']),
  );
  expect(services.length).toBeGreaterThan(1);
});

describe('the rules of imports between projects', () => {
  test('let a service import no other service, by name or by path', () => {
    for (const from of services) {
      for (const to of services.filter((other) => other !== from)) {
        expect(byName(`${from.folder}/src/main.ts`, to.folder)).toContain('may not import');
        expect(byPath(`${from.folder}/test/x.spec.ts`, `${to.folder}/src/index.js`)).toContain('by its name');
      }
    }
  });

  test('let contracts import nothing, infra only contracts, and the web only contracts', () => {
    expect(byName('proto/src/codes.ts', 'infra/log')).toContain('may not import');
    expect(byName('infra/src/log/log.ts', 'services/search')).toContain('may not import');
    expect(byName('infra/src/log/log.ts', 'proto/codes')).toBeUndefined();
    expect(byName('web/src/app/main.tsx', 'infra/log')).toContain('may not import');
    expect(byName('web/src/app/main.tsx', 'proto/codes')).toBeUndefined();
    expect(byName('gateway/src/main.ts', 'services/search')).toContain('may not import');
    expect(byName('gateway/src/main.ts', 'infra/log')).toBeUndefined();
  });

  test('let only the launcher import services', () => {
    expect(byPath('infra/local/launch.mjs', 'services/search/dist/index.js')).toBeUndefined();
  });
});

test('each layer of web imports only earlier layers (shared, ui, features, app), and no feature imports another', () => {
  expect(byPath('web/src/shared/a.ts', 'web/src/ui/b.js')).toContain('imports flow');
  expect(byPath('web/src/ui/a.ts', 'web/src/features/order/b.js')).toContain('imports flow');
  expect(byPath('web/src/features/order/a.ts', 'web/src/app/b.js')).toContain('imports flow');
  expect(byPath('web/src/features/order/a.ts', 'web/src/features/preview/b.js')).toContain('Feature order');
  expect(byPath('web/src/features/order/a.ts', 'web/src/features/order/b.js')).toBeUndefined();
  expect(byPath('web/src/app/a.ts', 'web/src/features/order/b.js')).toBeUndefined();
});

describe('folders of a service', () => {
  const inside = (from: string, to: string) =>
    byPath(`services/payments/src/${from}`, `services/payments/src/${to}`);

  test('import only folders that come earlier in the order', () => {
    expect(inside('orders/a.ts', 'ledger/b.js')).toBeUndefined();
    expect(inside('orders/a.ts', 'orders/b.js')).toBeUndefined();
    expect(inside('ledger/a.ts', 'orders/b.js')).toContain('ledger may not import orders');
    expect(inside('attempts/a.ts', 'card-commands/b.js')).toContain('may not import');
    expect(byPath('services/identity/src/users/a.ts', 'services/identity/src/office/b.js')).toContain(
      'may not import',
    );
  });

  test('import files that lie beside the folders, but not the module that puts the service together', () => {
    expect(inside('orders/a.ts', 'payment-facts.js')).toBeUndefined();
    expect(inside('orders/a.ts', 'payments.module.js')).toContain('puts it together');
    expect(inside('payments.module.ts', 'orders/b.js')).toBeUndefined();
  });

  test('neither import nor are imported until they have a place in the order', () => {
    expect(inside('novelties/a.ts', 'ledger/b.js')).toContain('no place');
    expect(inside('ledger/a.ts', 'novelties/b.js')).toContain('no place');
  });

  test.each(['payments', 'identity'])(
    'are imported in the right order by every source file of %s',
    (service) => {
      const folder = resolve(root, 'services', service, 'src');
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.ts'),
      );
      const found = files.flatMap((name) => {
        const file = `services/${service}/src/${name}`;
        const imports = readFileSync(resolve(folder, name), 'utf8').matchAll(
          /(?:from|import\() ?'(\.[^']+)'/g,
        );
        return [...imports].flatMap(([, source = '']) => byPath(file, join(dirname(file), source)) ?? []);
      });
      expect(files.length).toBeGreaterThan(50);
      expect(found).toEqual([]);
    },
  );
});

test('lint fails on a service that imports another, reads the environment or writes to the console', () => {
  const code = [
    "import { migrations } from '@portal/search';",
    "export const later = () => import('@portal/imaging');",
    'console.log(migrations, process.env.PORT);',
  ];
  const found = lint('services/payments/src/index.ts', code.join('\n'));
  expect(found.match(/portal\(boundaries\)/g)).toHaveLength(2);
  expect(found).toContain('Only infra/src/config reads the environment');
  expect(found).toContain('no-console');
});

test('lint fails on a constructor with seven parameters', () => {
  const constructor = (count: number) => {
    const parameters = [...'abcdefg'].slice(0, count).map((name) => `readonly ${name}: string`);
    return `export class Ledger {\n  constructor(${parameters.join(', ')}) {}\n}\n`;
  };
  expect(lint('services/payments/src/index.ts', constructor(6))).toBe('');
  expect(lint('services/payments/src/index.ts', constructor(7))).toContain('split the class');
});

test('lint requires `import type` for names that are used only as types, except where Nest reads the types of parameters', () => {
  const imports = ["import { Posting } from './posting.js';", "import { Ledger } from './ledger.js';"];
  const use = 'export class Cashier {\n  ledger = Ledger;\n  post(_posting: Posting) {}\n}\n';
  const found = lint('services/payments/src/index.ts', [...imports, use].join('\n'));
  expect(found).toBe('portal(type-imports): Import Posting as a type.');
  const decorated = [...imports, "import { Injectable } from '@nestjs/common';", '@Injectable()', use];
  expect(lint('services/payments/src/index.ts', decorated.join('\n'))).toBe('');
});

test.each(['gateway/src/errors.ts', 'proto/src/codes.ts'])(
  'lint lets %s import zod/mini and zod/v4/core but no other part of zod, because the full zod changes the messages of all schemas',
  (file) => {
    const names = ['zod', 'zod/v4', 'zod/v3', 'zod/v4/classic', 'zod/mini', 'zod/v4/core'];
    const found = lint(file, names.map((name) => `export * from '${name}';`).join('\n')).split('\n');
    expect(found).toHaveLength(4);
    for (const each of found)
      expect(each).toMatch(
        /^eslint\(no-restricted-imports\): .*Import zod\/mini .*answers a refusal with 500/,
      );
  },
);

test('loading the full zod changes the messages of zod/mini', async () => {
  const message = () => small.safeParse(small.string(), 1).error?.issues[0]?.message;
  const before = message();
  const full: { string: () => unknown } = await import(['zod', 'v4'].join('/'));
  full.string();
  expect([before, message()]).toEqual(['Invalid input', 'Invalid input: expected string, received number']);
});
