import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { sections } from '@portal/proto/config/sections';
import { events } from '@portal/proto/events/catalog';
import { contracts } from '@portal/proto/rpc/registry';
// oxlint-disable-next-line no-restricted-imports -- only the full zod reads JSON Schema; nobody sees its messages here
import * as z from 'zod';
import { type Described, type FieldSample, linesOf, type SampleLine } from '../local/samples.rules.mjs';

/**
 * Known differences that break neither version. Each key is the name of a check; the text says why the difference that
 * this check finds is accepted.
 */
const accepted: Readonly<Record<string, string>> = {
  'identity.save-managed-account.v1 errors':
    'CONFLICT answers only a command that names a version, which a gateway of the previous version never does',
  'identity.save-managed-user.v1 errors':
    'CONFLICT answers only a command that names a version, which a gateway of the previous version never does',
  'identity.delete-managed-account.v1 errors':
    'ACCOUNT_CHANGED answers only a command that says what the clerk saw, which the previous version never says',
  'payments.close-account.v1 errors':
    'ACCOUNT_CHANGED answers only a command with a number of images, which the previous version never sends',
  'identity.get-ls1-migration.v1 answer':
    'a gateway of the previous version shows the provider no progress while a value is left out; the migration goes on',
  'identity.list-ls1-refusals.v1 answer':
    'a gateway of the previous version shows the provider no list while it names a value that was left out',
  'search.get-index-terms.v1 callers':
    'a file of results has the codes of criteria while the search service is of the previous version',
  'payments.note-finding.v1 errors':
    'only a gateway that says which state the author of a note saw gets the new code; the previous version does not',
  'payments.decide-office-entry.v1 errors':
    'a gateway of the previous version shows staff a general error if the account owes less by now; nothing is posted',
  'payments.reconcile-now.v1 errors':
    'a gateway of the previous version shows staff a general error if a comparison breaks off; the page has its reason',
};

const folder = join(import.meta.dirname, '../../proto/test/samples');
const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
const before = readFileSync(join(folder, file), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SampleLine);
const today = linesOf({ contracts, sections, events });
const nowOf = <K extends SampleLine['kind']>(
  kind: K,
  name: string,
): Extract<SampleLine, { kind: K }> | undefined =>
  today.find((line): line is Extract<SampleLine, { kind: K }> => line.kind === kind && line.name === name);
const linesBefore = <K extends SampleLine['kind']>(kind: K): Extract<SampleLine, { kind: K }>[] =>
  before.filter((line): line is Extract<SampleLine, { kind: K }> => line.kind === kind);

/** The values of one version that the other version refuses, each with the reason. */
const misread = (written: Described | undefined, reader: Described | undefined): string[] => {
  if (!written || !reader) return ['is gone'];
  const schema = z.fromJSONSchema(reader.schema);
  return written.values.flatMap((value) => {
    const { error } = schema.safeParse(value);
    return error ? [`${JSON.stringify(value)}: ${z.prettifyError(error)}`] : [];
  });
};

const added = (now: readonly string[] = [], known: readonly string[]): string[] =>
  now.filter((one) => !known.includes(one));

const holds = (title: string, faults: readonly string[]): void => {
  if (!(title in accepted)) expect(faults).toEqual([]);
};

test('the recorded samples come from one version, and every command in them has sample values', () => {
  expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
  const commands = linesBefore('command');
  expect(commands.length).toBeGreaterThan(150);
  const empty = commands.filter(({ input, output }) => !input.values.length || !output.values.length);
  expect(empty.map(({ name }) => name)).toEqual([]);
});

describe.each(linesBefore('command'))(
  'the command $name between this version and the previous one',
  (old) => {
    const now = nowOf('command', old.name);

    test('this version accepts commands of the previous version', () => {
      const schema = contracts.find(({ name }) => name === old.name)?.input;
      const faults = old.input.values.flatMap((value) => {
        const parsed = schema && z.core.safeParse(schema, value);
        return parsed?.success
          ? []
          : [`${JSON.stringify(value)}: ${parsed ? z.prettifyError(parsed.error) : 'is gone'}`];
      });
      holds(`${old.name} command of before`, faults);
      holds(
        `${old.name} lost callers`,
        added([...old.callers, ...old.system], [...(now?.callers ?? []), ...(now?.system ?? [])]),
      );
    });

    test('the previous version accepts commands of this version', () => {
      holds(`${old.name} command`, misread(now?.input, old.input));
      holds(`${old.name} callers`, [...added(now?.callers, old.callers), ...added(now?.system, old.system)]);
    });

    test('each version accepts answers of the other version', () => {
      holds(`${old.name} answer of before`, misread(old.output, now?.output));
      holds(`${old.name} answer`, misread(now?.output, old.output));
      holds(`${old.name} errors`, added(now?.errors, old.errors));
    });
  },
);

test.each(linesBefore('setting'))(
  'each version understands the settings $name of the other version',
  (old) => {
    const now = nowOf('setting', old.name);
    holds(`${old.name} setting of before`, misread(old.output, now?.output));
    holds(`${old.name} setting`, misread(now?.output, old.output));
  },
);

/** Fields of the previous form that no longer exist, or that have another number or type now. */
const changedFields = (
  old: Readonly<Record<string, FieldSample>>,
  now: Readonly<Record<string, FieldSample>>,
  path = '',
): string[] =>
  Object.entries(old).flatMap(([name, field]) => {
    const same = now[name];
    if (same?.number !== field.number || same.type !== field.type) return [`${path}${name}`];
    const members = added(field.members, same.members ?? []).map((member) => `${path}${name} ${member}`);
    return [...members, ...changedFields(field.fields ?? {}, same.fields ?? {}, `${path}${name}.`)];
  });

test.each(linesBefore('fact'))(
  'the fact $name keeps its fields, so that this version can read facts and replays of the previous version',
  (old) => {
    holds(`${old.name} fact`, changedFields(old.fields, nowOf('fact', old.name)?.fields ?? {}));
  },
);

describe('the comparison of two versions', () => {
  const described = (schema: z.ZodType): Described => {
    const contract = { ...contracts[0]!, name: 'x.y.v1', input: schema, output: schema };
    const [line] = linesOf({ contracts: [contract], sections: {}, events: {} });
    if (line?.kind !== 'command') throw new Error('no command');
    return line.output;
  };
  const was = described(z.object({ kind: z.enum(['A', 'B']), page: z.int() }));

  test.each([
    ['a new member of an enumeration', z.object({ kind: z.enum(['A', 'B', 'C']), page: z.int() })],
    ['a field that is gone', z.object({ kind: z.enum(['A', 'B']) })],
    ['a field of another type', z.object({ kind: z.enum(['A', 'B']), page: z.string() })],
    ['a field that may be missing now', z.object({ kind: z.enum(['A', 'B']), page: z.optional(z.int()) })],
  ])('reports %s', (_, schema) => {
    expect(misread(described(schema), was)).not.toEqual([]);
  });

  test('reports an enumeration that lost a member, and a new required field', () => {
    expect(misread(was, described(z.object({ kind: z.enum(['A']), page: z.int() })))).not.toEqual([]);
    expect(misread(was, described(z.object({ kind: z.string(), page: z.int(), more: z.int() })))).not.toEqual(
      [],
    );
  });

  test('does not report a new optional field', () => {
    const grown = described(z.object({ kind: z.enum(['A', 'B']), page: z.int(), more: z.optional(z.int()) }));
    expect([...misread(grown, was), ...misread(was, grown)]).toEqual([]);
  });
});
