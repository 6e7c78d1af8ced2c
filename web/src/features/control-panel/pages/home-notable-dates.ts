import type { Condition, MatrixCell, PageDescription } from '../section-form/page-description.js';

type Name = MatrixCell<'notableDates'>['name'];

const cell = (name: Name): MatrixCell<'notableDates'> => ({ name, control: { kind: 'yesNo' } });
const separate = { field: 'showSeparateIndexes', is: true } as const satisfies Condition;
/** Legal descriptions have separate dates only when the county shows separate indexes (C4-20). */
const legal = (name: Name): MatrixCell<'notableDates'> => ({ ...cell(name), enabledWhen: separate });

/** The page /controlPanel/homeNotableDates (C4-18, C4-19). Tax liens have no dates for legal descriptions (C4-24). */
export const page: PageDescription<'notableDates'> = {
  section: 'notableDates',
  title: 'panel:notableDates.title',
  lead: 'panel:notableDates.lead',
  preview: 'home',
  groups: [
    {
      title: 'panel:notableDates.use',
      fields: [
        {
          name: 'showNotableDates',
          label: 'panel:notableDates.showNotableDates',
          effect: 'panel:notableDates.showNotableDatesEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
        {
          name: 'showSeparateIndexes',
          label: 'panel:notableDates.showSeparateIndexes',
          effect: 'panel:notableDates.showSeparateIndexesEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
        {
          name: 'useVerificationDate',
          label: 'panel:notableDates.useVerificationDate',
          effect: 'panel:notableDates.useVerificationDateEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
      ],
    },
    {
      title: 'panel:notableDates.table',
      lead: 'panel:notableDates.tableLead',
      matrix: {
        columns: ['panel:notableDates.abstract', 'panel:notableDates.torrens', 'panel:notableDates.lien'],
        rows: [
          {
            label: 'panel:notableDates.indexBegin',
            cells: [cell('abstractIndexBegin'), cell('torrensIndexBegin'), cell('lienIndexBegin')],
          },
          {
            label: 'panel:notableDates.posted',
            cells: [cell('abstractPosted'), cell('torrensPosted'), cell('lienPosted')],
          },
          {
            label: 'panel:notableDates.legalPosted',
            cells: [legal('abstractLegalPosted'), legal('torrensLegalPosted'), null],
          },
          {
            label: 'panel:notableDates.verified',
            cells: [cell('abstractVerified'), cell('torrensVerified'), cell('lienVerified')],
          },
          {
            label: 'panel:notableDates.legalVerified',
            cells: [legal('abstractLegalVerified'), legal('torrensLegalVerified'), null],
          },
          {
            label: 'panel:notableDates.imageBegin',
            cells: [cell('abstractImageBegin'), cell('torrensImageBegin'), cell('lienImageBegin')],
          },
          {
            label: 'panel:notableDates.imageThru',
            cells: [cell('abstractImageThru'), cell('torrensImageThru'), cell('lienImageThru')],
          },
          {
            label: 'panel:notableDates.certificateThru',
            cells: [null, cell('torrensCertificateThru'), null],
          },
        ],
      },
    },
  ],
};
