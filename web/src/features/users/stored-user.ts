import type { ManagedUser, NewUserForm } from '@portal/proto/http/user-manager';
import type { Translate } from '../../shared/i18n/translate.js';
import type { OpenedEntry } from '../../shared/use-opened-entry.js';
import type { StoredField } from '../../ui/components/changed-entry.js';
import { userFormOf } from './user-entry.rules.js';

const phones = ['standardPhone', 'internationalPhone'];

const shownValue = (t: Translate, user: ManagedUser, name: string): string => {
  if (name === 'role') return t(`users:role.${user.role}`);
  if (name === 'accountId') return user.accountName;
  if (name === 'phoneFormatType') return t(`person:${user.phoneFormatType}`);
  if (phones.includes(name)) return user.phone;
  return String(Reflect.get(userFormOf(user), name) ?? '');
};

/**
 * The fields that somebody else has changed in a user, with their stored values as texts. A changed phone is listed
 * once, under the phone field that the form shows.
 */
export function storedUserFields(
  t: Translate,
  { stored, changed }: OpenedEntry<ManagedUser>,
  labels: Readonly<Record<string, string>>,
  format: NewUserForm['phoneFormatType'],
): StoredField[] {
  if (!stored) return [];
  const shownPhone = format === 'STANDARD' ? 'standardPhone' : 'internationalPhone';
  const shown = changed.map((name) => (phones.includes(name) ? shownPhone : name));
  return [...new Set(shown)].map((field) => ({
    ...{ field, label: labels[field] ?? field },
    value: shownValue(t, stored, field) || t('panel:nothing'),
  }));
}
