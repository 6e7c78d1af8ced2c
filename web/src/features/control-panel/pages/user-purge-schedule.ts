import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/userPurgeSchedule (C6-09 to C6-12). */
export const page: PageDescription<'userPurgeSchedule'> = {
  section: 'userPurgeSchedule',
  title: 'panel-shell:page.userPurgeSchedule',
  lead: 'panel-pages:userPurgeSchedule.lead',
  groups: [
    {
      title: 'panel-pages:userPurgeSchedule.purge',
      fields: [
        {
          name: 'automaticPurge',
          label: 'panel-pages:userPurgeSchedule.automaticPurge',
          effect: 'panel-pages:userPurgeSchedule.automaticPurgeEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
        {
          name: 'automaticPurgeAfterDays',
          label: 'panel-pages:userPurgeSchedule.automaticPurgeAfterDays',
          effect: 'panel-pages:userPurgeSchedule.automaticPurgeAfterDaysEffect',
          control: { kind: 'number', unit: 'panel-pages:userPurgeSchedule.days' },
          enabledWhen: { field: 'automaticPurge', is: true },
          span: 6,
        },
      ],
    },
  ],
};
