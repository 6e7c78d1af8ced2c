import * as z from 'zod/mini';
import { states } from '../code-lists.js';
import { isSectionName, sectionNames } from '../config/sections.js';
import { withoutCardNumber } from '../http/no-card-number.js';
import { isTimeZone } from '../time-zones.js';
import { callers } from './callers.js';
import { rpc } from './contract.js';
import { deadFactContractsOf } from './dead-facts.js';
import { changeReason, sectionPlanContracts } from './section-plans.js';

const sectionName = z.enum(sectionNames);

export const countyId = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/));

/** A county that is moving to or from another installation (deploy/README.md#move-a-county). */
const countyMove = z.object({
  /**
   * LEAVING: for some seconds nobody can write, while the last changes are copied. ARRIVING: the county is complete,
   * but nobody may write yet. MOVED: another installation serves the county.
   */
  standing: z.enum(['LEAVING', 'ARRIVING', 'MOVED']),
  /** The time at which LEAVING ends by itself, in case the command that moves the county has died. */
  until: z.optional(z.iso.datetime()),
  /** The origin of the installation that serves the county, without a path. */
  to: z.optional(z.string()),
  /**
   * A key that only the two installations know. The installation that the county left sends the key with each request
   * that it passes on. Absent while the county is LEAVING, and if an earlier version of the portal made the move.
   */
  key: z.optional(z.string()),
});
export type CountyMove = z.infer<typeof countyMove>;

/** A county in the form that the gateway and the launcher use. */
export const county = z.object({
  id: countyId,
  name: z.string(),
  /** Host names of this county, without ports. */
  hosts: z.array(z.string()),
  /** The origin of links in e-mails, such as https://records.lake.example */
  origin: z.string(),
  /** IANA zone. */
  timeZone: z.string(),
  /** The state's postal abbreviation of two letters. */
  state: z.string().check(z.length(2)),
  /** Absent unless the county is moving or has moved. */
  move: z.optional(countyMove),
});
export type County = z.infer<typeof county>;

const hostLabel = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** Matches a host name or an IP address in brackets, with or without a port. */
const hostForm = new RegExp(`^(?:${hostLabel}(?:\\.${hostLabel})*|\\[[0-9A-Fa-f:.]+\\])(?::\\d{1,5})?$`);
const stateCodes = new Set(states.map(({ code }) => code));

/** A county as an operator enters it. The port of a host is dropped. */
export const enteredCounty = z.object({
  id: countyId,
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'forms:required'), z.maxLength(100, 'forms:tooLong'), withoutCardNumber),
  hosts: z
    .array(z.string().check(z.maxLength(253, 'forms:tooLong'), z.regex(hostForm, 'forms:invalid')))
    .check(z.minLength(1, 'forms:required')),
  origin: z.string().check(z.regex(/^https?:\/\/[^\s/?#@]+$/, 'forms:invalid')),
  timeZone: z.string().check(z.refine(isTimeZone, 'forms:invalid')),
  state: z.string().check(z.refine((code) => stateCodes.has(code), 'forms:invalid')),
});

/** `value` is parsed with the section's schema, with defaults filled in; version 0 means never saved. */
const savedSection = z.object({ name: sectionName, version: z.int(), value: z.unknown() });
export type SavedSection = z.infer<typeof savedSection>;

export const listCounties = rpc('admin-config.list-counties.v1', {
  input: z.object({}),
  output: z.array(county),
  errors: [],
  system: callers,
});

/**
 * For the launcher and the operator: adds a county, or changes its hosts, origin or time zone. CONFLICT: another
 * county has the host. NOT_FOUND: the caller is not the system.
 */
export const saveCounty = rpc('admin-config.save-county.v1', {
  input: enteredCounty,
  output: z.object({}),
  errors: ['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
  system: ['launcher'],
});

/** For the operator: tells every process to read the list of counties again. The actor names the county. */
export const announceCounty = rpc('admin-config.announce-county.v1', {
  input: z.object({}),
  output: z.object({}),
  errors: ['NOT_FOUND'],
  system: ['launcher'],
});

/**
 * Sections of the actor's county. The answer leaves out names that this version of admin-config does not know. A
 * newer caller may ask for such sections, and uses their defaults.
 */
export const getSections = rpc('admin-config.get-sections.v1', {
  reads: true,
  input: z.object({
    names: z.pipe(
      z.array(z.string()),
      z.transform((names) => names.filter(isSectionName)),
    ),
  }),
  output: z.array(savedSection),
  errors: [],
  system: callers,
});

/** A section's version, the user who saved it, and the time. User and time are empty if the section was never saved. */
const sectionStanding = z.object({
  name: sectionName,
  version: z.int(),
  savedBy: z.string(),
  savedAt: z.nullable(z.iso.datetime()),
});
export type SectionStanding = z.infer<typeof sectionStanding>;

/** All sections of the actor's county, without their values. Staff only. */
export const listSections = rpc('admin-config.list-sections.v1', {
  input: z.object({}),
  output: z.array(sectionStanding),
  errors: ['NOT_FOUND'],
});

/** A section for editing; `defaults` has the values of a county that never saved the section. Staff only. */
export const openSection = rpc('admin-config.open-section.v1', {
  input: z.object({ name: sectionName }),
  output: z.extend(sectionStanding, { value: z.unknown(), defaults: z.unknown() }),
  errors: ['NOT_FOUND'],
});

/**
 * Earlier versions of a section with their reasons, newest first, fifty at a time; `before` is the last version of
 * the previous answer. Staff only.
 */
export const listSectionVersions = rpc('admin-config.list-section-versions.v1', {
  input: z.object({ name: sectionName, before: z.nullable(z.int()) }),
  output: z.array(z.extend(sectionStanding, { value: z.unknown(), reason: z.string() })),
  errors: ['NOT_FOUND'],
});

/**
 * Replaces a section. `version` is the version that was read (if another was saved since → CONFLICT). Staff or system
 * only. Staff must give a reason for changes of prices, else INVALID_INPUT at `reason`.
 */
export const saveSection = rpc('admin-config.save-section.v1', {
  input: z.object({
    name: sectionName,
    version: z.int(),
    value: z.unknown(),
    reason: z._default(changeReason, ''),
  }),
  output: savedSection,
  errors: ['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
  system: ['launcher'],
});

/**
 * Makes every process read the county's configuration again (C8-20). Returns the number of sections that the county
 * has saved. TRIMIN only.
 */
export const reloadConfiguration = rpc('admin-config.reload-configuration.v1', {
  input: z.object({}),
  output: z.object({ sections: z.int() }),
  errors: ['NOT_FOUND'],
});

export const adminConfigContracts = [
  listCounties,
  saveCounty,
  announceCounty,
  getSections,
  listSections,
  openSection,
  listSectionVersions,
  saveSection,
  reloadConfiguration,
  ...sectionPlanContracts,
  ...deadFactContractsOf('admin-config'),
] as const;
