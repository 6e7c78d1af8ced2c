import type { ReportRow } from './reports.js';
import { searchTypes } from './search-types.js';

type Words = (key: string, params?: Record<string, string | number>) => string;

/** The heading of a kind of search, or the name of the kind if this version does not know it. */
const searchText = (type: string, t: Words): string => {
  const known = searchTypes.find((each) => each === type);
  return known ? t(`search:${known}.heading`) : type;
};

/** Actions on a section. Their texts say "Settings", because users know a section as a page of settings. */
const settingsActions = new Map([
  ['section.save', 'saved'],
  ['section.plan', 'planned'],
  ['section.plan.withdraw', 'withdrawn'],
]);

/** Turns `user.password` into 'User password'. */
const actionText = (action: string, t: Words): string => {
  const settings = settingsActions.get(action);
  if (settings !== undefined) return t(`report-forms:settings.${settings}`);
  const words = action.replace(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The text that says what a line of a report is about. */
export const kindText = ({ log, kind }: Pick<ReportRow, 'log' | 'kind'>, t: Words): string => {
  switch (log) {
    case 'PURCHASES':
      return t(`reports:transactions.${kind}`);
    case 'SEARCHES':
      return searchText(kind, t);
    case 'SIGN_IN':
      return t(`report-forms:signIn.${kind}`);
    case 'ADMINISTRATION':
      return actionText(kind, t);
  }
};

export const subjectText = (row: Pick<ReportRow, 'log' | 'kind' | 'subject'>, t: Words): string => {
  const { log, kind, subject } = row;
  if (log === 'SEARCHES') return t('report-forms:found', { count: Number(subject) });
  if (log === 'PURCHASES' && kind === 'SEARCH') return searchText(subject, t);
  return log === 'PURCHASES' && kind === 'DETAILS' ? '' : subject;
};
