import { lazy } from 'react';
import { shownBookAndPage } from '@portal/proto/book-and-page';
import type { DocumentResult } from '@portal/proto/http/search-results';
import { bookHead, firstOf, type Badge, type ResultView, type ViewTerms } from '../result-view.js';

/** The component is loaded when the first record is opened. */
const DocumentDetails = lazy(async () => ({
  default: (await import('../details/document-details.js')).DocumentDetails,
}));

/** The button that opens the images of a document, for users who may download or preview images (B4-22). */
const documentImages = {
  text: 'results:detail.image',
  icon: 'image',
  nothingSelected: 'results:selectDocument',
  allowed: (user: { imageRetrieval: boolean; previewRetrieval: boolean }): boolean =>
    user.imageRetrieval || user.previewRetrieval,
};

/** What the views of tax liens, of grantor/grantee books and of tract books have in common. */
export const registerView = {
  images: { ...documentImages, instrumentCode: () => '' },
  hasParcels: false,
  resetRead: 'results:resetRead',
  downloads: () => true,
};

const verifiedBadge = ({ verifiedStatus }: DocumentResult, { t }: ViewTerms): Badge | undefined => {
  if (verifiedStatus === '') return undefined;
  return verifiedStatus.toLowerCase() === 'verified'
    ? { text: t('results:detail.verified'), tone: 'success' }
    : { text: verifiedStatus, tone: 'plain' };
};

/** The view of general results (B4). */
export const documentsView: ResultView<'documents'> = {
  kind: 'documents',
  columns: [
    {
      place: 'instr',
      head: ({ t }) => [
        { text: t('results:column.instrument'), sortKey: 'instrument' },
        { text: t('results:column.docNumber'), sortKey: 'docNumber' },
      ],
      lines: (document) => [
        { text: document.instrumentDescription, look: 'lead' },
        { text: document.displayDocNumber, opens: true },
      ],
    },
    {
      place: 'date',
      head: (terms) => [
        { text: terms.t('results:column.recorded'), sortKey: 'recordedDate' },
        { text: bookHead(terms), sortKey: 'book' },
      ],
      lines: ({ recordedDate, displayBookAndPage }, { county }) => [
        { text: recordedDate, look: 'figures' },
        { text: shownBookAndPage(displayBookAndPage, county.index.bookType), look: 'muted' },
      ],
    },
    {
      place: 'party',
      head: ({ t }) => [{ text: t('results:column.grantors') }, { text: t('results:column.grantees') }],
      lines: (document, { t }) => {
        const grantor = firstOf(document.grantorSearchResults, document.grantorCount);
        const grantee = firstOf(document.granteeSearchResults, document.granteeCount);
        return [
          {
            text: grantor.first?.displayName,
            more: grantor.more,
            label: t('results:label.grantor'),
            none: t('results:none.grantor'),
          },
          {
            text: grantee.first?.displayName,
            more: grantee.more,
            label: t('results:label.grantee'),
            none: t('results:none.grantee'),
          },
        ];
      },
    },
    {
      place: 'rest',
      head: ({ t }) => [{ text: t('results:column.references') }, { text: t('results:column.legals') }],
      lines: (document, { t }) => {
        const reference = firstOf(document.referenceDocumentSearchResults, document.referenceCount);
        const legal = firstOf(document.legalSearchResults, document.legalCount);
        return [
          {
            text: reference.first?.displayDocNumber,
            more: reference.more,
            label: t('results:label.reference'),
            none: t('results:none.reference'),
            look: 'figures',
          },
          {
            text: legal.first?.description,
            more: legal.more,
            label: t('results:label.legal'),
            none: t('results:none.legal'),
          },
        ];
      },
    },
  ],
  sorts: ({ t, county }) => [
    { value: 'docNumber', text: t('results:sort.docNumber') },
    { value: 'instrument', text: t('results:sort.instrument') },
    { value: 'recordedDate', text: t('results:sort.recordedDate') },
    { value: 'book', text: county.common.bookLabel },
  ],
  name: ({ displayDocNumber }) => displayDocNumber,
  title: ({ instrumentDescription }) => instrumentDescription,
  badge: verifiedBadge,
  Details: DocumentDetails,
  images: { ...documentImages, instrumentCode: ({ instrumentCode }) => instrumentCode },
  hasParcels: true,
  resetRead: 'results:resetRead',
  downloads: () => true,
};
