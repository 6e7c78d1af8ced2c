import * as z from 'zod/mini';
import { message } from '../message.js';
import { flag, text } from './fields.js';

/** The reports that the county offers, each with the county's note, which is shown above the report's form (C5-16). */
export const reportsSection = z.object({
  statementReport: flag(true),
  statementReportCountyNote: text(2_000),
  auditAccountsReport: flag(true),
  auditAccountsReportCountyNote: text(2_000),
  auditUsersReport: flag(true),
  auditUsersReportCountyNote: text(2_000),
  accountTypeReport: flag(true),
  accountTypeReportCountyNote: text(2_000),
});

/** E-filing (C5-25). */
export const efileSection = z.object({
  efile: flag(),
  efileCountyNote: text(2_000),
  acknowledgement: flag(),
  acknowledgementStatement: text(5_000),
  /** The county's reasons for sending a document back, one per line. */
  returnReasons: text(
    2_000,
    [
      'A page cannot be read',
      'Signature or notary stamp missing',
      'Legal description missing or wrong',
      'Wrong document type',
      'Certificate of real estate value missing',
      'Other',
    ].join('\n'),
  ),
  /** True if submissions go to the office's land system as PRIA packages, and its answers come back in a folder. */
  exchange: flag(),
  /** The folder below exchange/ in the county's part of the object store. */
  exchangeFolder: text(40, 'land-system'),
});

const days = /* @__NO_SIDE_EFFECTS__ */ (initial: number) =>
  z._default(z.int().check(z.minimum(0), z.maximum(36_500, message('panel:orLess', { n: 36_500 }))), initial);

/** C6-09: every night, users of card accounts are deleted if they have not signed in for this number of days. */
export const userPurgeScheduleSection = z.object({
  automaticPurge: flag(),
  automaticPurgeAfterDays: days(365),
});

/** C6-18: records of the audit log that are older than this number of days are archived and deleted every night. */
export const auditLogPurgeScheduleSection = z.object({
  automaticPurge: flag(),
  automaticPurgeAfterDays: days(60),
});

/**
 * The monthly run over the county's accounts (C7-01). It is due each month on `renewalDay` at `renewalTime`, in the
 * county's time zone. Monthly fees and image renewals each have a switch; while a switch is off, due tasks of its kind
 * wait for staff. The time is the text that staff typed (billing-schedule.rules.ts).
 */
export const billingScheduleSection = z.object({
  automaticBilling: flag(),
  automaticImageRenewal: flag(),
  renewalDay: z._default(
    z
      .int('forms:numbersOnly')
      .check(
        z.minimum(1, message('panel:orMore', { n: 1 })),
        z.maximum(28, message('panel:orLess', { n: 28 })),
      ),
    1,
  ),
  renewalTime: text(20, '0:00'),
});

/** Corrections above this number of cents, up or down, need a second person of the county. */
export const cashierSection = z.object({
  correctionLimit: z._default(z.int().check(z.minimum(0), z.maximum(99_999_999)), 10_000),
});

/**
 * Which page images the county accepts. Scans are always accepted. PDF pages that contain text and drawings instead of
 * scans are accepted only if `drawPages` is true.
 */
export const imageImportSection = z.object({ drawPages: flag() });

/** A group of the identity provider whose members work for the county. */
export const staffGroup = z.object({ group: text(200) });

export const staffGroupsMost = 20;

/**
 * Sign-in of the county's staff by its identity provider (OpenID Connect). The client secret is not a setting: the
 * operator keeps it in a file (infra/README.md#environment).
 */
export const staffSignInSection = z.object({
  staffSignIn: flag(),
  /** The county's name for its identity provider, as in 'Sign in with …' on the login page. */
  providerName: text(40),
  /** The URL of the identity provider, exactly as its tokens give it. */
  issuer: text(200),
  clientId: text(200),
  scopes: text(200, 'openid profile email'),
  /** The claim that lists the groups of a person. */
  groupsClaim: text(100, 'groups'),
  /** Members of any of these groups have the role COUNTY; everybody else is refused. */
  groups: z._default(z.array(staffGroup).check(z.maxLength(staffGroupsMost)), []),
});
