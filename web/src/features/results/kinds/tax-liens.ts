import type { TaxLienResult } from '@portal/proto/http/search-results';
import { TaxLienDetails } from '../details/tax-lien-details.js';
import { firstOf, type CellLine, type ResultView, type ViewTerms } from '../result-view.js';
import { registerView } from './documents.js';

/** The document that last released the lien or revoked its release. */
const releaseLine = ({ releaseSearchResults: releases }: TaxLienResult, { t }: ViewTerms): CellLine => {
  const { first, more } = firstOf(releases);
  const number = first && (first.revokeDisplayDocNumber || first.releaseDisplayDocNumber);
  const flag = first?.revokeDisplayDocNumber ? t('results:revoked') : first?.partialFullFlag;
  return {
    text: first && [number, flag].filter(Boolean).join(' '),
    more,
    label: t('results:label.release'),
    none: t('results:none.release'),
    look: 'figures',
  };
};

const revisionLine = ({ revisionSearchResults: revisions }: TaxLienResult, { t }: ViewTerms): CellLine => {
  const { first, more } = firstOf(revisions);
  return {
    text: first && [first.displayDocNumber, first.flag].filter(Boolean).join(' '),
    more,
    label: t('results:label.revision'),
    none: t('results:none.revision'),
    look: 'figures',
  };
};

const taxpayerLine = ({ taxpayerSearchResults }: TaxLienResult, { t }: ViewTerms): CellLine => {
  const { first, more } = firstOf(taxpayerSearchResults);
  return {
    text: first?.name,
    more,
    label: t('results:label.taxpayer'),
    none: t('results:none.taxpayer'),
  };
};

/** The view of tax lien results (B6-08, B6-09). */
export const taxLiensView: ResultView<'taxLiens'> = {
  kind: 'taxLiens',
  columns: [
    {
      place: 'instr',
      head: ({ t }) => [
        { text: t('results:column.instrument') },
        { text: t('results:column.docNumber'), sortKey: 'docNumber' },
      ],
      lines: (lien) => [
        { text: lien.instrumentDescription, look: 'lead' },
        { text: lien.displayDocNumber, opens: true },
      ],
    },
    {
      place: 'date',
      head: ({ t }) => [
        { text: t('results:column.recorded'), sortKey: 'recordedDate' },
        { text: t('results:column.lienDate'), sortKey: 'lienDate' },
      ],
      lines: ({ recordedDate, lienDate }, { t }) => [
        { text: recordedDate, look: 'figures' },
        {
          text: lienDate === '' ? undefined : lienDate,
          label: t('results:column.lienDate'),
          none: t('results:none.lienDate'),
          look: 'muted',
        },
      ],
    },
    {
      place: 'party',
      head: ({ t }) => [
        { text: t('results:column.lienNumber'), sortKey: 'lienNumber' },
        { text: t('results:column.taxpayers') },
      ],
      lines: (lien, terms) => [
        {
          text: lien.lienNumber === '' ? undefined : lien.lienNumber,
          label: terms.t('results:label.lien'),
          none: terms.t('results:none.lien'),
          look: 'figures',
        },
        taxpayerLine(lien, terms),
      ],
    },
    {
      place: 'rest',
      head: ({ t }) => [{ text: t('results:column.revisions') }, { text: t('results:column.releases') }],
      lines: (lien, terms) => [revisionLine(lien, terms), releaseLine(lien, terms)],
    },
  ],
  sorts: ({ t }) => [
    { value: 'docNumber', text: t('results:sort.docNumber') },
    { value: 'recordedDate', text: t('results:sort.recordedDate') },
    { value: 'lienDate', text: t('results:sort.lienDate') },
    { value: 'lienNumber', text: t('results:sort.lienNumber') },
  ],
  name: ({ displayDocNumber }) => displayDocNumber,
  title: ({ instrumentDescription }) => instrumentDescription,
  badge: ({ lienType }) => (lienType === '' ? undefined : { text: lienType, tone: 'plain' }),
  Details: TaxLienDetails,
  ...registerView,
};
