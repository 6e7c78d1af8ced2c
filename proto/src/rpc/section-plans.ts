import * as z from 'zod/mini';
import { sectionNames } from '../config/sections.js';
import { rpc } from './contract.js';

const sectionName = z.enum(sectionNames);

/** The reason for a change, in the words of the person who makes the change. */
export const changeReason = z.string().check(z.trim(), z.maxLength(200, 'forms:tooLong'));

/**
 * PLANNED until its time, then DONE; WITHDRAWN if somebody withdrew the plan before its time; FAILED if the section no
 * longer accepted the value.
 */
export const planStates = ['PLANNED', 'DONE', 'WITHDRAWN', 'FAILED'] as const;

/**
 * A value that a section will have from a given time on. `changes` lists the fields that differ from the version on
 * which the plan is based.
 */
const sectionPlan = z.object({
  id: z.uuid(),
  name: sectionName,
  changes: z.record(z.string(), z.unknown()),
  effectiveAt: z.iso.datetime(),
  state: z.enum(planStates),
  reason: z.string(),
  plannedBy: z.string(),
  plannedAt: z.iso.datetime(),
});
export type SectionPlan = z.infer<typeof sectionPlan>;

/**
 * Plans of the actor's county, the next one first: plans that wait, and plans that failed within thirty days. Staff
 * only.
 */
export const listSectionPlans = rpc('admin-config.list-section-plans.v1', {
  input: z.object({}),
  output: z.array(sectionPlan),
  errors: ['NOT_FOUND'],
});

/**
 * Plans a change of a money section for a day and a time on the county's clock. The caller creates the id, so that a
 * retry does not plan the change twice. `version` is the version that was read (if another was saved since →
 * CONFLICT); a time in the past, or a time for which too many changes wait → INVALID_INPUT at `date`.
 */
export const planSection = rpc('admin-config.plan-section.v1', {
  input: z.object({
    id: z.uuid(),
    name: sectionName,
    version: z.int(),
    value: z.unknown(),
    /** YYYY-MM-DD */
    date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'forms:invalidDate')),
    /** HH:MM */
    time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'panel:timeOfDay')),
    reason: changeReason,
  }),
  output: sectionPlan,
  errors: ['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND'],
});

/** Withdraws a plan before its time; after that → CONFLICT. */
export const withdrawSectionPlan = rpc('admin-config.withdraw-section-plan.v1', {
  input: z.object({ id: z.uuid() }),
  output: z.object({}),
  errors: ['CONFLICT', 'NOT_FOUND'],
});

export const sectionPlanContracts = [listSectionPlans, planSection, withdrawSectionPlan] as const;
