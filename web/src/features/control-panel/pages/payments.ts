import { paymentMethod } from '@portal/proto/roles';
import type { PageDescription } from '../section-form/page-description.js';

/** The payment methods that the county accepts, on a page for TRIMIN users. The specification has no such page. */
export const page: PageDescription<'payments'> = {
  section: 'payments',
  title: 'panel-shell:page.payments',
  lead: 'panel-pages:payments.lead',
  groups: [
    {
      title: 'panel-pages:payments.methods',
      lead: 'panel-pages:payments.methodsEffect',
      fields: paymentMethod.options.map((method) => ({
        name: 'paymentMethods',
        label: `panel-pages:payments.${method}`,
        control: { kind: 'member', value: method } as const,
      })),
    },
  ],
};
