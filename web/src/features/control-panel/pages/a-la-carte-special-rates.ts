import type { PageDescription } from '../section-form/page-description.js';
import { specialRateRows } from './special-rate-rows.js';

/** The page /controlPanel/alacarteratesspecial (C3-04). */
export const page: PageDescription<'aLaCarteSpecialRates'> = {
  section: 'aLaCarteSpecialRates',
  title: 'panel:specialRates.title',
  lead: 'panel:specialRates.lead',
  saveQuestion: 'panel:resetCardRates',
  groups: [
    {
      title: 'panel:specialRates.rates',
      fields: [
        {
          name: 'applySpecialRates',
          label: 'panel:specialRates.apply',
          effect: 'panel:specialRates.applyEffect',
          control: { kind: 'box' },
        },
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
