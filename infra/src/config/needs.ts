/** What a process uses besides Redis and its keys; it gets, and must have, the variables of these alone. */
export type Need = 'database' | 'storage' | 'mail' | 'cards';

export const allNeeds: readonly Need[] = ['database', 'storage', 'mail', 'cards'];

const needs: Readonly<Record<string, readonly Need[]>> = {
  gateway: ['storage', 'cards'],
  identity: ['database', 'mail'],
  'admin-config': ['database', 'storage'],
  search: ['database'],
  imaging: ['database', 'storage'],
  payments: ['database', 'cards'],
  reports: ['database', 'storage'],
  launcher: ['storage'],
};

/** Everything for a process that is not known. */
export const needsOf = (process: string): readonly Need[] => needs[process] ?? allNeeds;
