import * as z from 'zod/mini';
import { holdsCardNumber } from '../card-number.js';
import { states } from '../code-lists.js';
import { htmlEmail } from '../email.js';
import { message } from '../message.js';
import { language } from '../roles.js';
import { secret } from '../secret.js';

/**
 * Personal data that users enter: registration, profile, recovery (A3, A4, A6). Forms, gateway and service use the same
 * rules; messages are keys.
 */
type Rule = (value: string) => string | undefined;

export const required: Rule = (value) => (value === '' ? 'forms:required' : undefined);
const atMost =
  (n: number): Rule =>
  (value) =>
    [...value].length > n ? message('person:maximum', { n }) : undefined;
/** PostgreSQL refuses NUL, and no name or address contains control characters. */
const characters: Rule = (value) =>
  /[\u0000-\u001f\u007f]/.test(value) ? 'forms:invalidCharacters' : undefined;
const noCard: Rule = (value) => (holdsCardNumber(value) ? 'forms:cardNumber' : undefined);
/** Stored texts must not contain a payment card number (S29). */
const plain: Rule = (value) => characters(value) ?? noCard(value);
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
const add = (payload: z.core.ParsePayload, text: string | undefined, path: string[] = []): void => {
  if (text !== undefined)
    payload.issues.push({ code: 'custom', message: text, path, input: payload.value, continue: true });
};

const check = (rules: readonly Rule[]) => (payload: z.core.ParsePayload<string>) =>
  add(payload, issueOf(payload.value, rules));
/** Texts are trimmed (A3-33, A6-20). */
const text = (...rules: Rule[]) =>
  z.string('forms:required').check(z.trim(), check(rules.length > 0 ? rules : [plain]));

/** A3-12 to A3-16. */
const usernameRules: readonly Rule[] = [
  required,
  when(/[^A-Za-z0-9._@]/, 'forms:username'),
  (value) => (value.length < 8 ? message('person:minimum', { n: 8 }) : undefined),
  atMost(50),
  when(/^[._@]|[._@]$/, 'person:usernameEnds'),
  when(/[._@]{2}/, 'person:usernameSpecials'),
  noCard,
];

const emailRules: readonly Rule[] = [required, atMost(50), unless(htmlEmail, 'person:emailForm'), noCard];

const stateCodes = new Set(states.map(({ code }) => code));
const stateRule: Rule = (value) => (stateCodes.has(value) ? undefined : 'forms:required');
const zipRules: readonly Rule[] = [when(/\D/, 'forms:numbersOnly'), unless(/^\d{5}$/, 'person:zipDigits')];
/** Accepts an empty text, or one that follows the rules. */
const orEmpty =
  (...rules: readonly Rule[]): Rule =>
  (value) =>
    value === '' ? undefined : issueOf(value, rules);

export const phoneFormats = ['STANDARD', 'INTERNATIONAL'] as const;
export type PhoneFormat = (typeof phoneFormats)[number];

/** A3-28, A3-30 to A3-32. */
const phoneIssue = (format: PhoneFormat, phone: string): string | undefined =>
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

/** Keeps the first five digits of a zip that is typed or pasted; drops a hyphen and four more (C1-30). */
export const fiveDigitZip = (typed: string): string => typed.replace(/\D/g, '').slice(0, 5);

const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const SPECIAL = /[!@#$%^&]/;

/** Minimum length of a password for users, and for staff of the county and the provider (S39). */
export const PASSWORD_LEAST = { user: 8, staff: 12 } as const;
const PASSWORD_MOST = 64;
/** Counts characters as people do; nothing is cut off. */
export const passwordLength = (password: string): number => [...password.normalize('NFC')].length;

/** The requirements of a password, in the order of the hint that lists them. */
export const passwordNeeds = ['length', 'letter', 'digit', 'special'] as const;
export type PasswordNeed = (typeof passwordNeeds)[number];

/** Which requirements a password meets. The form shows them during typing; `passwordIssue` uses them too. */
export const passwordMeets = (
  password: string,
  least: number = PASSWORD_LEAST.user,
): Record<PasswordNeed, boolean> => {
  const length = passwordLength(password);
  return {
    length: length >= least && length <= PASSWORD_MOST,
    letter: LETTER.test(password),
    digit: DIGIT.test(password),
    special: SPECIAL.test(password),
  };
};

/** A3-17 to A3-21. */
export const passwordIssue = (password: string): string | undefined => {
  if (password === '') return 'forms:required';
  const meets = passwordMeets(password);
  if (!meets.length)
    return passwordLength(password) > PASSWORD_MOST ? 'forms:passwordMaximum' : 'forms:passwordMinimum';
  return meets.letter && meets.digit && meets.special ? undefined : 'forms:passwordCharacters';
};
/** A3-22. */
const confirmIssue = (password: string, confirmation: string): string | undefined =>
  confirmation === '' ? 'forms:required' : confirmation === password ? undefined : 'person:mismatched';

export const password = () =>
  secret(z.string('forms:required').check((payload) => add(payload, passwordIssue(payload.value))));
/** A password that is only compared, never set: any text is allowed, so that old ones stay valid. */
const knownPassword = z._default(z.nullable(secret(z.string().check(z.maxLength(200)))), null);

const formFields = {
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
/** The same rules for the sender of a document, who has one name field and may have two lines of address. */
export const personTexts = {
  name: text(required, atMost(100), plain),
  email: formFields.email,
  address: formFields.address,
  optionalAddress: text(atMost(50), plain),
  city: formFields.city,
  state: text(required, stateRule),
  zip: formFields.zip,
};
/** A profile requires only names and an e-mail address (A6-09); other fields must be valid if present. */
export const profileFormFields = {
  ...formFields,
  address: text(atMost(50), plain),
  city: text(atMost(50), plain),
  state: text(orEmpty(stateRule)),
  zip: text(orEmpty(...zipRules)),
};
/** A request may omit fields that a form always has. */
const personFields = {
  ...formFields,
  company: z._default(formFields.company, ''),
  phoneFormatType: z._default(formFields.phoneFormatType, 'STANDARD'),
};
const phone = text(plain);
export const profileFields = {
  ...profileFormFields,
  company: personFields.company,
  address: z._default(profileFormFields.address, ''),
  city: z._default(profileFormFields.city, ''),
  state: z._default(profileFormFields.state, ''),
  zip: z._default(profileFormFields.zip, ''),
  phoneFormatType: personFields.phoneFormatType,
  phone: z._default(phone, ''),
};

type WithPhone = { phoneFormatType: PhoneFormat; phone: string };
const checkPhone = (payload: z.core.ParsePayload<WithPhone>): void =>
  add(payload, phoneIssue(payload.value.phoneFormatType, payload.value.phone), ['phone']);
export const checkPhoneOfProfile = (payload: z.core.ParsePayload<WithPhone>): void => {
  if (payload.value.phone !== '') checkPhone(payload);
};

export const username = text(...usernameRules);

/** The first COUNTY user of a county, as an operator enters it. */
export const countyUserFields = {
  username,
  firstName: formFields.firstName,
  lastName: formFields.lastName,
  email: formFields.email,
};

/** POST auth/signUp (A3-08, A3-10). */
export const signUpRequest = z
  .object({
    username,
    ...personFields,
    phone,
    password: password(),
    language: z._default(language, 'ENGLISH'),
  })
  .check(checkPhone);
export type SignUpRequest = z.infer<typeof signUpRequest>;

/** GET and POST currentUser/profile (A6-03, A6-04). */
export const profile = z.object(profileFields).check(checkPhoneOfProfile);
export type Profile = z.infer<typeof profile>;
/** A stored profile. One that the office entered may lack fields that a form requires. */
export const storedProfile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  email: z.string(),
  /** A new address whose link has not been used yet; `email` stays valid until then. Empty without one. */
  newEmail: z.string(),
  phoneFormatType: z.enum(phoneFormats),
  phone: z.string(),
});
export type StoredProfile = z.infer<typeof storedProfile>;
/** `currentPassword` is required when the e-mail changes and the sign-in was long ago. */
export const profileRequest = z
  .object({ ...profileFields, currentPassword: knownPassword })
  .check(checkPhoneOfProfile);

interface FormFields {
  phoneFormatType: PhoneFormat;
  standardPhone: string;
  internationalPhone: string;
}
export const formPhones = { standardPhone: z.string(), internationalPhone: z.string() };
const phoneField = { STANDARD: 'standardPhone', INTERNATIONAL: 'internationalPhone' } as const;
const checkFormPhone = (payload: z.core.ParsePayload<FormFields>): void => {
  const { phoneFormatType: format } = payload.value;
  const field = phoneField[format];
  add(payload, phoneIssue(format, payload.value[field].trim()), [field]);
};
export const checkFormPhoneOfProfile = (payload: z.core.ParsePayload<FormFields>): void => {
  const { phoneFormatType } = payload.value;
  if (payload.value[phoneField[phoneFormatType]].trim() !== '') checkFormPhone(payload);
};
export const checkConfirmation = (
  payload: z.core.ParsePayload<{ password: string; passwordConfirm: string }>,
): void =>
  add(payload, confirmIssue(payload.value.password, payload.value.passwordConfirm), ['passwordConfirm']);

/** The registration form, with a field for each phone format and the password confirmation. */
export const signUpForm = z
  .object({ username, ...formFields, ...formPhones, password: password(), passwordConfirm: z.string() })
  .check(checkFormPhone, checkConfirmation);
export type SignUpForm = z.infer<typeof signUpForm>;

export const profileForm = z.object({ ...profileFormFields, ...formPhones }).check(checkFormPhoneOfProfile);
export type ProfileForm = z.infer<typeof profileForm>;

/** Two fields for a new password (A4-16, A4-17, A4-22, A6-26 to A6-32). */
export const passwordForm = z
  .object({ password: password(), passwordConfirm: z.string() })
  .check(checkConfirmation);
export type PasswordForm = z.infer<typeof passwordForm>;

const anyUsername = text(required, atMost(100), plain);

/** POST auth/forgotUsername (A4-02, A4-05) and POST auth/forgotPassword (A4-08, A4-09, A4-12). */
export const forgotUsernameForm = z.object({ email: text(...emailRules) });
export const forgotPasswordForm = z.object({ username: anyUsername, email: text(...emailRules) });
const inLanguage = { language: z._default(language, 'ENGLISH') };
export const forgotUsernameRequest = z.object({ email: text(...emailRules), ...inLanguage });
export const forgotPasswordRequest = z.object({
  username: anyUsername,
  email: text(...emailRules),
  ...inLanguage,
});

const ticket = secret(z.string().check(z.maxLength(200)));
/** POST auth/completeRegistration (A3-35) and POST auth/resetPassword (A4-21). */
export const completeRegistrationRequest = z.object({
  ticket,
  /** Required when the registration was submitted more than once. */
  password: knownPassword,
});
export const registered = z.object({ fullName: z.string(), username: z.string() });
/** POST auth/confirmEmail: the ticket from the link mailed to a new address. */
export const confirmEmailRequest = z.object({ ticket });
export const resetPasswordRequest = z.object({ ticket, password: password() });

/** POST currentUser/password (A6-25). */
export const changePasswordRequest = z.object({ password: password(), currentPassword: knownPassword });
