import type { Translate } from '../../../shared/i18n/translate.js';

/** Who saved a version, in words: a person by name, and what start-up and jobs of the portal saved as theirs. */
export const saverName = (t: Translate, savedBy: string): string =>
  savedBy === '' || savedBy.startsWith('system:') ? t('panel:installation') : savedBy;
