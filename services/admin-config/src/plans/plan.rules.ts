import { isDeepStrictEqual } from 'node:util';
import {
  isPayingSection,
  payingFaults,
  type PayingSections,
} from '@portal/proto/config/offered-payments.rules';
import { checkSection } from '@portal/proto/config/section-rules';
import { sections, type SectionName } from '@portal/proto/config/sections';
import * as z from 'zod/mini';
import { emptiesCardRates } from '../sections/section.rules.js';

type Value = Readonly<Record<string, unknown>>;

/** Returns the changed fields of a section, with their wanted values. */
export const changesOf = (before: Value, wanted: Value): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isDeepStrictEqual(before[field], value)),
  );

/** Applies a plan to a section. Sets only the plan's fields, so that later saves of other fields are kept. */
export const appliedTo = (current: Value, changes: Value): Value => ({ ...current, ...changes });

/**
 * The values of the sections that plans change. If a plan changes a section about payments, the values of all sections
 * about payments are included.
 */
export type Values = Readonly<Partial<Record<SectionName, unknown>>>;

interface Planned {
  readonly name: SectionName;
  readonly changes: Value;
}

/**
 * The maximum number of plans for one instant of a county. Together with `mostSetsTried`, it bounds the time in which
 * `applicable` chooses: about three seconds if each plan sets a full table of rates.
 */
export const mostPlansTogether = 30;

/**
 * The maximum number of sets of plans that are tried for one instant. Ten plans form this many sets, without the empty
 * one.
 */
const mostSetsTried = 1_023;

/**
 * Chooses which plans for one instant take effect. Plans take effect together, so one plan may need others that were
 * made after it. If all plans together break a rule, the smallest set of plans that obeys the rules is accepted, then
 * the smallest set of the others that obeys the rules beside it, and so on. No plan that could be accepted in addition
 * is left out, unless more than `mostSetsTried` sets would have to be tried; then all plans that still wait are refused.
 * @param plans in the order in which they were made; of two sets of the same size, the one with the earlier plans is
 * tried first
 * @returns the accepted plans, in the same order; the others break a rule
 */
export const applicable = <P extends Planned>(before: Values, plans: readonly P[]): readonly P[] =>
  isValid(before, plans) ? plans : acceptedOf(before, plans, [], mostSetsTried);

/**
 * Returns the accepted plans together with the other plans that can be accepted too. Tries at most `tries` sets of the
 * other plans.
 */
function acceptedOf<P extends Planned>(
  before: Values,
  plans: readonly P[],
  accepted: readonly P[],
  tries: number,
): readonly P[] {
  let left = tries;
  for (const added of setsOf(plans.filter((plan) => !accepted.includes(plan)))) {
    if (left === 0) return accepted;
    left -= 1;
    const together = plans.filter((plan) => added.includes(plan) || accepted.includes(plan));
    if (isValid(before, together)) return acceptedOf(before, plans, together, left);
  }
  return accepted;
}

/** All sets of these plans except the empty one, small sets first. */
function* setsOf<P>(plans: readonly P[]): Generator<readonly P[]> {
  for (const size of plans.keys()) yield* setsOfSize(plans, size + 1);
}

function* setsOfSize<P>(plans: readonly P[], size: number): Generator<readonly P[]> {
  if (size === 0) return yield [];
  for (const [at, plan] of plans.entries())
    for (const others of setsOfSize(plans.slice(at + 1), size - 1)) yield [plan, ...others];
}

/** True if every section with a plan obeys its rules after all these plans. */
function isValid(before: Values, plans: readonly Planned[]): boolean {
  const after = valuesAfter(before, plans);
  const names = new Set(plans.map(({ name }) => name));
  return after !== undefined && [...names].every((name) => obeysRules(name, before, after));
}

const obeysRules = (name: SectionName, before: Values, after: Values): boolean =>
  checkSection(name, after[name]).ok &&
  (!isPayingSection(name) ||
    Object.keys(payingFaults(name, before as PayingSections, after as PayingSections)).length === 0);

/** Returns the values after plans that take effect one after another; undefined if a value is not possible at all. */
function valuesAfter(before: Values, plans: readonly Planned[]): Values | undefined {
  let values = before;
  for (const { name, changes } of plans) {
    const parsed = z.safeParse(sections[name], appliedTo(values[name] as Value, changes));
    if (!parsed.success) return undefined;
    values = { ...values, [name]: parsed.data };
    if (emptiesCardRates(name))
      values = {
        ...values,
        creditCardAlternateRates: { ...(values.creditCardAlternateRates as Value), rates: [] },
      };
  }
  return values;
}

/** True if a plan changes a section whose rules depend on the other sections about payments. */
export const arePaying = (plans: readonly Planned[]): boolean =>
  plans.some(({ name }) => isPayingSection(name));
