import type { Translate } from '../../../shared/i18n/translate.js';

/** The name of whoever saved a version: a person, or the portal itself at start-up and in jobs. */
export const saverName = (t: Translate, savedBy: string): string =>
  savedBy === '' || savedBy.startsWith('system:') ? t('panel:installation') : savedBy;
