import { existsSync, readFileSync } from 'node:fs';
import type { SectionValue } from '@portal/proto/config/sections';
import { languageTerms } from '@portal/proto/catalogues';
import { languages, type Language } from '@portal/proto/roles';
import * as z from 'zod/mini';
import { catalogueFolder, hasTexts, readLanguage, type Texts } from './texts.js';
import { expectedTexts } from './translation.rules.js';

/** The English texts as they were when the county approved their translations, by language and key. */
const review = z.record(z.string(), z.record(z.string(), z.string()));
export type Review = z.infer<typeof review>;

export const reviewFile = (folder: URL): URL => new URL('review.json', folder);

/** Reads the approved texts. A translation that the file does not list is a draft. */
export const readReview = (folder: URL = catalogueFolder): Review => {
  const file = reviewFile(folder);
  return existsSync(file) ? review.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
};

/**
 * Keys whose translation the county has reviewed. If the English text has changed since, the translation is a draft
 * again.
 */
export function finalKeys(reviewed: Review, english: Texts, language: Language): Set<string> {
  const noted = reviewed[languageTerms[language].catalogue] ?? {};
  const current = expectedTexts(english, language);
  return new Set(current.filter((one) => noted[one.key] === one.english).map(({ key }) => key));
}

/** Languages that have translations; the others would show only English (A12-01). */
export const spokenLanguages = (folder: URL = catalogueFolder): Language[] =>
  languages.filter((language) => language === 'ENGLISH' || hasTexts(language, folder));

/**
 * The languages that a county offers: English, and the translated languages that the county has switched on. Languages
 * with drafts are included only if the county offers drafts too (A2-07, A12-01). Texts come with the program and are
 * read once.
 */
export class LanguageOffer {
  private readonly spoken: readonly Language[];
  readonly drafts: readonly Language[];

  constructor(folder: URL = catalogueFolder) {
    this.spoken = spokenLanguages(folder);
    this.drafts = draftLanguages(folder);
  }

  of({ languages: on, draftLanguages: drafts }: SectionValue<'languages'>): Language[] {
    return this.spoken.filter(
      (language) => language === 'ENGLISH' || (on && (drafts || !this.drafts.includes(language))),
    );
  }

  /** The language if the county offers it, otherwise English. */
  offered(language: Language, section: SectionValue<'languages'>): Language {
    return this.of(section).includes(language) ? language : 'ENGLISH';
  }
}

/**
 * Languages in which at least one text is a draft or not translated (DECISIONS.md#lang-5). Does not read the texts of a
 * language in which nothing is reviewed: all of them are drafts, and reading a language takes a tenth of a second.
 */
export function draftLanguages(folder: URL = catalogueFolder): Language[] {
  const reviewed = readReview(folder);
  return languages.filter((language) => language !== 'ENGLISH' && hasDrafts(language, reviewed, folder));
}

function hasDrafts(language: Language, reviewed: Review, folder: URL): boolean {
  const noted = reviewed[languageTerms[language].catalogue] ?? {};
  if (Object.keys(noted).length === 0) return true;
  const english = readLanguage('ENGLISH', folder);
  const final = finalKeys(reviewed, english, language);
  const texts = readLanguage(language, folder);
  return expectedTexts(english, language).some(({ key }) => !final.has(key) || !texts.has(key));
}
