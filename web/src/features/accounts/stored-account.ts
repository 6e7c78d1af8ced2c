import type { OpenedAccount } from '@portal/proto/http/accounts';
import type { Translate } from '../../shared/i18n/translate.js';
import type { OpenedEntry } from '../../shared/use-opened-entry.js';
import type { StoredField } from '../../ui/components/changed-entry.js';
import { accountFormOf, levelText } from './account-entry.rules.js';

const shownValue = (t: Translate, account: OpenedAccount, name: string): string => {
  const value: unknown = Reflect.get(accountFormOf(account), name);
  if (typeof value === 'boolean') return t(value ? 'panel:yes' : 'panel:no');
  switch (name) {
    case 'accountType':
      return t(`accounts:type.${account.accountType}`);
    case 'paymentMethod':
      return t(`accounts:method.${account.paymentMethod}`);
    case 'imageChargeMethod':
    case 'certificateChargeMethod':
      return t(`accounts:charge.${account[name]}`);
    case 'flatFeeRateLevel':
      return levelText(t, account, account.flatFeeRateLevel);
    default:
      return String(value);
  }
};

/** The fields of an account that somebody else has changed, with their stored values as texts. */
export const storedAccountFields = (
  t: Translate,
  { stored, changed }: OpenedEntry<OpenedAccount>,
  labels: Readonly<Record<string, string>>,
): StoredField[] =>
  stored
    ? changed.map((field) => ({
        ...{ field, label: labels[field] ?? field },
        value: shownValue(t, stored, field) || t('panel:nothing'),
      }))
    : [];
