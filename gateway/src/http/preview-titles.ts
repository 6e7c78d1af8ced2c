import type { Catalogue } from '@portal/infra/catalogue';
import { documentTypeOf, type DocumentKey } from '@portal/proto/document-key';
import type { ThumbnailsAnswer } from '@portal/proto/http/imaging';
import type { Language } from '@portal/proto/roles';

type Titles = Pick<ThumbnailsAnswer['header'], 'uiTitle' | 'uiTitleBeginningOfSentence'>;

const documentTitles = ['server:documentTitle', 'server:documentTitleBeginning'] as const;

/** The titles of records that are not documents, by the letter of their key. */
const recordTitles = new Map([
  ['C', ['server:certificateTitle', 'server:certificateTitleBeginning'] as const],
  ['G', ['server:grantorGranteeBookTitle', 'server:grantorGranteeBookTitleBeginning'] as const],
  ['B', ['server:tractBookTitle', 'server:tractBookTitleBeginning'] as const],
]);

/**
 * Names the record whose images are previewed. There are two forms of the name: one for the beginning of a sentence,
 * and one for other places (A9-39).
 */
export const previewTitles = (catalogue: Catalogue, language: Language, key: DocumentKey): Titles => {
  const [within, beginning] = recordTitles.get(documentTypeOf(key)) ?? documentTitles;
  return {
    uiTitle: catalogue.text(language, within, { number: key }),
    uiTitleBeginningOfSentence: catalogue.text(language, beginning, { number: key }),
  };
};
