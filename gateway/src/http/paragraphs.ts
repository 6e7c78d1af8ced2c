import type { Paragraph } from '@portal/proto/http/login-page';

/** Editors keep empty rows; pages do not show them. */
export const filledParagraphs = (paragraphs: readonly Paragraph[]): Paragraph[] =>
  paragraphs.filter(({ heading, paragraphContent }) => heading !== '' || paragraphContent !== '');
