import type { PageDescription } from '../section-form/page-description.js';
import { priceGroups } from './price-fields.js';
import { specialRateRows } from './special-rate-rows.js';

/** The page /controlPanel/creditCardAlternateRates (C3-20, C3-21). */
export const page: PageDescription<'creditCardAlternateRates'> = {
  section: 'creditCardAlternateRates',
  title: 'panel:cardRates.title',
  lead: 'panel:cardRates.lead',
  saveQuestion: 'panel:resetCardRates',
  groups: [
    {
      title: 'panel:cardRates.use',
      fields: [
        {
          name: 'applyAlternateRates',
          label: 'panel:cardRates.apply',
          effect: 'panel:cardRates.applyEffect',
          control: { kind: 'box' },
        },
      ],
    },
    ...priceGroups,
    {
      title: 'panel:specialRates.rates',
      lead: 'panel:cardRates.specialLead',
      fields: [
        {
          name: 'rates',
          label: 'panel:specialRates.table',
          effect: 'panel:specialRates.tableEffect',
          control: specialRateRows,
        },
      ],
    },
  ],
};
