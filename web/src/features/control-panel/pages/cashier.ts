import type { PageDescription } from '../section-form/page-description.js';

/** What the office cashier keeps; the specification has no page for it. */
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
