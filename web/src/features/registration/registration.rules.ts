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

/** The request contains one phone number, in the chosen format, and the password only once (A3-08). */
export const signUpRequestOf = (form: SignUpForm, language: Language): SignUpRequest => {
  const { standardPhone, internationalPhone, passwordConfirm: _confirmed, ...person } = form;
  const phone = (person.phoneFormatType === 'STANDARD' ? standardPhone : internationalPhone).trim();
  return { ...person, phone, language };
};
