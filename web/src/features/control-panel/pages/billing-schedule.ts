import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/billingSchedule (C7-01 to C7-03). */
export const page: PageDescription<'billingSchedule'> = {
  section: 'billingSchedule',
  title: 'panel-shell:page.billingSchedule',
  lead: 'panel-pages:billingSchedule.lead',
  groups: [
    {
      title: 'panel-pages:billingSchedule.schedule',
      fields: [
        {
          name: 'automaticBilling',
          label: 'panel-pages:billingSchedule.automaticBilling',
          effect: 'panel-pages:billingSchedule.automaticBillingEffect',
          control: { kind: 'yesNo' },
        },
        {
          name: 'automaticImageRenewal',
          label: 'panel-pages:billingSchedule.automaticImageRenewal',
          effect: 'panel-pages:billingSchedule.automaticImageRenewalEffect',
          control: { kind: 'yesNo' },
        },
        {
          name: 'renewalDay',
          label: 'panel-pages:billingSchedule.renewalDay',
          effect: 'panel-pages:billingSchedule.renewalDayEffect',
          control: { kind: 'number' },
          required: true,
        },
        {
          name: 'renewalTime',
          label: 'panel-pages:billingSchedule.renewalTime',
          effect: 'panel-pages:billingSchedule.renewalTimeEffect',
          control: { kind: 'text', width: 'w-10', most: 20 },
          required: true,
        },
      ],
    },
  ],
};
