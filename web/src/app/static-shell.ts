import type { County } from '../shared/county.js';

const key = 'portal.shell.v1';

/** Kept so that the static shell of index.html can show the county before anything is loaded (public/shell.js). */
export const rememberShell = ({ county: { id }, common }: County): void => {
  try {
    localStorage.setItem(key, JSON.stringify({ id, county: common.countyName }));
  } catch {
    // A forbidden storage only means that the shell stays without a name.
  }
};
