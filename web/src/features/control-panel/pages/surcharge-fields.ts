/** The condition for fields that apply only while the county adds a surcharge to card payments. */
export const surcharges = { field: 'applySurcharge', is: true } as const;

export const applySurcharge = {
  name: 'applySurcharge',
  label: 'panel:surcharge.apply',
  effect: 'panel:surcharge.applyEffect',
  control: { kind: 'box' },
} as const;

/**
 * The fields for the amount of a surcharge, in dollars or in percent. The pages Credit Card Extra and Escrow both have
 * these fields, each under names of its own (C3-24, C3-27).
 * @param amount the name of the field for the amount in dollars; the names of the other fields begin with this name
 */
export const surchargeFields = <N extends 'surcharge' | 'creditCardSurcharge'>(
  amount: N,
  inDollarsEffect: string,
) => {
  const method = `${amount}Method` as const;
  return [
    {
      name: method,
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
      name: amount,
      label: 'panel:surcharge.inDollars',
      effect: inDollarsEffect,
      control: { kind: 'money' },
      enabledWhen: [surcharges, { field: method, is: 'dollars' }],
      whenDisabled: 'panel:surcharge.notUsed',
      span: 6,
    },
    {
      name: `${amount}Percent`,
      label: 'panel:surcharge.inPercent',
      effect: 'panel:surcharge.inPercentEffect',
      control: { kind: 'percent' },
      enabledWhen: [surcharges, { field: method, is: 'percent' }],
      whenDisabled: 'panel:surcharge.notUsed',
      span: 6,
    },
  ] as const;
};
