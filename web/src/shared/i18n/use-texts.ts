import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { currentLanguage, onLanguageChange, textIn } from './i18n.js';
import { messageText, type Translate } from './translate.js';

/** The texts of a feature: `t('namespace:path')`. The route loads the namespaces, so nothing needs to suspend. */
export const useTexts = (): Translate => {
  const now = useSyncExternalStore(onLanguageChange, currentLanguage);
  return useMemo(() => textIn(now), [now]);
};

/** The text of a field's message, if it has one. */
export const useMessageText = (): ((message: string | undefined) => string | undefined) => {
  const t = useTexts();
  return useCallback((message) => (message === undefined ? undefined : messageText(t, message)), [t]);
};
