import { readFileSync } from 'node:fs';
import type { SearchType } from '@portal/proto/http/search-types';
import * as z from 'zod/mini';

/** Criteria as people read them. */
export interface ShownCriterion {
  readonly key: string;
  readonly value: string;
}

const folder = new URL('../locales/en/', import.meta.resolve('@portal/proto/codes'));
const load = <S extends z.ZodMiniType>(schema: S, namespace: string): z.output<S> =>
  schema.parse(JSON.parse(readFileSync(new URL(`${namespace}.json`, folder), 'utf8')));

/** The texts that the web client shows above its results, in English: no other language has texts yet. */
const results = load(z.object({ criteria: z.record(z.string(), z.string()) }), 'results').criteria;
const byName = load(
  z.object({
    searchByName: z.object({
      andOr: z.record(z.string(), z.string()),
      searchIn: z.catchall(z.object({}), z.string()),
    }),
  }),
  'search',
).searchByName;

const fields = z.record(z.string(), z.unknown());
type Read = (name: string) => string;

const name = (read: Read, nth: 1 | 2): string => {
  const rest = [read(`grantorGranteeFirstName${nth}`), read(`grantorGranteeMiddleInitial${nth}`)];
  return [read(`grantorGranteeLastName${nth}`), rest.filter(Boolean).join(' ')].filter(Boolean).join(', ');
};

function nameShown(read: Read): ShownCriterion[] {
  const second = name(read, 2);
  const joined = second === '' ? '' : ` ${(byName.andOr[read('andOr')] ?? '').toLowerCase()} ${second}`;
  return [
    { key: results[read('matchMethod')] ?? '', value: name(read, 1) + joined },
    { key: results['in'] ?? '', value: byName.searchIn[read('grantorGranteeSearchIn')] ?? '' },
    { key: results['recorded'] ?? '', value: `${read('fromRecordedDate')} – ${read('toRecordedDate')}` },
  ];
}

function numberShown(read: Read): ShownCriterion[] {
  const numbers = [read('fromDocumentNumber'), read('toDocumentNumber')].filter(Boolean);
  return [{ key: results['number'] ?? '', value: numbers.join(' – ') }];
}

/** @param criteria JSON text of the criteria */
export function shownCriteria(type: SearchType, criteria: string): ShownCriterion[] {
  const parsed = fields.parse(JSON.parse(criteria));
  const read: Read = (field) => String(parsed[field] ?? '');
  return type === 'searchByName' ? nameShown(read) : numberShown(read);
}
