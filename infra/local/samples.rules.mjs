// The commands, settings and facts that two versions exchange while they run side by side: JSON Schema and samples.
import fc from 'fast-check';
import * as z from 'zod/mini';

/**
 * The forms of all messages between processes of this version: an entry for each command, setting and fact.
 * @param product the contracts, sections and events of `proto`
 */
export const linesOf = ({ contracts, sections, events }) => [
  ...contracts.map(({ name, callers, system, errors, input, output }) => ({
    ...{ kind: 'command', name, callers, system, errors },
    input: described(input, 'input'),
    output: described(output, 'output'),
  })),
  ...Object.entries(sections).map(([name, schema]) => ({
    ...{ kind: 'setting', name },
    output: described(schema, 'output'),
  })),
  ...Object.entries(events).map(([name, message]) => ({ kind: 'fact', name, fields: fieldsOf(message) })),
];

/** A JSON Schema and values that fit it. The values also pass the checks of zod that JSON Schema cannot express. */
function described(schema, io) {
  const json = schemaOf(schema, io);
  return { schema: json, values: valuesOf(json).filter((value) => z.safeParse(schema, value).success) };
}

/** Fields of a message by name, each with its number and type; nested messages include their fields. */
const fieldsOf = (message, depth = 0) =>
  Object.fromEntries(
    message.fields.map(
      ({ name, number, fieldKind, listKind, mapKind, scalar, enum: members, message: inner }) => [
        name,
        {
          number,
          type: [fieldKind, listKind, mapKind, scalar].filter((part) => part !== undefined).join(' '),
          ...(members && { members: members.values.map((member) => member.name) }),
          ...(inner && depth < DEEPEST && { fields: fieldsOf(inner, depth + 1) }),
        },
      ],
    ),
  );

const MOST_SAMPLES = 24;
const DEEPEST = 6;

/**
 * Converts a schema to JSON Schema. It allows unknown fields, because readers drop the fields of newer versions.
 * @param {'input' | 'output'} io the form that is sent, or the form after parsing
 */
export function schemaOf(schema, io) {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  delete json.$schema;
  return openObjects(json);
}

function openObjects(json) {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(openObjects);
  const entries = Object.entries(json).filter(
    ([key, value]) => !(key === 'additionalProperties' && value === false),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, openObjects(value)]));
}

/**
 * Values of a JSON Schema: together they have each member of each enumeration, each alternative, and optional fields
 * both present and absent. The same schema always gives the same values.
 */
export function valuesOf(schema) {
  const values = [];
  for (let nth = 0, most = 2; nth < most && nth < MOST_SAMPLES; nth++) {
    const choice = new Choice(nth);
    values.push(valueOf(schema, choice, schema, 0));
    most = Math.max(most, choice.most);
  }
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Picks the nth possibility at every choice; a choice with fewer possibilities starts again at its first one. */
class Choice {
  most = 1;

  constructor(nth) {
    this.nth = nth;
  }

  of(list) {
    this.most = Math.max(this.most, list.length);
    return list[this.nth % list.length];
  }
}

function valueOf(schema, choice, root, depth) {
  if (schema.$ref) return valueOf(pointed(root, schema.$ref), choice, root, depth + 1);
  if ('const' in schema) return schema.const;
  if (schema.enum) return choice.of(schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return valueOf(depth > DEEPEST ? either.at(-1) : choice.of(either), choice, root, depth + 1);
  if (schema.allOf)
    return valueOf(Object.assign({}, schema, ...schema.allOf, { allOf: undefined }), choice, root, depth);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, choice, root, depth);
    case 'array':
      return arrayOf(schema, choice, root, depth);
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return choice.of([true, false]);
    default:
      return schema.type === 'null' ? null : 'any';
  }
}

function objectOf(schema, choice, root, depth) {
  const required = new Set(schema.required ?? []);
  const isWhole = choice.of([true, false]) && depth <= DEEPEST;
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => required.has(name) || isWhole)
    .map(([name, field]) => [name, fieldOf(name, field, choice, root, depth + 1)]);
  if (fields.length > 0 || !schema.additionalProperties?.type) return Object.fromEntries(fields);
  const names = schema.propertyNames?.enum ?? ['key'];
  return Object.fromEntries(
    (schema.propertyNames?.enum ? names : [choice.of(names)]).map((name) => [
      name,
      valueOf(schema.additionalProperties, choice, root, depth + 1),
    ]),
  );
}

function fieldOf(name, field, choice, root, depth) {
  if (name === 'slides') return [`${'0'.repeat(64)}.webp`];
  const isText = field.type === 'string' && !field.enum && !field.format;
  return isText && Object.hasOwn(named, name)
    ? choice.of([named[name]].flat())
    : valueOf(field, choice, root, depth);
}

function arrayOf(schema, choice, root, depth) {
  if (schema.prefixItems) return schema.prefixItems.map((item) => valueOf(item, choice, root, depth + 1));
  const length = depth > DEEPEST ? (schema.minItems ?? 0) : Math.max(1, schema.minItems ?? 0);
  return Array.from({ length }, () => valueOf(schema.items ?? {}, choice, root, depth + 1));
}

/** Valid texts by the name of their field, for fields with checks that JSON Schema cannot express. */
const named = {
  email: 'ada@lake.example',
  identificationNumber: 'first.clerk',
  password: 'Portal!2026',
  passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
  landLinkAccount: '1001',
  lastTasks: ['11/23/2026', '2026-11-23'],
  logo: '',
  phone: '(218) 555-0100',
  state: 'MN',
  timeZone: 'America/Chicago',
  username: 'first.clerk',
  zip: '55614',
};

const known = {
  uuid: '0199d0c4-8d7b-7b39-9d4a-5f0c3a1e2b60',
  'date-time': '2026-11-23T14:00:00.000Z',
  date: '2026-11-23',
  time: '14:00:00',
  email: 'ada@lake.example',
  uri: 'https://lake.example/',
};

function textOf({ format, pattern, allOf, minLength = 0, maxLength = 4_000 }) {
  if (format && known[format]) return known[format];
  const form = pattern ?? allOf?.find((part) => part.pattern)?.pattern;
  if (!form) return 'Abc1'.padEnd(minLength, 'x').slice(0, Math.max(maxLength, minLength));
  const fits = fc
    .stringMatching(new RegExp(form, 'u'))
    .filter(({ length }) => length >= minLength && length <= maxLength);
  return fc.sample(fits, { seed: 1, numRuns: 1 })[0];
}

function numberOf({ minimum, exclusiveMinimum, maximum, multipleOf = 1 }) {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + multipleOf);
  const value = least > Number.MIN_SAFE_INTEGER ? Math.max(least, 0) : 0;
  return maximum !== undefined && value > maximum ? maximum : value;
}

function pointed(root, ref) {
  return ref
    .slice(2)
    .split('/')
    .filter(Boolean)
    .reduce((part, name) => part[decodeURIComponent(name)], root);
}
