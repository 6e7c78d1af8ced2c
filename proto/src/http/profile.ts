import * as z from 'zod/mini';
import { secret } from '../secret.js';
import { knownPassword, password } from './password-rules.js';
import {
  atMost,
  checkFormPhoneOfProfile,
  checkPhoneOfProfile,
  formFields,
  formPhones,
  orEmpty,
  personFields,
  phone,
  phoneFormats,
  plain,
  stateRule,
  text,
  zipRules,
} from './person-fields.js';

/** A profile requires only names and an e-mail address (A6-09); other fields must be valid if present. */
export const profileFormFields = {
  ...formFields,
  address: text(atMost(50), plain),
  city: text(atMost(50), plain),
  state: text(orEmpty(stateRule)),
  zip: text(orEmpty(...zipRules)),
};
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

/** GET and POST currentUser/profile (A6-03, A6-04). */
export const profile = z.object(profileFields).check(checkPhoneOfProfile);
export type Profile = z.infer<typeof profile>;
/** A stored profile. A profile that the office entered may lack fields that a form requires. */
export const storedProfile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  email: z.string(),
  /**
   * A new e-mail address whose mailed link has not been used yet; `email` stays valid until the link is used. Empty
   * when there is no such address.
   */
  newEmail: z.string(),
  phoneFormatType: z.enum(phoneFormats),
  phone: z.string(),
});
export type StoredProfile = z.infer<typeof storedProfile>;
/** `currentPassword` is required if the e-mail address changes and the sign-in was more than five minutes ago. */
export const profileRequest = z
  .object({ ...profileFields, currentPassword: knownPassword })
  .check(checkPhoneOfProfile);

export const profileForm = z.object({ ...profileFormFields, ...formPhones }).check(checkFormPhoneOfProfile);
export type ProfileForm = z.infer<typeof profileForm>;

/** POST auth/confirmEmail: the ticket from the link that was mailed to a new e-mail address. */
export const confirmEmailRequest = z.object({ ticket: secret(z.string().check(z.maxLength(200))) });
/** POST currentUser/password (A6-25). */
export const changePasswordRequest = z.object({ password: password(), currentPassword: knownPassword });
