import type { Field, PageDescription } from '../section-form/page-description.js';

const surcharges = { field: 'applySurcharge', is: true } as const;

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
        {
          name: 'applySurcharge',
          label: 'panel:surcharge.apply',
          effect: 'panel:surcharge.applyEffect',
          control: { kind: 'box' },
        },
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
        {
          name: 'surchargeMethod',
          label: 'panel:surcharge.method',
          effect: 'panel:surcharge.methodEffect',
          control: {
            kind: 'segmented',
            choices: [
              { value: 'dollars', text: 'panel:surcharge.dollars' },
              { value: 'percent', text: 'panel:surcharge.percent' },
            ],
          },
          enabledWhen: surcharges,
        },
        {
          name: 'surcharge',
          label: 'panel:surcharge.inDollars',
          effect: 'panel:cardExtra.inDollarsEffect',
          control: { kind: 'money' },
          enabledWhen: [surcharges, { field: 'surchargeMethod', is: 'dollars' }],
          whenDisabled: 'panel:surcharge.notUsed',
          span: 6,
        },
        {
          name: 'surchargePercent',
          label: 'panel:surcharge.inPercent',
          effect: 'panel:surcharge.inPercentEffect',
          control: { kind: 'percent' },
          enabledWhen: [surcharges, { field: 'surchargeMethod', is: 'percent' }],
          whenDisabled: 'panel:surcharge.notUsed',
          span: 6,
        },
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
