import { isDeepStrictEqual } from 'node:util';
import {
  isPayingSection,
  payingFaults,
  payingSections,
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

/** The values of a county's sections: at least the sections about payments, and those of the plans. */
export type Values = Readonly<Partial<Record<SectionName, unknown>>>;

interface Planned {
  readonly name: SectionName;
  readonly changes: Value;
}

/**
 * Chooses which plans for one instant take effect. Plans take effect together, so one plan may need another that was
 * made after it. If all plans together break a rule, plans are accepted one by one. When no single plan can be
 * accepted, two are tried together. After each acceptance, all refused plans are tried again.
 * @param plans in the order in which they were made
 * @returns the accepted plans, in the same order; the others break a rule
 */
export const applicable = <P extends Planned>(before: Values, plans: readonly P[]): readonly P[] =>
  isValid(before, plans) ? plans : acceptedOf(before, plans, []);

function acceptedOf<P extends Planned>(
  before: Values,
  plans: readonly P[],
  accepted: readonly P[],
): readonly P[] {
  const waiting = plans.filter((plan) => !accepted.includes(plan));
  const withAccepted = (added: readonly P[]): readonly P[] =>
    plans.filter((plan) => added.includes(plan) || accepted.includes(plan));
  const alone = waiting.map((plan) => [plan]);
  const inPairs = waiting.flatMap((plan, at) => waiting.slice(at + 1).map((other) => [plan, other]));
  const added = [...alone, ...inPairs].find((set) => isValid(before, withAccepted(set)));
  const next = added && withAccepted(added);
  return next ? acceptedOf(before, plans, next) : accepted;
}

/** True if the sections obey their rules after all these plans. */
function isValid(before: Values, plans: readonly Planned[]): boolean {
  const after = valuesAfter(before, plans);
  if (!after || plans.some(({ name }) => !checkSection(name, after[name]).ok)) return false;
  const [was, is] = [before as PayingSections, after as PayingSections];
  return payingSections
    .filter((name) => plans.some((plan) => plan.name === name) || !isDeepStrictEqual(was[name], is[name]))
    .every((name) => Object.keys(payingFaults(name, was, is)).length === 0);
}

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
