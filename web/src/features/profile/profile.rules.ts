import type { Profile, ProfileForm, StoredProfile } from '@portal/proto/http/people';

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

/** The stored phone stands in the field of its format, and an address that waits for its link in that of the e-mail. */
export const profileFormOf = ({ phone, newEmail, ...profile }: StoredProfile): ProfileForm => ({
  ...profile,
  email: newEmail === '' ? profile.email : newEmail,
  standardPhone: profile.phoneFormatType === 'STANDARD' ? phone : '',
  internationalPhone: profile.phoneFormatType === 'INTERNATIONAL' ? phone : '',
});

/** What is sent: one phone of the chosen format (A6-04). */
export const profileOf = ({ standardPhone, internationalPhone, ...profile }: ProfileForm): Profile => ({
  ...profile,
  phone: (profile.phoneFormatType === 'STANDARD' ? standardPhone : internationalPhone).trim(),
});
