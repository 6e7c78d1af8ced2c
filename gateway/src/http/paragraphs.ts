import type { Paragraph } from '@portal/proto/http/login-page';

/** Leaves out empty rows, which editors keep but pages do not show. */
export const filledParagraphs = (paragraphs: readonly Paragraph[]): Paragraph[] =>
  paragraphs.filter(({ heading, paragraphContent }) => heading !== '' || paragraphContent !== '');
