import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isMoneySection } from '@portal/proto/config/money-sections';
import { sections, type SectionName } from '@portal/proto/config/sections';
import type { Actor } from '@portal/proto/rpc/actor';
import type { SavedSection } from '@portal/proto/rpc/admin-config';
import * as z from 'zod/mini';

/** True for users who may change a county's settings: TRIMIN and COUNTY users, and the portal itself at its start. */
export const mayConfigure = (actor: Actor): boolean =>
  actor.role === 'TRIMIN' || actor.role === 'COUNTY' || actor.role === 'SYSTEM';

/** True if the change needs a reason. Changes of prices need one, unless the portal itself makes them at its start. */
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
 * @throws when the stored value does not match the schema; migrations must keep stored values valid
 */
export const filledSection = (
  name: SectionName,
  stored: { version: number; value: unknown },
): SavedSection => ({
  name,
  version: stored.version,
  value: z.parse(sections[name], stored.value),
});

/** True if a new version of the section empties the special rates for cards (C3-15). */
export const emptiesCardRates = (name: SectionName): boolean => name === 'aLaCarteSpecialRates';

/**
 * True if the wanted value is already stored as the next version: the caller repeats a save because the answer was
 * lost. The caller then gets the first answer again instead of CONFLICT.
 */
export const isRepeated = (stored: SavedSection, version: number, value: unknown): boolean =>
  stored.version === version + 1 && isDeepStrictEqual(stored.value, value);

/**
 * SHA-256 of the value's JSON with sorted keys. The hash shows an auditor that the value has changed without revealing
 * the value.
 */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(sortedJson(value)).digest('hex');

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

const isRecord = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part);
