import type { PageDescription } from '../section-form/page-description.js';
import { applySurcharge, surchargeFields } from './surcharge-fields.js';

const reloads = { field: 'reloadByCreditCard', is: true } as const;

/** The page /controlPanel/escrow (C3-27). */
export const page: PageDescription<'escrow'> = {
  section: 'escrow',
  title: 'panel:escrow.title',
  lead: 'panel:escrow.lead',
  groups: [
    {
      title: 'panel:escrow.posting',
      fields: [
        {
          name: 'feeCode',
          label: 'panel:escrow.feeCode',
          effect: 'panel:escrow.feeCodeEffect',
          control: { kind: 'text', width: 'w-10', most: 20 },
          span: 6,
        },
        {
          name: 'chargeCode',
          label: 'panel:escrow.chargeCode',
          effect: 'panel:escrow.chargeCodeEffect',
          control: { kind: 'text', width: 'w-10', most: 20 },
          span: 6,
        },
      ],
    },
    {
      title: 'panel:escrow.reloading',
      fields: [
        {
          name: 'reloadByCreditCard',
          label: 'panel:escrow.reloadByCreditCard',
          effect: 'panel:escrow.reloadByCreditCardEffect',
          control: { kind: 'box' },
        },
        {
          name: 'minReloadAmount',
          label: 'panel:escrow.minReloadAmount',
          effect: 'panel:escrow.minReloadAmountEffect',
          control: { kind: 'money' },
          enabledWhen: reloads,
          required: reloads,
          span: 6,
        },
        {
          name: 'maxReloadAmount',
          label: 'panel:escrow.maxReloadAmount',
          effect: 'panel:escrow.maxReloadAmountEffect',
          control: { kind: 'money' },
          enabledWhen: reloads,
          required: reloads,
          span: 6,
        },
      ],
    },
    {
      title: 'panel:surcharge.title',
      fields: [applySurcharge, ...surchargeFields('creditCardSurcharge', 'panel:surcharge.inDollarsEffect')],
    },
  ],
};
