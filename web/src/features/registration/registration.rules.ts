import type { SignUpForm, SignUpRequest } from '@portal/proto/http/registration';
import type { Language } from '@portal/proto/roles';

export const emptyRegistration = (state: string): SignUpForm => ({
  username: '',
  firstName: '',
  lastName: '',
  company: '',
  address: '',
  city: '',
  state,
  zip: '',
  email: '',
  phoneFormatType: 'STANDARD',
  standardPhone: '',
  internationalPhone: '',
  password: '',
  passwordConfirm: '',
});

/** The request: one phone in the chosen format, no confirmation (A3-08). */
export const signUpRequestOf = (form: SignUpForm, language: Language): SignUpRequest => {
  const { standardPhone, internationalPhone, passwordConfirm: _confirmed, ...person } = form;
  const phone = (person.phoneFormatType === 'STANDARD' ? standardPhone : internationalPhone).trim();
  return { ...person, phone, language };
};
