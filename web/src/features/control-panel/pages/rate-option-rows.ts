import { rateOptionCount, type RateOption } from '@portal/proto/config/fee-sections';
import type { Condition, RowsControl } from '../section-form/page-description.js';

const blank: RateOption = { option: false, unlimitedNumberOfPages: false, numberOfPages: 0, cost: null };
const offered = { field: 'option', is: true } as const satisfies Condition;

/** The five bundles of images, for the pages flatFeeRates and flatFeeOverride (C3-37, C3-42). */
export const rateOptionRows: RowsControl = {
  kind: 'rows',
  columns: [
    { name: 'option', label: 'panel:flatFee.option', control: { kind: 'box' } },
    {
      name: 'unlimitedNumberOfPages',
      label: 'panel:flatFee.unlimited',
      control: { kind: 'box' },
      enabledWhen: offered,
    },
    {
      name: 'numberOfPages',
      label: 'panel:flatFee.numberOfPages',
      control: { kind: 'number', blank: 'zero' },
      enabledWhen: { field: 'unlimitedNumberOfPages', is: false },
    },
    { name: 'cost', label: 'panel:flatFee.cost', control: { kind: 'money', blank: 'null' } },
  ],
  blank: { ...blank },
  least: rateOptionCount,
  most: rateOptionCount,
  full: 'panel:rateTableFull',
};
