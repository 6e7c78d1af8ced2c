import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isMoneySection } from '@portal/proto/config/money-sections';
import { sections, type SectionName } from '@portal/proto/config/sections';
import type { Actor } from '@portal/proto/rpc/actor';
import type { SavedSection } from '@portal/proto/rpc/admin-config';
import * as z from 'zod/mini';

/** True for those who may change a county's settings: TRIMIN and COUNTY users, and start-up. */
export const mayConfigure = (actor: Actor): boolean =>
  actor.role === 'TRIMIN' || actor.role === 'COUNTY' || actor.role === 'SYSTEM';

/** Changes of prices need a reason, except at start-up. */
export const needsReason = (actor: Actor, name: SectionName): boolean =>
  actor.role !== 'SYSTEM' && isMoneySection(name);

/** A section that the county has never saved. */
export const unsavedSection = (name: SectionName): SavedSection => ({
  name,
  version: 0,
  value: z.parse(sections[name], {}),
});

/**
 * A section as it was saved, with the defaults of newer fields.
 * @throws when the stored value no longer parses, which a migration should have fixed
 */
export const filledSection = (
  name: SectionName,
  stored: { version: number; value: unknown },
): SavedSection => ({
  name,
  version: stored.version,
  value: z.parse(sections[name], stored.value),
});

/**
 * True for a repeated save whose first answer was lost: it wrote the next version with this very value. It gets the
 * same answer instead of CONFLICT.
 */
export const isRepeated = (stored: SavedSection, version: number, value: unknown): boolean =>
  stored.version === version + 1 && isDeepStrictEqual(stored.value, value);

/** SHA-256 of the value's JSON with sorted keys, which shows an auditor that something changed without copying it. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(sortedJson(value)).digest('hex');

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

const isRecord = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part);
