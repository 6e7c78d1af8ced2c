import type { Translate } from '../../../shared/i18n/translate.js';
import { addressOf, type NamedPanelPage } from '../panel-pages.js';
import { fieldsOf, type AnyPage } from '../section-form/described-fields.js';
import { labelOf } from '../section-form/changes.rules.js';

/** A setting that the search can find: a field of a page, or a page without a description. */
export interface Setting {
  readonly label: string;
  /** The names of the group and the page. */
  readonly place: string;
  /** The effect of the setting. */
  readonly effect: string;
  /** The link to the field: a path below the portal's base URL, with the field's id as the fragment. */
  readonly to: string;
  /** All words by which the setting can be found, in lower case. */
  readonly words: string;
}

/** Splits a field's name into its words, so that 'expire in' finds 'emaileExpireIn'. */
const spaced = (name: string): string => name.replace(/[._-]/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2');

/** A search entry for a whole page, which users find by the name of the page. */
export function settingOfPage(t: Translate, page: NamedPanelPage, group: string): Setting {
  const label = t(page.title);
  return {
    ...{ label, place: group, effect: '', to: addressOf(page) },
    words: [label, group, spaced(page.path)].join(' ').toLowerCase(),
  };
}

/** The settings of a page, one for each field, with the texts of its description. */
export function settingsOfPage(
  t: Translate,
  page: NamedPanelPage,
  group: string,
  described: AnyPage,
): Setting[] {
  const title = t(page.title);
  return fieldsOf(described).map((field) => {
    const label = labelOf(t, field);
    const texts = field.words.map((key) => t(key));
    return {
      ...{ label, place: `${group}, ${title}`, effect: texts.at(-1) ?? '' },
      to: `/controlPanel/${page.path}#${field.id}`,
      words: [label, title, group, ...texts, spaced(field.name), field.name].join(' ').toLowerCase(),
    };
  });
}

/**
 * Settings that contain every word. Settings whose label begins with the words as they were typed come first, then
 * settings whose label contains all of them.
 */
export function findSettings(settings: readonly Setting[], typed: string): Setting[] {
  const words = typed.toLowerCase().split(/\s/).filter(Boolean);
  if (words.length === 0) return [];
  const rank = ({ label }: Setting): number => {
    const lower = label.toLowerCase();
    return lower.startsWith(words.join(' ')) ? 0 : words.every((word) => lower.includes(word)) ? 1 : 2;
  };
  return settings
    .filter((setting) => words.every((word) => setting.words.includes(word)))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, mostFound);
}
const mostFound = 8;
