import { isLs1Active, passingLs1Faults, type Ls1Kind, type Ls1Migration } from '@portal/proto/http/ls1';
import type { Translate } from '../../../shared/i18n/translate.js';

/** The question before a migration (C8-07, C8-14). Dates are MM/DD/YYYY or empty. */
export function questionOf(
  t: Translate,
  kind: Ls1Kind,
  { fromDate: from, toDate: to }: { fromDate: string; toDate: string },
): string {
  if (kind === 'ACCOUNTS_USERS') return t('operations:ls1.accounts.question');
  if (from !== '' && to !== '') return t('operations:ls1.audit.questionBetween', { from, to });
  if (from !== '') return t('operations:ls1.audit.questionFrom', { from });
  return to === '' ? t('operations:ls1.audit.questionAll') : t('operations:ls1.audit.questionTo', { to });
}

/** Why a migration waits or has failed, in words; undefined without a fault. */
export function faultText(
  t: Translate,
  { state, fault }: Pick<Ls1Migration, 'state' | 'fault'>,
): string | undefined {
  if (fault === null) return undefined;
  const passes = [...passingLs1Faults, 'PEOPLE_SIGN_IN', 'UNEXPECTED'].some((each) => each === fault);
  return t(`operations:ls1.fault.${fault}${passes && !isLs1Active(state) ? '_FAILED' : ''}`);
}

/** The page polls often while a migration runs, and rarely otherwise. */
export const pollingOf = (current: Ls1Migration | null | undefined): number =>
  current && isLs1Active(current.state) ? 1_000 : 15_000;
