import type { PageDescription } from '../section-form/page-description.js';
import { rateOptionRows } from './rate-option-rows.js';

/** The page /controlPanel/flatFeeRates (C3-37). */
export const page: PageDescription<'flatFee'> = {
  section: 'flatFee',
  title: 'panel:flatFee.title',
  lead: 'panel:flatFee.lead',
  groups: [
    {
      title: 'panel:flatFee.charging',
      fields: [
        {
          name: 'chargingImages',
          label: 'panel:flatFee.chargingImages',
          effect: 'panel:flatFee.chargingImagesEffect',
          control: { kind: 'box' },
        },
      ],
    },
    {
      title: 'panel:flatFee.options',
      lead: 'panel:flatFee.optionsLead',
      fields: [{ name: 'rates', label: 'panel:flatFee.options', control: rateOptionRows }],
    },
  ],
};
