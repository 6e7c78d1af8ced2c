import i18next from 'i18next';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { messageText, type Translate } from './translate.js';

const subscribe = (changed: () => void): (() => void) => {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
};
const language = (): string => i18next.language;

/** Texts without values, by language and key: a list asks for the same few some hundred times. */
const lookedUp = new Map<string, string>();
i18next.on('loaded', () => lookedUp.clear());

const textOf: (language: string) => Translate = (lng) => (key, values) => {
  if (values) return i18next.t(key, { lng, ...values });
  const name = `${lng}/${key}`;
  const known = lookedUp.get(name);
  if (known !== undefined) return known;
  const text = i18next.t(key, { lng });
  lookedUp.set(name, text);
  return text;
};

/**
 * The texts of a feature: `t('namespace:path')`. Its namespaces are loaded with its route, so that nothing has to
 * suspend; this hook is all that the product needs of React bindings, and the first route has no room for more.
 */
export const useTexts = (): Translate => {
  const now = useSyncExternalStore(subscribe, language);
  return useMemo(() => textOf(now), [now]);
};

/** The text of a field's message, if it has one. */
export const useMessageText = (): ((message: string | undefined) => string | undefined) => {
  const t = useTexts();
  return useCallback((message) => (message === undefined ? undefined : messageText(t, message)), [t]);
};
