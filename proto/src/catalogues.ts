import type { Language } from './roles.js';

export interface LanguageTerms {
  /**
   * Folder of the language's catalogs below `locales/`. Missing keys fall back to English (web/DESIGN.md#languages).
   */
  catalogue: string;
  /** The `lang` attribute of pages, e-mails and files. */
  html: string;
  /**
   * Locale for Intl. It is 'en-US' for the five languages that Intl does not know, because Intl would use the browser's
   * language for them (web/DESIGN.md#languages).
   */
  intl: string;
  /** The language's own name for itself. */
  self: string;
}

/** The languages of the specification (A12-01) in its order, with English first. */
export const languageTerms = {
  ENGLISH: { catalogue: 'en', html: 'en', intl: 'en-US', self: 'English' },
  BENGALI: { catalogue: 'bn', html: 'bn', intl: 'bn-u-nu-latn', self: 'বাংলা' },
  CAROLINIAN: { catalogue: 'cal', html: 'cal', intl: 'en-US', self: 'Refaluwasch' },
  CHAMORRO: { catalogue: 'ch', html: 'ch', intl: 'en-US', self: 'Chamoru' },
  CHINESE: { catalogue: 'zh', html: 'zh-Hans', intl: 'zh-Hans', self: '中文' },
  CHUUKESE: { catalogue: 'chk', html: 'chk', intl: 'en-US', self: 'Chuuk' },
  JAPANESE: { catalogue: 'ja', html: 'ja', intl: 'ja', self: '日本語' },
  KOREAN: { catalogue: 'ko', html: 'ko', intl: 'ko', self: '한국어' },
  PALAUAN: { catalogue: 'pau', html: 'pau', intl: 'en-US', self: 'a tekoi er a Belau' },
  POHNPEIAN: { catalogue: 'pon', html: 'pon', intl: 'en-US', self: 'Pohnpei' },
  RUSSIAN: { catalogue: 'ru', html: 'ru', intl: 'ru', self: 'Русский' },
  TAGALOG: { catalogue: 'tl', html: 'tl', intl: 'fil', self: 'Tagalog' },
  THAI: { catalogue: 'th', html: 'th', intl: 'th-u-ca-gregory', self: 'ไทย' },
  TURKISH: { catalogue: 'tr', html: 'tr', intl: 'tr', self: 'Türkçe' },
} as const satisfies Record<Language, LanguageTerms>;

/**
 * Namespaces of texts that only the office's staff reads, in the control panel. They are in English whatever the
 * language, because staff works with the county's English forms and laws.
 */
export const officeNamespaces: readonly string[] = [
  ...[
    'accounts',
    'account-view',
    'panel',
    'panel-shell',
    'panel-pages',
    'users',
    'cashier',
    'filings',
    'billing',
    'operations',
    'monitoring',
    'report-forms',
    'staff-sign-in',
    'staff-home',
    'office-mail',
  ],
];
