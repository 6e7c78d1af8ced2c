import type { Field, PageDescription } from '../section-form/page-description.js';
import { applySurcharge, surchargeFields, surcharges } from './surcharge-fields.js';

type CodeName = 'chargeFeeCode' | 'chargeChargeCode' | 'surchargeFeeCode' | 'surchargeChargeCode';
const code = (name: CodeName): Field<'creditCardExtra'> => ({
  name,
  label: `panel:cardExtra.${name}`,
  effect: `panel:cardExtra.${name}Effect`,
  control: { kind: 'text', width: 'w-10', most: 20 },
  span: 6,
});

/** The page /controlPanel/creditCardExtra (C3-23, C3-24). */
export const page: PageDescription<'creditCardExtra'> = {
  section: 'creditCardExtra',
  title: 'panel:cardExtra.title',
  lead: 'panel:cardExtra.lead',
  groups: [
    {
      title: 'panel:cardExtra.preauthorization',
      fields: [
        {
          name: 'maxAmount',
          label: 'panel:cardExtra.maxAmount',
          effect: 'panel:cardExtra.maxAmountEffect',
          control: { kind: 'money' },
        },
      ],
    },
    {
      title: 'panel:surcharge.title',
      fields: [
        applySurcharge,
        {
          name: 'feeKind',
          label: 'panel:cardExtra.feeKind',
          effect: 'panel:cardExtra.feeKindEffect',
          control: {
            kind: 'segmented',
            choices: [
              { value: 'surcharge', text: 'panel:cardExtra.surchargeKind' },
              { value: 'serviceFee', text: 'panel:cardExtra.serviceFeeKind' },
            ],
          },
          enabledWhen: surcharges,
        },
        ...surchargeFields('surcharge', 'panel:cardExtra.inDollarsEffect'),
        {
          name: 'surchargeMessage',
          label: 'panel:cardExtra.surchargeMessage',
          effect: 'panel:cardExtra.surchargeMessageEffect',
          control: { kind: 'longText', most: 500, lines: 3 },
          enabledWhen: surcharges,
        },
      ],
    },
    {
      title: 'panel:cardExtra.posting',
      fields: [
        code('chargeFeeCode'),
        code('chargeChargeCode'),
        code('surchargeFeeCode'),
        code('surchargeChargeCode'),
        {
          name: 'postToLandLink',
          label: 'panel:cardExtra.postToLandLink',
          effect: 'panel:cardExtra.postToLandLinkEffect',
          control: { kind: 'box' },
        },
      ],
    },
  ],
};
