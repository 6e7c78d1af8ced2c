import * as z from 'zod/mini';
import { fieldFaults } from '../field-faults.js';
import { fail, ok, type Result } from '../result.js';
import { billingScheduleFaults } from './billing-schedule.rules.js';
import { creditCardExtraFaults } from './credit-card-extra.rules.js';
import { escrowFaults } from './escrow.rules.js';
import { rateOptionFaults } from './flat-fee.rules.js';
import type { SectionFaults } from './section-faults.js';
import { sections, type SectionName, type SectionValue } from './sections.js';
import {
  commonFaults,
  efileFaults,
  linkFaults,
  loginPageLinkFaults,
  purgeAfterDays,
  purgeFaults,
  searchPageFaults,
  userAccessFaults,
  userLockoutFaults,
} from './settings.rules.js';
import { specialRateFaults } from './special-rates.rules.js';
import { staffSignInFaults } from './staff-sign-in.rules.js';

type Rules = { [N in SectionName]?: (value: SectionValue<N>) => SectionFaults };

/**
 * Rules between the fields of a section, checked when it is saved. Reading a section does not check these rules, so a
 * county's saved sections stay valid when a rule is added.
 */
const sectionRules: Rules = {
  aLaCarteSpecialRates: ({ rates }) => specialRateFaults(rates),
  creditCardAlternateRates: ({ rates }) => specialRateFaults(rates),
  creditCardExtra: creditCardExtraFaults,
  escrow: escrowFaults,
  flatFee: ({ rates }) => rateOptionFaults(rates),
  flatFeeOverride: ({ rates }) => rateOptionFaults(rates),
  common: commonFaults,
  search: searchPageFaults,
  loginPageLinks: loginPageLinkFaults,
  homeExternalLinks: linkFaults,
  userAccess: userAccessFaults,
  userLockout: userLockoutFaults,
  userPurgeSchedule: purgeFaults(purgeAfterDays.users),
  auditLogPurgeSchedule: purgeFaults(purgeAfterDays.auditLog),
  efile: efileFaults,
  billingSchedule: billingScheduleFaults,
  staffSignIn: staffSignInFaults,
};

/**
 * Checks a section before it is saved, and returns it with every default filled in. Form, gateway and service call this
 * function.
 * @returns INVALID_INPUT with the message key of each field at fault, by its path such as 'rates.0.documentRate'
 */
export function checkSection<N extends SectionName>(
  name: N,
  value: unknown,
): Result<SectionValue<N>, 'INVALID_INPUT'> {
  const parsed = z.safeParse(sections[name], value);
  if (!parsed.success) return fail('INVALID_INPUT', undefined, fieldFaults(parsed.error));
  const section = parsed.data as SectionValue<N>;
  const faults = sectionRules[name]?.(section) ?? {};
  return Object.keys(faults).length === 0 ? ok(section) : fail('INVALID_INPUT', undefined, faults);
}
