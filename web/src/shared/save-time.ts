import type { Translate } from './i18n/translate.js';
import { momentOf } from './moments.js';

/**
 * Returns the time at which a colleague saved, by the county's clock. If that was not today, the date is included.
 * @param at ISO 8601
 * @param timeZone IANA name
 */
export const saveTimeText = (t: Translate, at: string, timeZone: string, now = new Date()): string => {
  const { date, time } = momentOf(at, timeZone);
  return date === momentOf(now.toISOString(), timeZone).date ? time : t('panel:timeOfSave', { date, time });
};
