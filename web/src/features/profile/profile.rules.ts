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

/** The stored phone stands in the field of its format. */
export const profileFormOf = ({ phone, ...profile }: StoredProfile): ProfileForm => ({
  ...profile,
  standardPhone: profile.phoneFormatType === 'STANDARD' ? phone : '',
  internationalPhone: profile.phoneFormatType === 'INTERNATIONAL' ? phone : '',
});

/** What is sent: one phone of the chosen format (A6-04). */
export const profileOf = ({ standardPhone, internationalPhone, ...profile }: ProfileForm): Profile => ({
  ...profile,
  phone: (profile.phoneFormatType === 'STANDARD' ? standardPhone : internationalPhone).trim(),
});
