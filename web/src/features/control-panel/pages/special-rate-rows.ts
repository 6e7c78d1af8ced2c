import { specialRatesMost, type SpecialRate } from '@portal/proto/config/fee-sections';
import { isBlankRate, organizedRates } from '@portal/proto/config/special-rates.rules';
import type { RowsControl, RowValue } from '../section-form/page-description.js';

const blank: SpecialRate = {
  ...{ documentType: '', instrumentCode: '' },
  ...{ documentRate: 0, firstPageRate: 0, additionalPagesRate: 0 },
};
/** Returns a row as a special rate. The row already has all fields of a rate; `blank` only satisfies the type check. */
const asRate = (row: RowValue): SpecialRate => ({ ...blank, ...row });

/**
 * The table of special rates. The pages for A La Carte rates and for card rates both have this table (C3-04, C3-21).
 */
export const specialRateRows: RowsControl = {
  kind: 'rows',
  columns: [
    {
      name: 'documentType',
      label: 'panel:specialRates.documentType',
      control: {
        kind: 'select',
        choices: [
          { value: '', text: 'panel:specialRates.selectFromList' },
          { value: '0', text: 'panel:specialRates.allTypes' },
        ],
        codes: 'documentTypes',
      },
      wide: true,
    },
    {
      name: 'instrumentCode',
      label: 'panel:specialRates.instrumentCode',
      control: { kind: 'text', most: 20 },
      wide: true,
    },
    { name: 'documentRate', label: 'panel:specialRates.document', control: { kind: 'money' } },
    { name: 'firstPageRate', label: 'panel:specialRates.firstPage', control: { kind: 'money' } },
    { name: 'additionalPagesRate', label: 'panel:specialRates.additionalPages', control: { kind: 'money' } },
  ],
  blank,
  // a row without type and code counts as empty, even if it has rates (C3-10)
  isEmpty: (row) => isBlankRate(asRate(row)),
  least: 5,
  most: specialRatesMost,
  full: 'panel:rateTableFull',
  adds: 5,
  organize: (rows) => organizedRates(rows.map(asRate)),
};
