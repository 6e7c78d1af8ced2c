import type { Paragraph } from '@portal/proto/http/login-page';

/** Editors keep rows that nobody has filled in. */
export const filledParagraphs = (paragraphs: readonly Paragraph[]): Paragraph[] =>
  paragraphs.filter(({ heading, paragraphContent }) => heading !== '' || paragraphContent !== '');
