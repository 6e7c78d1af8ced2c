import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { Catalogue } from '@portal/infra/catalogue';
import { sections, type SectionName } from '@portal/proto/config/sections';
import { everySearch } from '@portal/proto/criteria/every-search';
import { fieldFaults } from '@portal/proto/field-faults';
import { contracts } from '@portal/proto/rpc/registry';
import * as z from 'zod/mini';
import type { $ZodError, $ZodType } from 'zod/v4/core';

const catalogue = new Catalogue();
const garbage = [null, 7, -1, 0.5, 1e300, true, '', 'x', 'x'.repeat(5_000), '2,5', [], ['x'], {}, { x: 1 }];

/** True for a schema. A custom check of zod looks similar but parses nothing. */
const isSchema = (value: unknown): value is $ZodType =>
  typeof value === 'object' &&
  value !== null &&
  '_zod' in value &&
  (value as $ZodType)._zod.def.type !== 'custom';

/** Every schema that a file of proto exports: those of routes and forms. */
async function exportedSchemas(): Promise<[string, $ZodType][]> {
  const files = readdirSync('proto/src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('gen'),
  );
  const modules = await Promise.all(
    files.map(async (file) => [file, await import(pathToFileURL(resolve('proto/src', file)).href)] as const),
  );
  return modules.flatMap(([file, exported]) =>
    Object.entries(exported as Record<string, unknown>).flatMap(([name, schema]): [string, $ZodType][] =>
      isSchema(schema) ? [[`${file} ${name}`, schema]] : [],
    ),
  );
}

/** Yields copies of the value. Each copy has one leaf or list replaced by an invalid value. */
function* spoiled(value: unknown): Generator<unknown> {
  yield* garbage;
  if (Array.isArray(value)) {
    yield Array.from({ length: 51 }, () => (value[0] as unknown) ?? {});
    for (const [at, each] of value.entries()) for (const wrong of spoiled(each)) yield value.with(at, wrong);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value))
      for (const wrong of spoiled(each)) yield { ...value, [name]: wrong };
  }
}

/** Faults of fields for which the catalog has no text; the portal would answer 500 to such a fault. */
function textless(error: $ZodError): string[] {
  return Object.entries(fieldFaults(error)).flatMap(([field, key]) => {
    try {
      return catalogue.text('ENGLISH', key) === '' ? [`${field}: ''`] : [];
    } catch {
      return [`${field}: ${key}`];
    }
  });
}

function faultsOf(schema: $ZodType, values: Iterable<unknown>): { refused: number; textless: string[] } {
  let refused = 0;
  const without = new Set<string>();
  for (const value of values) {
    const parsed = z.safeParse(schema, value);
    if (parsed.success) continue;
    refused += 1;
    for (const fault of textless(parsed.error)) without.add(fault);
  }
  return { refused, textless: [...without] };
}

describe('every message for a wrong field has a text', () => {
  test('in each schema that proto exports', async () => {
    const schemas = await exportedSchemas();
    expect(schemas.length).toBeGreaterThan(100);
    const found = schemas.flatMap(([name, schema]) =>
      faultsOf(schema, garbage).textless.map((fault) => `${name} ${fault}`),
    );
    expect(found).toEqual([]);
  });

  test('in the input of each command', () => {
    const found = contracts.flatMap(({ name, input }) =>
      faultsOf(input, garbage).textless.map((fault) => `${name} ${fault}`),
    );
    expect(found).toEqual([]);
  });

  test('in the fields of each search', () => {
    const found = Object.entries(everySearch).flatMap(([type, { fields }]) =>
      faultsOf(fields, spoiled(z.safeParse(fields, {}).data ?? {})).textless.map(
        (fault) => `${type} ${fault}`,
      ),
    );
    expect(found).toEqual([]);
  });

  test.each(Object.keys(sections) as SectionName[])('in the section %s', (name) => {
    const { refused, textless: without } = faultsOf(sections[name], spoiled(z.parse(sections[name], {})));
    expect(without).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });
});

test('a wrong type or a negative rate is reported under the name of its field, and a wrong body under the name body', () => {
  const rates = (value: unknown) => {
    const parsed = z.safeParse(sections.aLaCarte, value);
    return parsed.success ? {} : fieldFaults(parsed.error);
  };
  expect(rates({ imageDocument: 'four' })).toEqual({ imageDocument: 'forms:invalid' });
  expect(rates({ imageDocument: -1 })).toEqual({ imageDocument: 'forms:invalid' });
  expect(rates(null)).toEqual({ body: 'forms:invalid' });
});
