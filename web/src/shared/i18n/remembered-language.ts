import { language, type Language } from '@portal/proto/roles';

const YEAR_SECONDS = 31_536_000;

/**
 * Stores the language that was chosen on the login page, for the next visit with this browser and for the server's
 * messages to visitors. A cookie, because the storage is cleared at every logout.
 */
export const rememberLanguage = (chosen: Language): void => {
  document.cookie = `language=${chosen}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
};

/** Undefined if no language has been chosen yet. */
export const rememberedLanguage = (): Language | undefined =>
  language.safeParse(/(?:^|; )language=([A-Z]+)/.exec(document.cookie)?.[1]).data;
