import type { PageDescription } from '../section-form/page-description.js';

/** The settings of the office cashier; the specification has no page for them. */
export const page: PageDescription<'cashier'> = {
  section: 'cashier',
  title: 'panel-shell:page.cashier',
  lead: 'panel-pages:cashier.lead',
  groups: [
    {
      title: 'panel-pages:cashier.corrections',
      fields: [
        {
          name: 'correctionLimit',
          label: 'panel-pages:cashier.correctionLimit',
          effect: 'panel-pages:cashier.correctionLimitEffect',
          control: { kind: 'money' },
          required: true,
        },
      ],
    },
  ],
};
