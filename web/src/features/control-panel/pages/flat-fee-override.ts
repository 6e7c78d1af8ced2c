import type { PageDescription } from '../section-form/page-description.js';
import { rateOptionRows } from './rate-option-rows.js';

/** The page /controlPanel/flatFeeOverride (C3-42, C3-43). */
export const page: PageDescription<'flatFeeOverride'> = {
  section: 'flatFeeOverride',
  title: 'panel:flatFeeOverride.title',
  lead: 'panel:flatFeeOverride.lead',
  groups: [
    {
      title: 'panel:flatFeeOverride.who',
      fields: [
        {
          name: 'countyAdminReload',
          label: 'panel:flatFeeOverride.countyAdminReload',
          effect: 'panel:flatFeeOverride.countyAdminReloadEffect',
          control: { kind: 'box' },
        },
        {
          name: 'accountAdminReload',
          label: 'panel:flatFeeOverride.accountAdminReload',
          effect: 'panel:flatFeeOverride.accountAdminReloadEffect',
          control: { kind: 'box' },
        },
      ],
    },
    {
      title: 'panel:flatFee.options',
      lead: 'panel:flatFee.optionsLead',
      fields: [
        {
          name: 'rates',
          label: 'panel:flatFee.options',
          effect: 'panel:flatFeeOverride.optionsEffect',
          control: rateOptionRows,
          enabledWhen: { field: 'accountAdminReload', is: true },
          whenDisabled: 'panel:flatFeeOverride.optionsOff',
        },
      ],
    },
  ],
};
