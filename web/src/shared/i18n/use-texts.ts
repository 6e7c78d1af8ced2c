import i18next from 'i18next';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { messageText, type Translate } from './translate.js';

const subscribe = (changed: () => void): (() => void) => {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
};
const language = (): string => i18next.language;

/**
 * The texts of a feature: `t('namespace:path')`. Its namespaces are loaded with its route, so that nothing has to
 * suspend; this hook is all that the product needs of React bindings, and the first route has no room for more.
 */
export const useTexts = (): Translate => {
  const now = useSyncExternalStore(subscribe, language);
  return useMemo<Translate>(() => (key, values) => i18next.t(key, { lng: now, ...values }), [now]);
};

/** The text of a field's message, if it has one. */
export const useMessageText = (): ((message: string | undefined) => string | undefined) => {
  const t = useTexts();
  return useCallback((message) => (message === undefined ? undefined : messageText(t, message)), [t]);
};
