import type { ManagedUser, NewUserEntry, NewUserForm, UserEntry } from '@portal/proto/http/user-manager';
import { hasAccount } from '@portal/proto/roles';

/**
 * The form of a new user: active, of type USER (C1-18), in the first account that the signed-in user may assign
 * (C1-22).
 */
export const newUserFormOf = (accountId: string | null): NewUserForm => ({
  ...{ username: '', password: '', passwordConfirm: '', role: 'USER', accountId },
  ...{ firstName: '', lastName: '', company: '', address: '', city: '', state: '', zip: '', email: '' },
  ...{ phoneFormatType: 'STANDARD', standardPhone: '', internationalPhone: '' },
});

/** The form of a stored user. The phone is in the field of its format; a password is neither loaded nor requested. */
export const userFormOf = (user: ManagedUser): NewUserForm => ({
  ...newUserFormOf(user.accountId),
  ...{ username: user.username, role: user.role, firstName: user.firstName, lastName: user.lastName },
  ...{ company: user.company, address: user.address, city: user.city, state: user.state, zip: user.zip },
  ...{ email: user.email, phoneFormatType: user.phoneFormatType },
  standardPhone: user.phoneFormatType === 'STANDARD' ? user.phone : '',
  internationalPhone: user.phoneFormatType === 'INTERNATIONAL' ? user.phone : '',
});

/** The user to send: one phone in the chosen format, without the confirmation fields (C1-48); staff has no account. */
export function entryOf(form: NewUserForm): UserEntry {
  const { standardPhone, internationalPhone, username: _name, password: _word, ...rest } = form;
  const { passwordConfirm: _confirmed, ...entry } = rest;
  const phone = (entry.phoneFormatType === 'STANDARD' ? standardPhone : internationalPhone).trim();
  return { ...entry, phone, accountId: hasAccount(entry.role) ? entry.accountId : null };
}

export const newEntryOf = (form: NewUserForm): NewUserEntry => ({
  ...entryOf(form),
  username: form.username,
  password: form.password,
});
