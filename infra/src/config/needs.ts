/**
 * The things that a process uses besides Redis and its keys. A process must have the variables for what it uses, and
 * gets no others.
 */
export type Need = 'database' | 'storage' | 'mail' | 'cards';

export const allNeeds: readonly Need[] = ['database', 'storage', 'mail', 'cards'];

const needs: Readonly<Record<string, readonly Need[]>> = {
  gateway: ['storage', 'cards'],
  identity: ['database', 'storage', 'mail'],
  'admin-config': ['database', 'storage'],
  search: ['database'],
  imaging: ['database', 'storage'],
  payments: ['database', 'storage', 'cards'],
  reports: ['database', 'storage'],
  billing: ['database'],
  launcher: ['storage'],
};

/** What a process uses; an unknown process counts as using everything. */
export const needsOf = (process: string): readonly Need[] => needs[process] ?? allNeeds;
