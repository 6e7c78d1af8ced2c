import * as z from 'zod/mini';
import { holdsCardNumber } from '../card-number.js';
import { states } from '../code-lists.js';
import { htmlEmail } from '../email.js';
import { message } from '../message.js';

// The fields of personal data that users enter: names, address, phone, e-mail, username (A3, A4, A6). Forms, gateway
// and service use the same rules.

/** Returns the key of the message about a value that breaks the rule; undefined for any other value. */
type Rule = (value: string) => string | undefined;

export const required: Rule = (value) => (value === '' ? 'forms:required' : undefined);
export const atMost =
  (n: number): Rule =>
  (value) =>
    [...value].length > n ? message('person:maximum', { n }) : undefined;
/** PostgreSQL refuses NUL, and no name or address contains control characters. */
const characters: Rule = (value) =>
  /[\u0000-\u001f\u007f]/.test(value) ? 'forms:invalidCharacters' : undefined;
const noCard: Rule = (value) => (holdsCardNumber(value) ? 'forms:cardNumber' : undefined);
/** Stored texts must not contain a payment card number (S29). */
export const plain: Rule = (value) => characters(value) ?? noCard(value);
const when =
  (bad: RegExp, key: string): Rule =>
  (value) =>
    bad.test(value) ? key : undefined;
const unless =
  (good: RegExp, key: string): Rule =>
  (value) =>
    good.test(value) ? undefined : key;

/** The message of the first rule that a value breaks. */
const issueOf = (value: string, rules: readonly Rule[]): string | undefined => {
  for (const rule of rules) {
    const issue = rule(value);
    if (issue !== undefined) return issue;
  }
  return undefined;
};

/** Adds an issue to a field without stopping the checks of the whole form, so that every message appears at once. */
export const add = (payload: z.core.ParsePayload, text: string | undefined, path: string[] = []): void => {
  if (text !== undefined)
    payload.issues.push({ code: 'custom', message: text, path, input: payload.value, continue: true });
};

const check = (rules: readonly Rule[]) => (payload: z.core.ParsePayload<string>) =>
  add(payload, issueOf(payload.value, rules));
/** Texts are trimmed (A3-33, A6-20). */
export const text = (...rules: Rule[]) =>
  z.string('forms:required').check(z.trim(), check(rules.length > 0 ? rules : [plain]));

/** The rules of a username (A3-12 to A3-16). */
const usernameRules: readonly Rule[] = [
  required,
  when(/[^A-Za-z0-9._@]/, 'forms:username'),
  (value) => (value.length < 8 ? message('person:minimum', { n: 8 }) : undefined),
  atMost(50),
  when(/^[._@]|[._@]$/, 'person:usernameEnds'),
  when(/[._@]{2}/, 'person:usernameSpecials'),
  noCard,
];

export const emailRules: readonly Rule[] = [
  required,
  atMost(50),
  unless(htmlEmail, 'person:emailForm'),
  noCard,
];

const stateCodes = new Set(states.map(({ code }) => code));
export const stateRule: Rule = (value) => (stateCodes.has(value) ? undefined : 'forms:required');
export const zipRules: readonly Rule[] = [
  when(/\D/, 'forms:numbersOnly'),
  unless(/^\d{5}$/, 'person:zipDigits'),
];
/** Accepts an empty text, or one that follows the rules. */
export const orEmpty =
  (...rules: readonly Rule[]): Rule =>
  (value) =>
    value === '' ? undefined : issueOf(value, rules);

export const phoneFormats = ['STANDARD', 'INTERNATIONAL'] as const;
export type PhoneFormat = (typeof phoneFormats)[number];

/** The message about a phone number that does not match its format (A3-28, A3-30 to A3-32). */
export const phoneIssue = (format: PhoneFormat, phone: string): string | undefined =>
  issueOf(
    phone,
    format === 'STANDARD'
      ? [required, unless(/^\(\d{3}\) \d{3}-\d{4}$/, 'person:phoneStandard')]
      : [
          required,
          unless(/^\d*$/, 'person:phoneInternational'),
          (value) => (value.length < 7 ? message('person:phoneMinimum', { n: 7 }) : undefined),
          (value) => (value.length > 15 ? message('person:phoneMaximum', { n: 15 }) : undefined),
        ],
  );

/** Formats digits while they are typed: (XXX) XXX-XXXX (A3-29). */
export const standardPhone = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 10);
  if (digits.length <= 3) return digits === '' ? '' : `(${digits}`;
  const head = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}`;
  return digits.length <= 6 ? head : `${head}-${digits.slice(6)}`;
};

/** Keeps the first five digits of a zip that is typed or pasted, and drops a hyphen and four more digits (C1-30). */
export const fiveDigitZip = (typed: string): string => typed.replace(/\D/g, '').slice(0, 5);

export const formFields = {
  firstName: text(required, atMost(30), plain),
  lastName: text(required, atMost(30), plain),
  company: text(atMost(60), plain),
  address: text(required, atMost(50), plain),
  city: text(required, atMost(50), plain),
  state: text(stateRule),
  zip: text(required, ...zipRules),
  email: text(...emailRules),
  phoneFormatType: z.enum(phoneFormats),
};
/**
 * The fields of the person who e-files a document, checked by the rules above. The name is one field, not several as
 * for a user, and the address has up to two lines.
 */
export const personTexts = {
  name: text(required, atMost(100), plain),
  email: formFields.email,
  address: formFields.address,
  optionalAddress: text(atMost(50), plain),
  city: formFields.city,
  state: text(required, stateRule),
  zip: formFields.zip,
};
/** A request may omit fields that a form always has. */
export const personFields = {
  ...formFields,
  company: z._default(formFields.company, ''),
  phoneFormatType: z._default(formFields.phoneFormatType, 'STANDARD'),
};
export const phone = text(plain);
export type WithPhone = { phoneFormatType: PhoneFormat; phone: string };
export const checkPhone = (payload: z.core.ParsePayload<WithPhone>): void =>
  add(payload, phoneIssue(payload.value.phoneFormatType, payload.value.phone), ['phone']);
export const checkPhoneOfProfile = (payload: z.core.ParsePayload<WithPhone>): void => {
  if (payload.value.phone !== '') checkPhone(payload);
};

export const username = text(...usernameRules);
/** The key of the message about a username that breaks a rule; undefined for a valid username. */
export const usernameIssue = (value: string): string | undefined => issueOf(value, usernameRules);

/** The first COUNTY user of a county, as an operator enters it. */
export const countyUserFields = {
  username,
  firstName: formFields.firstName,
  lastName: formFields.lastName,
  email: formFields.email,
};

interface FormFields {
  phoneFormatType: PhoneFormat;
  standardPhone: string;
  internationalPhone: string;
}
export const formPhones = { standardPhone: z.string(), internationalPhone: z.string() };
const phoneField = { STANDARD: 'standardPhone', INTERNATIONAL: 'internationalPhone' } as const;
export const checkFormPhone = (payload: z.core.ParsePayload<FormFields>): void => {
  const { phoneFormatType: format } = payload.value;
  const field = phoneField[format];
  add(payload, phoneIssue(format, payload.value[field].trim()), [field]);
};
export const checkFormPhoneOfProfile = (payload: z.core.ParsePayload<FormFields>): void => {
  const { phoneFormatType } = payload.value;
  if (payload.value[phoneField[phoneFormatType]].trim() !== '') checkFormPhone(payload);
};
