import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/auditLogPurgeSchedule (C6-18 to C6-21). */
export const page: PageDescription<'auditLogPurgeSchedule'> = {
  section: 'auditLogPurgeSchedule',
  title: 'panel-shell:page.auditLogPurgeSchedule',
  lead: 'panel-pages:auditLogPurgeSchedule.lead',
  groups: [
    {
      title: 'panel-pages:auditLogPurgeSchedule.purge',
      fields: [
        {
          name: 'automaticPurge',
          label: 'panel-pages:auditLogPurgeSchedule.automaticPurge',
          effect: 'panel-pages:auditLogPurgeSchedule.automaticPurgeEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
        {
          name: 'automaticPurgeAfterDays',
          label: 'panel-pages:auditLogPurgeSchedule.automaticPurgeAfterDays',
          effect: 'panel-pages:auditLogPurgeSchedule.automaticPurgeAfterDaysEffect',
          control: { kind: 'number', unit: 'panel-pages:auditLogPurgeSchedule.days' },
          enabledWhen: { field: 'automaticPurge', is: true },
          span: 6,
        },
      ],
    },
  ],
};
