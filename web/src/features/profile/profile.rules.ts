import type { Profile, ProfileForm, StoredProfile } from '@portal/proto/http/profile';

export const emptyProfile: ProfileForm = {
  firstName: '',
  lastName: '',
  company: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  email: '',
  phoneFormatType: 'STANDARD',
  standardPhone: '',
  internationalPhone: '',
};

/**
 * Puts the stored phone into the field of its format, and an e-mail address that is not confirmed yet into the e-mail
 * field.
 */
export const profileFormOf = ({ phone, newEmail, ...profile }: StoredProfile): ProfileForm => ({
  ...profile,
  email: newEmail === '' ? profile.email : newEmail,
  standardPhone: profile.phoneFormatType === 'STANDARD' ? phone : '',
  internationalPhone: profile.phoneFormatType === 'INTERNATIONAL' ? phone : '',
});

/** The request: one phone in the chosen format (A6-04). */
export const profileOf = ({ standardPhone, internationalPhone, ...profile }: ProfileForm): Profile => ({
  ...profile,
  phone: (profile.phoneFormatType === 'STANDARD' ? standardPhone : internationalPhone).trim(),
});
